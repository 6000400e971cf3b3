//! Invariant 2, for the lines of bills: only lines that core accepts from the feed are stored.

use futures::TryStreamExt as _;
use gridbill_core::Language;
use gridbill_core::bills::{ChargeKinds, Charges};
use sqlx::PgConnection;

use super::sql::{LinedBill, lined_bills};
use super::{Finding, MAX_ROWS};
use crate::bills::kinds;

/// Checks all bills that have lines, in one pass.
pub async fn look(db: &mut PgConnection) -> sqlx::Result<Finding> {
    let (mut rows, mut broken) = (Vec::new(), 0);
    let kinds = kinds::all(&mut *db).await?;
    let mut bills = lined_bills(db);
    while let Some(bill) = bills.try_next().await? {
        let Some(wrong) = wrong(&bill, &kinds) else { continue };
        broken += 1;
        if rows.len() < MAX_ROWS {
            rows.push(format!("invoice {}: {wrong}", bill.invoice_no));
        }
    }
    Ok(Finding { number: 2, invariant: "the lines of a bill add up to its amounts", rows, broken })
}

fn wrong(bill: &LinedBill, kinds: &ChargeKinds) -> Option<String> {
    match serde_json::from_value::<Charges>(bill.charges.clone()) {
        Ok(charges) => charges.add_up(&bill.amounts, kinds).err().map(|code| code.sentence(Language::En).to_owned()),
        Err(error) => Some(format!("its lines cannot be read: {error}")),
    }
}
