//! Rules about bills that were issued twice.

use super::bill::AuditedBill;
use super::finding::{Evidence, Finding};
use super::{Audit, AuditInput};

pub fn check(input: &AuditInput<'_>, history: &[&AuditedBill], audit: &mut Audit) {
    let bill = input.bill;
    if let Some(period) = bill.period
        && let Some(other) = history.iter().find(|other| {
            other.period == bill.period
                && other.current_charge == bill.current_charge
                && other.was_invoiced_before(bill)
        })
    {
        let evidence =
            Evidence::DuplicateAmount { first: period.first, last: period.last, amount: bill.current_charge };
        audit.add(Finding::new(evidence).at_stake(bill.current_charge).proved_by(&other.invoice_no));
    }
    if bill.was_replaced {
        audit.add(Finding::new(Evidence::DuplicateNumber { amount: bill.total }));
    }
}
