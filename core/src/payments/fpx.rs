//! FPX, the banks' payment gateway: what its messages mean and what they may hold.
//!
//! Nothing here talks to anybody. The server's `fpx` folder speaks the protocol; this is the part of it that is a rule,
//! so that an admin's page explains a code in the words that the state machine decided by.

mod alert;
mod approval;
mod bank;
mod code;
mod field;
mod late;
mod requery;
mod standing;

pub use alert::AlertReason;
pub use approval::{APPROVAL_DAYS, Approval, REMIND_AFTER_HOURS, approval, check_reminder, next_reminder};
pub use bank::{BankList, DIRECTORY, bank_name, read_bank_list};
pub use code::{Failure, Verdict, is_cancelled, verdict};
pub use field::{CURRENCY, clean, has_form, is_order_number, is_plain, malformed, max_length, read_amount};
pub use late::{LateWay, Resolution, check_resolution};
pub use requery::{GIVE_UP_AFTER_MINUTES, LEAVE_AFTER_MINUTES, is_unknown_to_bank, next_requery, requery_due};
pub use standing::{FpxStatus, Known, fpx_status};
