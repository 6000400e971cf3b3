//! Personal data: the file with a user's own data, requests with deadlines, breaches, and the erasure of users who left
//! (docs/domain/personal-data.md).

use gridbill_core::personal_data as core;

use crate::endpoint::Mount;

mod breaches;
pub mod erase;
pub mod ledger;
mod limits;
pub mod own_data;
pub mod remind;
pub mod replay;
mod requests;
pub mod sql;

pub use sql::breaches::waiting as waiting_breaches;
pub use sql::requests::waiting as waiting_requests;

pub fn mount(mount: Mount) -> Mount {
    breaches::mount(requests::mount(mount)).json(core::ErasePerson, erase::erase)
}
