//! The people of a bulk account. The Master manages them, and staff can do the same for any bulk account.

use gridbill_core::Page;
use gridbill_core::team::{self as core, TeamCards, TeamCardsRequest, TeamMember, TeamRequest};

use crate::app::App;
use crate::auth::who::Customer;
use crate::endpoint::Mount;
use crate::error::Answer;

mod account;
mod add;
mod change;
pub mod email;
pub mod invite;
mod list;
mod sql;
mod transfer;

pub use list::{LAST_LOGIN, People, invited};

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetManageUsersCards, cards)
        .list(core::GetManageUsersTable, table)
        .json(core::AddBulkUser, add::add)
        .json(core::UpdateBulkUser, change::update)
        .json(core::DeleteBulkUser, change::remove)
        .json(core::TransferMasterBulkUser, transfer::transfer)
        .json(core::ResendInvitation, invite::send_again)
}

async fn cards(app: App, who: Customer, _: TeamCardsRequest) -> Answer<TeamCards> {
    list::cards(&app, &who.bulk_id).await
}

async fn table(app: App, who: Customer, request: TeamRequest) -> Answer<Page<TeamMember>> {
    list::page(&app, &who.bulk_id, &request).await
}
