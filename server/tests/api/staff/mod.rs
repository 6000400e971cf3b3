//! Users that staff manage: staff users and business users.

mod admins;
mod business;
mod create;
mod lists;
mod next_request;
mod officers;

use gridbill_core::permission::Role;
use gridbill_core::staff::{AddStaffUserRequest, AddTNBUser, UserRequest};

use crate::support::Actor;

pub fn one(user_id: &str) -> UserRequest {
    UserRequest { user_id: user_id.to_owned() }
}

pub fn asked(email: &str, role: Role) -> AddStaffUserRequest {
    AddStaffUserRequest {
        email_address: email.to_owned(),
        username: "Ismail bin Ahmad".to_owned(),
        nickname: None,
        mobile_no: "123456789".to_owned(),
        role: Some(role),
    }
}

/// Adds a staff user. Returns the id.
pub async fn added(ict: &Actor, email: &str, role: Role) -> String {
    ict.call::<AddTNBUser>(asked(email, role)).await.expect("a new user").user_id
}
