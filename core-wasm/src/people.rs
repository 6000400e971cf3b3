//! Signing in, and the addresses.

use gridbill_core::identity::registering::{RegisterRequest, TERMS_VERSION};
use gridbill_core::identity::{password, person};
use gridbill_core::number::Email;
use gridbill_core::screen::{Audience, Screen};
use gridbill_core::{Language, identity};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{answer, language, refusal};
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
pub fn check_email(typed: &str, malay: bool) -> String {
    answer(Email::parse(typed), language(malay))
}

#[wasm_bindgen]
pub fn check_new_password(password: &str, confirmation: &str, malay: bool) -> String {
    refusal(password::check_twice(password, confirmation), language(malay))
}

#[wasm_bindgen]
pub fn broken_password_rules(password: &str) -> String {
    json(&password::broken(password).collect::<Vec<_>>())
}

#[wasm_bindgen]
pub fn check_registration(
    email: String,
    password: String,
    name: String,
    identification_type: String,
    identification_no: String,
    mobile_no: String,
    malay: bool,
) -> String {
    let form = RegisterRequest {
        email,
        password,
        name,
        identification_type,
        identification_no,
        mobile_no,
        invitation_token: None,
        terms_version: None,
    };
    refusal(person::check_registration(&form).map(drop), language(malay))
}

#[wasm_bindgen]
pub fn language_accepted(header: &str) -> String {
    Language::accepted(header).tag().to_owned()
}

#[wasm_bindgen]
pub fn screen_at(path: &str) -> String {
    json(&Screen::at(path).map(ScreenAt::of))
}

impl ScreenAt {
    pub fn of(screen: &Screen) -> Self {
        Self {
            path: screen.path,
            audience: screen.audience,
            any_of: screen.any_of.iter().map(ToString::to_string).collect(),
        }
    }
}

/// The version of the terms that are agreed to.
#[wasm_bindgen]
pub fn terms_version() -> String {
    TERMS_VERSION.to_owned()
}
