//! Bills on hold (docs/domain/bills.md#on-hold). This is the only place that decides whether a bill is on hold.

use super::{EInvoiceStatus, selection_refusal};
use crate::Money;
use crate::payments::Status;

wire! {
    /// Why a bill is on hold.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum HoldCause {
        /// A query about it is open.
        Query,
        /// Its e-invoice was cancelled.
        EInvoice,
    }
}

impl HoldCause {
    /// Every cause.
    pub const ALL: &[Self] = &[Self::Query, Self::EInvoice];

    /// Returns the name in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::EInvoice => "eInvoice",
        }
    }
}

/// Returns why a bill is on hold; none if it is not. A bill on hold can be paid, but only if the user selects it
/// individually: selections of many bills leave it out. Bills that cannot be paid anyway are not on hold. The SQL
/// function `bill_hold_cause` does the same; a test compares the two.
#[must_use]
pub fn hold_cause(
    status: Status,
    amount: Money,
    current_charge: Money,
    disable_payment: bool,
    e_invoice: Option<EInvoiceStatus>,
    has_open_query: bool,
) -> Option<HoldCause> {
    if selection_refusal(status, amount, current_charge, disable_payment).is_some() {
        return None;
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
