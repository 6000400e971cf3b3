//! The people of a bulk account: the Master changes them, and staff do the same for any bulk account.

use gridbill_core::number::BulkId;
use gridbill_core::team::{self as core, TeamCards, TeamCardsRequest, TeamMember, TeamRequest};
use gridbill_core::{Code, Page};

use crate::app::App;
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::who::{Customer, Staff};

mod account;
mod add;
mod change;
pub(crate) mod invite;
mod list;
mod sql;
mod transfer;

pub use list::People;

pub fn mount(mount: Mount) -> Mount {
    let mount = mount
        .json(core::GetManageUsersCards, cards)
        .json(core::GetManageUsersTable, table)
        .json(core::AddBulkUser, add::add)
        .json(core::UpdateBulkUser, change::update)
        .json(core::DeleteBulkUser, change::remove)
        .json(core::TransferMasterBulkUser, transfer::transfer)
        .json(core::ResendInvitation, invite::send_again);
    mount
        .json(core::GetManageUsersCardsByBulkId, cards_for_staff)
        .json(core::GetManageUsersTableByBulkId, table_for_staff)
        .json(core::AddBulkUserByBulkId, add::add_for_staff)
        .json(core::AdminUpdateBulkUser, change::update_for_staff)
        .json(core::AdminDeleteBulkUser, change::remove_for_staff)
        .json(core::AdminTransferMasterBulkUser, transfer::transfer_for_staff)
        .json(core::AdminResendInvitation, invite::send_again_for_staff)
}

async fn cards(app: App, who: Customer, _: TeamCardsRequest) -> Answer<TeamCards> {
    list::cards(&app, &who.bulk_id).await
}

async fn table(app: App, who: Customer, request: TeamRequest) -> Answer<Page<TeamMember>> {
    list::page(&app, &who.bulk_id, &request).await
}

async fn cards_for_staff(app: App, _: Staff, TeamCardsRequest { id }: TeamCardsRequest) -> Answer<TeamCards> {
    there(&app, &id).await?;
    list::cards(&app, &id).await
}

async fn table_for_staff(app: App, _: Staff, request: TeamRequest) -> Answer<Page<TeamMember>> {
    there(&app, &request.id).await?;
    list::page(&app, &request.id, &request).await
}

/// Staff name any bulk account; one that is not there has no empty list.
async fn there(app: &App, bulk_id: &BulkId) -> Answer<()> {
    if sql::company(&app.pool, bulk_id).await?.is_some() { Ok(()) } else { Err(Code::BulkAccountNotFound.into()) }
}
