//! Signing in, roles and addresses.

use gridbill_core::permission::{Permissions, Role, Scope};
use gridbill_core::screen::{Audience, Screen};
use gridbill_core::{Language, identity};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{answer, language, named};
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
pub fn check_login(username: &str, password: &str, malay: bool) -> Result<String, JsError> {
    Ok(answer(identity::check_login(username, password), language(malay)))
}

#[wasm_bindgen]
pub fn language_accepted(header: &str) -> String {
    Language::accepted(header).tag().to_owned()
}

#[wasm_bindgen]
pub fn scope(area: &str, action: &str) -> Result<String, JsError> {
    Ok(Scope { area: named(area)?, action: named(action)? }.to_string())
}

#[wasm_bindgen]
pub fn scopes(role: &str, make_payments: bool, manage_accounts: bool) -> Result<String, JsError> {
    let scopes = named::<Role>(role)?.scopes(Permissions { make_payments, manage_accounts });
    Ok(json(&scopes.iter().map(ToString::to_string).collect::<Vec<_>>()))
}

#[wasm_bindgen]
pub fn screen_at(path: &str) -> String {
    json(&Screen::at(path).map(|screen| ScreenAt {
        path: screen.path,
        audience: screen.audience,
        any_of: screen.any_of.iter().map(ToString::to_string).collect(),
    }))
}

#[wasm_bindgen]
pub fn opens_for(
    path: &str,
    role: Option<String>,
    make_payments: bool,
    manage_accounts: bool,
    customer_view: bool,
) -> Result<bool, JsError> {
    let role = role.as_deref().map(named).transpose()?;
    let permissions = Permissions { make_payments, manage_accounts };
    Ok(Screen::at(path).is_some_and(|screen| screen.opens_for(role, permissions, customer_view)))
}
