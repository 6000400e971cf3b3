//! What roles may do.

use gridbill_core::permission::{Permissions, Role, Scope};
use gridbill_core::screen::{SCREENS, Screen};
use wasm_bindgen::prelude::*;

use crate::answer::{named, perhaps};
use crate::json::json;
use crate::people::ScreenAt;

/// Every address, in core's order.
#[wasm_bindgen]
pub fn screens() -> String {
    json(&SCREENS.iter().map(ScreenAt::of).collect::<Vec<_>>())
}

#[wasm_bindgen]
pub fn scope(area: &str, action: &str) -> String {
    Scope { area: named(area), action: named(action) }.to_string()
}

#[wasm_bindgen]
pub fn scopes(role: &str, make_payments: bool, manage_accounts: bool) -> String {
    let scopes = named::<Role>(role).scopes(Permissions { make_payments, manage_accounts });
    json(&scopes.iter().map(ToString::to_string).collect::<Vec<_>>())
}

#[wasm_bindgen]
pub fn opens_for(path: &str, role: &str, make_payments: bool, manage_accounts: bool, customer_view: bool) -> bool {
    let role = perhaps(role).map(named);
    let permissions = Permissions { make_payments, manage_accounts };
    Screen::at(path).is_some_and(|screen| screen.opens_for(role, permissions, customer_view))
}
