//! Declares Rust types in TypeScript. Takes the place of the crates tsify and wasm-bindgen in core.
//!
//! The derive macro of tsify also declares a JavaScript class for each type, with some twenty implementations, and the crate
//! converts values by JSON. Core has a thousand types and no rule that uses either (`core-wasm/src/decode.rs` converts values), but
//! they were half of the time in which core is built for the browser.

pub use tsify_macros::Tsify;
pub use wasm_bindgen::*;

/// What the code of the derive macro imports.
pub mod prelude {
    pub use gridbill_types_macros::wasm_bindgen;
}

/// wasm-bindgen's own attribute, for which the one in [`prelude`] stands.
pub mod bindgen {
    pub use wasm_bindgen::prelude::wasm_bindgen;
}

/// What the derive macro implements.
pub trait Tsify {
    /// The class, which is left out.
    type JsType;
    /// The declaration in TypeScript.
    const DECL: &'static str;
    /// How values would be converted.
    const SERIALIZATION_CONFIG: SerializationConfig;
}

/// How values would be converted.
#[derive(Debug)]
pub struct SerializationConfig {
    /// Whether `None` is `null`.
    pub missing_as_null: bool,
    /// Whether maps are objects.
    pub hashmap_as_object: bool,
    /// Whether large numbers are of the type `bigint`.
    pub large_number_types_as_bigints: bool,
}
