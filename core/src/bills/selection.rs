//! Which bills can be selected for payment, and the total of a selection (docs/domain/bills.md#selection).

use std::collections::HashSet;

use super::Closure;
use crate::number::AccountNo;
use crate::payments::Status;
use crate::{Code, Money, Problem};

/// Returns why a bill cannot be selected for payment; none if it can.
#[must_use]
pub fn selection_refusal(
    status: Status,
    amount: Money,
    current_charge: Money,
    closed: Option<Closure>,
) -> Option<Code> {
    if let Some(closed) = closed.filter(|closed| status == closed.status()) {
        return Some(closed.code());
    }
    match status {
        Status::PaymentRequired if !amount.is_positive() => Some(Code::BillNothingDue),
        Status::PaymentRequired if !current_charge.is_positive() => Some(Code::BillNoCurrentCharge),
        Status::PaymentRequired => None,
        Status::Paid => Some(Code::BillPaid),
        _ => Some(Code::BillInPayment),
    }
}

wire! {
    /// The figures of a selection.
    #[derive(Copy, Eq)]
    pub struct Selection {
        pub bills: usize,
        /// The number of different accounts.
        pub accounts: usize,
        /// The total that will be charged.
        pub total: Money,
    }
}

/// Adds up a selection. The screen shows this total and the payment charges the same.
/// Fails with [`Code::AmountTooLarge`] when the total is more than the portal can store.
pub fn select<'a>(bills: impl IntoIterator<Item = (&'a AccountNo, Money)>) -> Result<Selection, Problem> {
    let mut accounts = HashSet::new();
    let mut selection = Selection { bills: 0, accounts: 0, total: Money::ZERO };
    for (account, amount) in bills {
        accounts.insert(account);
        selection.bills += 1;
        selection.total = selection.total.plus(amount)?;
    }
    selection.accounts = accounts.len();
    Ok(selection)
}
