//! The macro that declares rules, and the conversion of their arguments and answers.

use gridbill_core::problem::ErrorBody;
use gridbill_core::{Language, Problem};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;
use wasm_bindgen::throw_str;

use crate::decode::Decoder;

/// Declares rules for the browser, each with its TypeScript name, its arguments and its answer:
///
/// ```text
/// rules! {
///     /// Checks the user's profile. Fields: `name`, `mobileNo`.
///     checkProfile(name: String, mobileNo: String, language: Language) -> Option<ErrorBody> =
///         refusal(person::check_profile(&name, &mobileNo), language);
/// }
/// ```
///
/// Each line generates the exported function, the conversions and the TypeScript signature. Arguments are read with
/// serde and answers are written with it; every type needs a TypeScript type with the same name.
macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident($($argument:ident: $type:ty),*) -> $answer:ty = $body:expr;)*) => {$(
        #[wasm_bindgen::prelude::wasm_bindgen(skip_typescript)]
        #[allow(non_snake_case, reason = "rules and their arguments keep their TypeScript names")]
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

/// TypeScript names for the Rust types in the signatures. Types that are not exported stay local to the declarations.
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

/// A value that may be null or undefined.
#[cfg(feature = "rules")]
pub type Maybe<T> = Option<T>;

/// An argument that is only read.
pub type List<T> = Vec<T>;

/// A value, or the refusal in the user's language.
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

#[cfg(any(feature = "rules", feature = "forms", feature = "accounting"))]
pub fn refusal<T>(result: Result<T, impl Into<Problem>>, language: Language) -> Option<ErrorBody> {
    result.err().map(|problem| problem.into().body(language))
}

/// Decodes an argument, or throws if it does not have the type. The app's values come from the server or from core, so
/// a failure is a bug.
pub fn decode<T: DeserializeOwned>(value: JsValue) -> T {
    T::deserialize(Decoder(value)).unwrap_or_else(|_| throw_str("malformed value"))
}

pub fn encode(value: &impl Serialize) -> JsValue {
    let serializer = Serializer::json_compatible().serialize_bytes_as_arrays(false);
    value.serialize(&serializer).unwrap_or_else(|_| throw_str("malformed answer"))
}
