//! How an answer crosses over.

use std::fmt;

use gridbill_core::problem::ErrorBody;
use gridbill_core::{Language, Problem};
use serde::Serialize;
use serde::de::value::StrDeserializer;
use serde::de::{self, Deserialize, IntoDeserializer};
use tsify::Tsify;
use wasm_bindgen::throw_str;

use crate::json::json;

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
pub fn refusal(result: Result<(), Problem>, language: Language) -> String {
    json(&result.err().map(|problem| problem.body(language)))
}

/// A value of a closed set by its name on the wire.
pub fn named<'a, T: Deserialize<'a>>(name: &'a str) -> T {
    let text: StrDeserializer<'a, Unknown> = name.into_deserializer();
    given(T::deserialize(text))
}

/// A value that the app had from the server or from core. Throws when it is not well-formed: thrown at once, it needs
/// no way back through every function, which would be a tenth of the download.
pub fn given<T, E>(parsed: Result<T, E>) -> T {
    parsed.unwrap_or_else(|_| throw_str("malformed value"))
}

/// A value that may be missing, which an empty text says.
pub fn perhaps(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Pairs of texts in one text, each ended by U+001E and its parts parted by U+001F, which the app takes out of what is typed.
pub fn pairs(lines: &str) -> impl Iterator<Item = (&str, &str)> {
    lines.split_terminator('\u{1e}').map(|line| line.split_once('\u{1f}').unwrap_or((line, "")))
}

/// serde's own errors carry a text, and what builds it is large.
#[derive(Debug)]
struct Unknown;

impl fmt::Display for Unknown {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Unknown {}

impl de::Error for Unknown {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// The person's language. It comes with nearly every call, and a flag crosses over in no time and no space.
pub fn language(malay: bool) -> Language {
    [Language::En, Language::Ms][usize::from(malay)]
}
