//! How an answer crosses over.

use gridbill_core::problem::ErrorBody;
use gridbill_core::{Language, Problem};
use serde::Serialize;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{Deserialize, IntoDeserializer};
use tsify::Tsify;
use wasm_bindgen::JsError;

/// What a rule answers: the value, or the refusal in the person's language.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Answer<T> {
    Value(T),
    Error(ErrorBody),
}

/// The answer as JSON.
pub fn answer<T: Serialize>(result: Result<T, impl Into<Problem>>, language: Language) -> String {
    json(&match result {
        Ok(value) => Answer::Value(value),
        Err(problem) => Answer::Error(problem.into().body(language)),
    })
}

/// The refusal as JSON, `null` when there is none.
pub fn refusal(result: Result<(), impl Into<Problem>>, language: Language) -> String {
    json(&result.err().map(|problem| problem.into().body(language)))
}

/// Any value as JSON.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A value of a closed set by its name on the wire.
pub fn named<'a, T: Deserialize<'a>>(name: &'a str) -> Result<T, JsError> {
    let text: StrDeserializer<'a, Error> = name.into_deserializer();
    T::deserialize(text).map_err(|error| JsError::new(&error.to_string()))
}

/// A value that the app had from the server or from core, so that it must be well-formed.
pub fn given<T>(parsed: Result<T, gridbill_core::Code>) -> Result<T, JsError> {
    parsed.map_err(|code| JsError::new(code.name()))
}
