//! The rules of FPX, the banks' payment gateway: the meaning of its messages and the values that they may contain.
//!
//! Nothing here does input or output; the server's `fpx` folder implements the protocol. The rules are in core so that
//! the staff's pages explain an answer code by the same rules that change the payment.

mod alert;
mod approval;
mod bank;
mod code;
mod field;
mod late;
mod reaction;
mod requery;
mod standing;

pub use alert::AlertReason;
pub use approval::{APPROVAL_DAYS, Approval, REMIND_AFTER_HOURS, approval, check_reminder, next_reminder};
pub use bank::{BankList, DIRECTORY, bank_name, read_bank_list};
pub use code::{Failure, Verdict, is_cancelled, verdict};
pub use field::{
    CONFIRMATION_FIELDS, CURRENCY, find_malformed, is_order_number, is_plain, is_well_formed, max_length, read_amount,
    sanitise,
};
pub use late::{LateWay, Resolution, check_resolution};
pub use reaction::{FpxNumber, Reaction, VerifiedMessage};
pub use requery::{CANCEL_AFTER_MINUTES, EXPIRE_AFTER_MINUTES, is_unknown_to_bank, next_requery, requery_due};
pub use standing::{FpxStatus, FpxStatusInput, fpx_status};
