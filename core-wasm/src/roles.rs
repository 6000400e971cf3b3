//! What roles may do.

use gridbill_core::permission::{Permissions, Role, Scope};
use gridbill_core::screen::Screen;
use wasm_bindgen::prelude::*;

use crate::answer::named;
use crate::json::json;

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
