//! The users that staff manage: staff users, and all customers who registered.

use gridbill_core::Code;
use gridbill_core::staff as core;
use uuid::Uuid;

use crate::endpoint::Mount;

mod admins;
mod business;
pub mod create;
pub mod email;
mod factor_resets;
mod list;
mod proposals;
mod sql;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetTNBUsersCards, list::staff_cards)
        .list(core::GetTNBUsersTable, list::staff)
        .json(core::AddTNBUser, admins::add)
        .json(core::UpdateTNBUser, admins::update)
        .json(core::DeleteTNBUser, admins::remove)
        .json(core::GetStaffProposals, proposals::list)
        .json(core::ConfirmStaffProposal, proposals::confirm)
        .json(core::TurnDownStaffProposal, proposals::turn_down)
        .json(core::GetFactorResets, factor_resets::list)
        .json(core::ProposeFactorReset, factor_resets::propose)
        .json(core::ConfirmFactorReset, factor_resets::confirm)
        .json(core::EndFactorReset, factor_resets::end)
        .json(core::ResendActivationTNBUser, admins::send_again)
        .json(core::GetUsersCards, list::business_cards)
        .list(core::GetUserTable, list::business)
        .json(core::DeleteUser, business::remove)
        .json(core::AdminSendNewActivationLink, business::send_again)
}

/// Parses the id of a person. An invalid id is not found.
fn id(user_id: &str) -> Result<Uuid, Code> {
    Uuid::parse_str(user_id.trim()).map_err(|_| Code::UserNotFound)
}
