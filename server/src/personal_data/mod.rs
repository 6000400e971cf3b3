//! Personal data: the file with a user's own data, requests with deadlines, breaches (docs/domain/personal-data.md).

use crate::endpoint::Mount;

mod breaches;
mod limits;
pub mod own_data;
pub mod remind;
mod requests;
mod sql;

pub use sql::breaches::waiting as waiting_breaches;
pub use sql::requests::waiting as waiting_requests;

pub fn mount(mount: Mount) -> Mount {
    breaches::mount(requests::mount(mount))
}
