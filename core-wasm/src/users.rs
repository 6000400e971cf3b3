//! The forms of people whom somebody else adds or changes, and of the own profile.

use gridbill_core::identity::person;
use gridbill_core::permission::Role;
use gridbill_core::team::{self, TeamPermission};
use gridbill_core::users;
use wasm_bindgen::prelude::*;

use crate::answer::{language, named, perhaps, refusal};

/// The ticked permissions come in one text, parted by spaces.
#[wasm_bindgen]
pub fn check_member(email: &str, nickname: &str, ticked: &str, malay: bool) -> String {
    let ticked: Vec<TeamPermission> = ticked.split_ascii_whitespace().map(named).collect();
    refusal(team::check_member(email, nickname, &ticked).map(drop), language(malay))
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
    refusal(users::check_staff_user(email, username, nickname, mobile_no, role).map(drop), language(malay))
}

#[wasm_bindgen]
pub fn check_profile(name: &str, mobile_no: &str, malay: bool) -> String {
    refusal(person::check_profile(name, mobile_no).map(drop), language(malay))
}
