//! FPX payments after they left for the bank: what the gateway says of them, and what the portal asks it.
//!
//! Every message takes one path, [`confirm::receive`], whichever way it came: directly, by the payer's browser, or as the
//! answer to an enquiry. It is kept as it came, its signature and what it is about are checked, and the payment changes
//! through [`super::transition::Locked::change`] like any other.

use gridbill_core::payments::{self as core, staff};

use crate::endpoint::Mount;

pub mod alerts;
pub mod banks;
mod callback;
mod confirm;
mod limits;
mod message;
mod record;
pub mod requery;
mod sql;
pub mod start;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetBankList, banks::list)
        .form(core::FpxDirect, callback::direct)
        .form(core::FpxIndirect, callback::indirect)
        .list(staff::GetFpxAlerts, alerts::list)
        .json(staff::GetFpxRequeryData, record::show)
        .once(staff::AdminFPXManualRequery, record::ask, record::settle)
}
