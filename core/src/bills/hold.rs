//! Bills on hold (docs/domain/bills.md#on-hold). This is the only place that decides whether a bill is on hold.

use super::{Closure, EInvoiceStatus, selection_refusal};
use crate::Money;
use crate::payments::Status;

pub use crate::payments::{HeldBill, HoldCause};

/// Returns why a bill is on hold; none if it is not. Selections of many bills leave out bills on hold. Bills that cannot
/// be paid anyway are not on hold. The SQL function `bill_hold_cause` does the same; a test compares the two.
#[must_use]
pub fn hold_cause(
    status: Status,
    amount: Money,
    current_charge: Money,
    closed: Option<Closure>,
    e_invoice: Option<EInvoiceStatus>,
    has_open_query: bool,
    does_batch_wait: bool,
) -> Option<HoldCause> {
    if selection_refusal(status, amount, current_charge, closed).is_some() {
        return None;
    }
    if does_batch_wait {
        return Some(HoldCause::Batch);
    }
    if has_open_query {
        return Some(HoldCause::Query);
    }
    match e_invoice {
        Some(EInvoiceStatus::Cancelled) => Some(HoldCause::EInvoice),
        Some(
            EInvoiceStatus::Submitted | EInvoiceStatus::Valid | EInvoiceStatus::Invalid | EInvoiceStatus::Rejected,
        )
        | None => None,
    }
}
