//! The forms of people whom somebody else adds or changes, and of the own profile.

use gridbill_core::identity::{person, profile};
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::staff;
use gridbill_core::team::{self, Activity, TeamPermission};
use gridbill_core::tone::Tone;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::answer::{answer, given, language, named, perhaps, refusal};
use crate::json::json;

/// What somebody may do: a role, with a Member's permissions.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Rights {
    role: Role,
    permissions: Permissions,
}

/// How an activity looks.
#[derive(Serialize, Tsify)]
pub struct ActivityShown {
    tone: Tone,
}

/// The ticked permissions come in one text, parted by spaces.
#[wasm_bindgen]
pub fn check_member(email: &str, nickname: &str, ticked: &str, malay: bool) -> String {
    refusal(team::check_member(email, nickname, &permissions(ticked)).map(drop), language(malay))
}

#[wasm_bindgen]
pub fn role_of(ticked: &str, malay: bool) -> String {
    answer(team::role_of(&permissions(ticked)).map(|(role, permissions)| Rights { role, permissions }), language(malay))
}

#[wasm_bindgen]
pub fn ticks_of(role: &str, make_payments: bool, manage_accounts: bool) -> String {
    json(&team::ticks_of(named(role), Permissions { make_payments, manage_accounts }))
}

#[wasm_bindgen]
pub fn activity_shown(activity: u8) -> String {
    json(&ActivityShown { tone: given(Activity::try_from(activity)).tone() })
}

fn permissions(ticked: &str) -> Vec<TeamPermission> {
    ticked.split_ascii_whitespace().map(named).collect()
}

/// `role` and `email` may be missing, which an empty text says; `checks_email` is false where none is asked for.
#[wasm_bindgen]
pub fn check_staff_user(
    checks_email: bool,
    email: &str,
    username: &str,
    nickname: &str,
    mobile_no: &str,
    role: &str,
    malay: bool,
) -> String {
    let role: Option<Role> = perhaps(role).map(named);
    let email = checks_email.then_some(email);
    refusal(staff::check_staff_user(email, username, nickname, mobile_no, role).map(drop), language(malay))
}

#[wasm_bindgen]
pub fn check_profile(name: &str, mobile_no: &str, malay: bool) -> String {
    refusal(person::check_profile(name, mobile_no).map(drop), language(malay))
}

#[wasm_bindgen]
pub fn check_typed_range(start: &str, end: &str, malay: bool) -> String {
    refusal(profile::check_typed_range(start, end).map(drop), language(malay))
}
