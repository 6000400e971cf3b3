//! Payments of bills outside the portal, as the billing system delivers them (docs/domain/settlements.md).

use gridbill_core::Page;
use gridbill_core::list::Sort;
use gridbill_core::settlements::{
    self as core, SettlementPart, SettlementsRequest, UnmatchedSettlement, UnmatchedSettlementsRequest,
};

use crate::app::App;
use crate::auth::who::{Customer, Staff};
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::list as lists;

pub mod job;
mod list;
mod settle;
mod sql;

pub use settle::{Wanted, settle};
pub use sql::lock;

pub fn mount(mount: Mount) -> Mount {
    mount.json(core::GetSettlements, page).json(core::GetUnmatchedSettlements, unmatched)
}

async fn page(app: App, who: Customer, request: SettlementsRequest) -> Answer<Page<SettlementPart>> {
    let settlements = list::Settlements { bulk_id: &who.bulk_id, filter: &request.filter };
    lists::page(&app.pool, &settlements, Sort::default(), request.page()).await
}

async fn unmatched(app: App, _: Staff, request: UnmatchedSettlementsRequest) -> Answer<Page<UnmatchedSettlement>> {
    lists::page(&app.pool, &list::Unmatched, Sort::default(), request.page()).await
}
