//! Payments of bills outside the portal, as the billing system delivers them (docs/domain/settlements.md).

use gridbill_core::settlements::{GetSettlements, GetUnmatchedSettlements};

use crate::endpoint::Mount;

pub mod job;
pub mod list;
mod settle;
mod sql;

pub use settle::{Wanted, settle};
pub use sql::lock;

pub fn mount(mount: Mount) -> Mount {
    mount.list(GetSettlements, list::of_bulk_account).list(GetUnmatchedSettlements, list::unmatched)
}
