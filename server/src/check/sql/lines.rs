//! Queries of bills with their lines.

use futures::stream::BoxStream;
use gridbill_core::Money;
use gridbill_core::bills::{BillAmounts, Quantity};
use serde_json::Value;
use sqlx::PgConnection;

pub struct LinedBill {
    pub invoice_no: String,
    pub amounts: BillAmounts,
    /// The stored JSON, not validated.
    pub charges: Value,
}

/// Streams the bills, because there are as many rows as bills.
pub fn lined_bills(db: &mut PgConnection) -> BoxStream<'_, sqlx::Result<LinedBill>> {
    sqlx::query!(
        r#"select b.invoice_no, b.current_charge as "current_charge: Money",
                  b.outstanding_amount as "outstanding_amount: Money", b.tax_amount as "tax_amount: Money",
                  b.total_amount_payable as "total_amount_payable: Money", b.consumption_kwh, c.charges
           from bill_charges c join bill b using (invoice_no) order by b.invoice_no"#
    )
    .map(|row| LinedBill {
        invoice_no: row.invoice_no,
        amounts: BillAmounts {
            current_charge: row.current_charge,
            outstanding_amount: row.outstanding_amount,
            tax_amount: row.tax_amount,
            total_amount_payable: row.total_amount_payable,
            consumption_kwh: row.consumption_kwh.map(Quantity::of),
        },
        charges: row.charges,
    })
    .fetch(db)
}
