//! FPX payments after the payer was sent to the bank: messages from the gateway, and enquiries to it.
//!
//! Every message goes through [`confirm::receive`], on each channel: directly, through the payer's browser, or as the
//! answer to an enquiry. The raw message is stored, its signature and content are checked, and the payment changes
//! through [`super::transition::LockedPayment::change`] like any other.

use gridbill_core::payments::{self as core, staff};

use crate::endpoint::{Mount, nothing};

pub mod alerts;
pub mod banks;
mod callback;
mod confirm;
mod give_up;
mod late;
mod message;
mod messages;
mod record;
pub mod requery;
mod resolve;
mod settle;
mod sql;
pub mod start;

pub use sql::count_unconfirmed;
pub use sql::open_alerts_by_reason as open_alerts;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetBankList, banks::list)
        .form(core::FpxDirect, callback::direct)
        .form(core::FpxIndirect, callback::indirect)
        .list(staff::GetFpxAlerts, alerts::list)
        .json(staff::GetFpxRequeryData, record::show)
        .json(staff::GetFpxRecords, record::several)
        .json(staff::GetFpxMessages, messages::list)
        .once(core::GiveUpPayment, give_up::ask_as_maker, give_up::as_maker)
        .once(staff::GiveUpFpxPayment, give_up::ask_as_staff, give_up::as_staff)
        .json(staff::GetLateConfirmations, late::list)
        .json(staff::GetLateConfirmation, late::details)
        .once(staff::ResolveLateConfirmation, nothing, resolve::resolve)
        .once(staff::SettleFpxAlert, nothing, settle::settle)
        .once(staff::AdminFPXManualRequery, record::ask, record::settle)
}
