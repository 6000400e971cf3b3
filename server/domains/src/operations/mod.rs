//! Operators' screens, for running the portal without a shell (docs/operations.md#screens): jobs, outbox, feed
//! files and settings.

use gridbill_core::operations as core;

use crate::endpoint::Mount;

pub mod errors;
mod imports;
mod jobs;
pub mod limits;
mod outbox;
mod settings;
mod sql;

pub use imports::delete_old_imports;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetJobs, jobs::page)
        .json(core::RetryJob, jobs::retry)
        .json(core::GetOutbox, outbox::page)
        .json(core::SendEmailAgain, outbox::send_again)
        .json(core::GetFeedImports, imports::page)
        .json(core::GetFeedImport, imports::one)
        .list(core::GetRejectedRows, imports::rejected)
        .json(core::GetOperationSettings, settings::read)
        .json(core::SetMethodWindow, settings::set_window)
}
