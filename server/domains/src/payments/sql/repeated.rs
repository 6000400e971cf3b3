//! The query of reference numbers that other payments use.

use gridbill_core::Instant;
use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::{PaymentMethod, Status, UsedReference};
use sqlx::PgExecutor;
use uuid::Uuid;

/// Maximum rows read, newest first.
const MAX_ROWS: i64 = 200;

/// Lists reference numbers with these keys in other payments of the bulk account.
pub async fn used(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    payment_id: Option<Uuid>,
    keys: &[String],
) -> sqlx::Result<Vec<UsedReference>> {
    sqlx::query_as!(
        UsedReference,
        r#"select r.number, r.method as "method: PaymentMethod", p.transaction_no as "transaction_no: TransactionNo",
                  p.requested_at as "payment_date: Instant",
                  coalesce(person.name, p.taken_over_payer, '') as "requested_by!", r.bank_name,
                  p.status as "status: Status"
           from payment_reference r join payment p using (payment_id)
           left join person on person.person_id = p.requested_by
           where p.bulk_id = $1 and upper(ltrim(r.number, '0')) = any($2) and p.payment_id is distinct from $3
           order by p.requested_at desc, p.transaction_no desc limit $4"#,
        bulk_id.as_str(),
        keys,
        payment_id,
        MAX_ROWS,
    )
    .fetch_all(db)
    .await
}
