//! Personal data of users (docs/domain/personal-data.md).

use gridbill_core::personal_data as core;

use crate::endpoint::Mount;

pub mod erase;
mod ledger;
pub mod replay;
mod sql;

pub fn mount(mount: Mount) -> Mount {
    mount.json(core::ErasePerson, erase::erase)
}
