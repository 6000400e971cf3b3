//! The bills of a proposal as they were proposed, and how they differ now.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::ProposalChange;
use crate::bills::{Closure, selection_refusal};
use crate::number::InvoiceNo;
use crate::payments::Status;
use crate::{Code, Money};

/// A bill as it was proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrozenBill {
    /// Its number.
    pub invoice_no: InvoiceNo,
    /// Its amount when it was proposed.
    pub amount: Money,
}

/// What decides now whether a bill can be paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentBill {
    /// Its number.
    pub invoice_no: InvoiceNo,
    /// Its status.
    pub status: Status,
    /// The amount to pay.
    pub amount: Money,
    /// The charge of its period.
    pub current_charge: Money,
    /// Whether the utility has disabled its payment.
    pub closed: Option<Closure>,
}

/// Returns the text whose hash identifies the bills: number and amount of each, by number, then the total.
#[must_use]
pub fn frozen_text(bills: &[FrozenBill], total: Money) -> String {
    let mut bills: Vec<_> = bills.iter().collect();
    bills.sort_unstable_by(|one, other| one.invoice_no.cmp(&other.invoice_no));
    let mut text = String::with_capacity(bills.len() * 24 + 24);
    for bill in bills {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{} {}", bill.invoice_no, bill.amount);
    }
    let _ = writeln!(text, "total {total}");
    text
}

/// Returns the bills that cannot be paid as they were proposed, in the order of the proposal. `now` holds the bills of
/// the bulk account; a bill that is missing has left it.
#[must_use]
pub fn find_changes(proposed: &[FrozenBill], now: &[CurrentBill]) -> Vec<ProposalChange> {
    let now: HashMap<&InvoiceNo, &CurrentBill> = now.iter().map(|bill| (&bill.invoice_no, bill)).collect();
    let change = |bill: &FrozenBill| {
        let current = now.get(&bill.invoice_no);
        let reason = match current {
            None => Code::BillLeftAccount,
            Some(now) => selection_refusal(now.status, now.amount, now.current_charge, now.closed)
                .or_else(|| (now.amount != bill.amount).then_some(Code::BillAmountChanged))?,
        };
        Some(ProposalChange {
            invoice_no: bill.invoice_no.clone(),
            reason,
            proposed: bill.amount,
            amount: current.map(|now| now.amount),
        })
    };
    proposed.iter().filter_map(change).collect()
}
