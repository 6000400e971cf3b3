//! Signing in, and the addresses.

use gridbill_core::screen::{Audience, Screen};
use gridbill_core::{Language, identity};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{answer, language};
use crate::json::json;

/// An address and what it takes to open it.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ScreenAt {
    /// The path, `*` standing for any rest.
    path: &'static str,
    audience: Audience,
    /// The permission codes of which one is enough.
    any_of: Vec<String>,
}

#[wasm_bindgen]
pub fn check_login(username: &str, password: &str, malay: bool) -> String {
    answer(identity::check_login(username, password), language(malay))
}

#[wasm_bindgen]
pub fn language_accepted(header: &str) -> String {
    Language::accepted(header).tag().to_owned()
}

#[wasm_bindgen]
pub fn screen_at(path: &str) -> String {
    json(&Screen::at(path).map(|screen| ScreenAt {
        path: screen.path,
        audience: screen.audience,
        any_of: screen.any_of.iter().map(ToString::to_string).collect(),
    }))
}
