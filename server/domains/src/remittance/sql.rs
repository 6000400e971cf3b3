//! Queries of the remittance advice.

use gridbill_core::number::{AccountNo, BulkId, InvoiceNo};
use gridbill_core::remittance::PaidBill;
use gridbill_core::{Day, Money};
use sqlx::PgConnection;
use uuid::Uuid;

/// Lists the bills of a payment by number, each with its invoice date and what the payment pays of it.
pub async fn bills(db: &mut PgConnection, bulk_id: &BulkId, payment_id: Uuid) -> sqlx::Result<Vec<PaidBill>> {
    sqlx::query_as!(
        PaidBill,
        r#"select i.invoice_no as "invoice_no: InvoiceNo", i.account_no as "account_no: AccountNo",
                  e.reference_id as "reference_id?", b.invoice_date as "invoice_date: Day", i.amount as "amount: Money"
           from payment_item i
           join bill b on b.invoice_no = i.invoice_no
           left join electricity_account e on e.bulk_id = i.bulk_id and e.account_no = i.account_no
           where i.bulk_id = $1 and i.payment_id = $2
           order by i.invoice_no"#,
        bulk_id.as_str(),
        payment_id,
    )
    .fetch_all(db)
    .await
}
