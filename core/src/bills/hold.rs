//! Bills on hold (docs/domain/bills.md#on-hold). This is the only place that decides whether a bill is on hold.

use super::{EInvoiceStatus, selection_refusal};
use crate::Money;
use crate::payments::Status;

wire! {
    /// Why a bill is on hold.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum HoldCause {
        /// The utility checks its batch.
        Batch,
        /// A query about it is open.
        Query,
        /// Its e-invoice was cancelled.
        EInvoice,
    }
}

impl HoldCause {
    /// Every cause.
    pub const ALL: &[Self] = &[Self::Batch, Self::Query, Self::EInvoice];

    /// Returns the name in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Batch => "batch",
            Self::Query => "query",
            Self::EInvoice => "eInvoice",
        }
    }

    /// Whether the bill can be paid if the user chooses it alone.
    #[must_use]
    pub const fn can_be_chosen(self) -> bool {
        match self {
            Self::Batch => false,
            Self::Query | Self::EInvoice => true,
        }
    }
}

/// Returns why a bill is on hold; none if it is not. Selections of many bills leave out bills on hold. Bills that cannot
/// be paid anyway are not on hold. The SQL function `bill_hold_cause` does the same; a test compares the two.
#[must_use]
pub fn hold_cause(
    status: Status,
    amount: Money,
    current_charge: Money,
    disable_payment: bool,
    e_invoice: Option<EInvoiceStatus>,
    has_open_query: bool,
    does_batch_wait: bool,
) -> Option<HoldCause> {
    if selection_refusal(status, amount, current_charge, disable_payment).is_some() {
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

#[cfg(test)]
mod tests {
    use super::HoldCause;

    #[test]
    fn only_the_utility_ends_the_hold_of_a_batch() {
        let chosen: Vec<_> = HoldCause::ALL.iter().copied().filter(|cause| cause.can_be_chosen()).collect();
        assert_eq!(chosen, [HoldCause::Query, HoldCause::EInvoice]);
    }
}
