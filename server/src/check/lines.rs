//! Invariant 2, for the lines of bills. The import also checks their signs, the tax and the consumption, by the kinds of
//! charges at that time. The utility may deliver a kind later, so they are no part of the invariant.

use futures::TryStreamExt as _;
use gridbill_core::Language;
use gridbill_core::bills::Charges;
use sqlx::PgConnection;

use super::sql::{LinedBill, lined_bills};
use super::{Finding, MAX_ROWS};

/// Checks all bills that have lines, in one pass.
pub async fn look(db: &mut PgConnection) -> sqlx::Result<Finding> {
    let (mut rows, mut broken) = (Vec::new(), 0);
    let mut bills = lined_bills(db);
    while let Some(bill) = bills.try_next().await? {
        let Some(wrong) = wrong(&bill) else { continue };
        broken += 1;
        if rows.len() < MAX_ROWS {
            rows.push(format!("invoice {}: {wrong}", bill.invoice_no));
        }
    }
    Ok(Finding { number: 2, invariant: "the lines of a bill add up to its amounts", rows, broken })
}

fn wrong(bill: &LinedBill) -> Option<String> {
    match serde_json::from_value::<Charges>(bill.charges.clone()) {
        Ok(charges) => charges.hold_together(&bill.amounts).err().map(|code| code.sentence(Language::En).to_owned()),
        Err(error) => Some(format!("its lines cannot be read: {error}")),
    }
}
