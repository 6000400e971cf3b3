//! How a rule is declared, and how its arguments and its answer cross over.

use gridbill_core::problem::ErrorBody;
use gridbill_core::{Language, Problem};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;
use wasm_bindgen::throw_str;

/// Declares rules for the browser, each by its name in TypeScript, its arguments and its answer:
///
/// ```text
/// rules! {
///     /// The own profile: `name`, `mobileNo`.
///     checkProfile(name: String, mobileNo: String, language: Language) -> Option<ErrorBody> =
///         refusal(person::check_profile(&name, &mobileNo), language);
/// }
/// ```
///
/// From a line come the exported function, what decodes and encodes, and the TypeScript signature. Types of arguments are
/// read with serde, types of answers written with it; both have a TypeScript type of the same name.
macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident($($argument:ident: $type:ty),*) -> $answer:ty = $body:expr;)*) => {$(
        #[wasm_bindgen::prelude::wasm_bindgen(skip_typescript)]
        #[allow(non_snake_case, reason = "a rule and its arguments have the names that TypeScript has for them")]
        pub fn $name($($argument: wasm_bindgen::JsValue),*) -> wasm_bindgen::JsValue {
            $(let $argument: $type = $crate::rule::decode($argument);)*
            let answer: $answer = $body;
            $crate::rule::encode(&answer)
        }

        const _: () = {
            #[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
            const SIGNATURE: &str = concat!(
                "/**", $($doc, "\n",)+ "*/\nexport function ", stringify!($name), "(",
                $(stringify!($argument), ": ", stringify!($type), ", ",)*
                "): ", stringify!($answer), ";"
            );
        };
    )*};
}

/// Rust's types as they stand in the signatures. What is not exported by name stays inside the declarations.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
type String = string;
type i32 = number;
type i64 = number;
type u32 = number;
type u64 = number;
type usize = number;
type Option<T> = T | null;
type Maybe<T> = T | null | undefined;
type List<T> = readonly T[];
/** A value, or the refusal in the person's language. */
export type Checked<T> = { value: T; error?: undefined } | { value?: undefined; error: ErrorBody };
export {};
";

/// A value that may be missing in either of JavaScript's ways.
#[cfg(feature = "rules")]
pub type Maybe<T> = Option<T>;

/// An argument that nobody changes.
pub type List<T> = Vec<T>;

/// A value, or the refusal in the person's language.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Checked<T> {
    Value(T),
    Error(ErrorBody),
}

pub fn checked<T>(result: Result<T, impl Into<Problem>>, language: Language) -> Checked<T> {
    match result {
        Ok(value) => Checked::Value(value),
        Err(problem) => Checked::Error(problem.into().body(language)),
    }
}

#[cfg(feature = "rules")]
pub fn refusal<T>(result: Result<T, impl Into<Problem>>, language: Language) -> Option<ErrorBody> {
    result.err().map(|problem| problem.into().body(language))
}

/// Throws what is not of the type. The app has its values from the server or from core, so this is a fault of a program.
pub fn decode<T: DeserializeOwned>(value: JsValue) -> T {
    serde_wasm_bindgen::from_value(value).unwrap_or_else(|_| throw_str("malformed value"))
}

pub fn encode(value: &impl Serialize) -> JsValue {
    let serializer = Serializer::json_compatible().serialize_bytes_as_arrays(false);
    value.serialize(&serializer).unwrap_or_else(|_| throw_str("malformed answer"))
}
