//! Queries of the job that follows queries about bills up.

use gridbill_core::number::InvoiceNo;
use gridbill_core::{Instant, Money};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Lists the answered queries whose answer is older than that.
pub async fn silent(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select query_id from bill_query where query_is_open(state) and state = 'answered' and answered_at < $1
         order by query_id",
        before.utc(),
    )
    .fetch_all(db)
    .await
}

/// Lists the open queries whose bill is no longer in their bulk account.
pub async fn without_bill(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select q.query_id from bill_query q join bill b on b.invoice_no = q.invoice_no
         where query_is_open(q.state) and b.bulk_id is distinct from q.bulk_id
         order by q.query_id"
    )
    .fetch_all(db)
    .await
}

/// A corrected bill that is not linked to its query yet.
pub struct Correction {
    pub query_id: Uuid,
    pub invoice_no: InvoiceNo,
    pub amount: Money,
}

/// Lists corrected bills of open queries: the same bill with another amount, or a bill of the same account and reading
/// period that was invoiced since the query was opened.
pub async fn corrections(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Correction>> {
    sqlx::query_as!(
        Correction,
        r#"select q.query_id, c.invoice_no as "invoice_no: InvoiceNo", c.total_amount_payable as "amount: Money"
           from bill_query q
           join bill b on b.bulk_id = q.bulk_id and b.invoice_no = q.invoice_no
           cross join lateral (
               select r.invoice_no, r.total_amount_payable from bill r
               where r.account_no = q.account_no and r.bulk_id = q.bulk_id
                 and case when r.invoice_no = q.invoice_no then r.total_amount_payable <> q.amount
                          else r.reading_start = b.reading_start and r.reading_end = b.reading_end
                               and r.invoice_date >= (q.opened_at at time zone interval '8 hours')::date end
               order by r.invoice_date desc, r.invoice_no desc limit 1) c
           where query_is_open(q.state)
             and (q.corrected_invoice_no, q.corrected_amount) is distinct from (c.invoice_no, c.total_amount_payable)
           order by q.query_id"#
    )
    .fetch_all(db)
    .await
}

/// Links a corrected bill. Returns false if it was linked meanwhile.
pub async fn link(db: &mut PgConnection, correction: &Correction, now: Instant) -> sqlx::Result<bool> {
    let linked = sqlx::query!(
        "update bill_query
         set version = version + 1, corrected_invoice_no = $2, corrected_amount = $3, corrected_at = $4
         where query_id = $1 and (corrected_invoice_no, corrected_amount) is distinct from ($2, $3)",
        correction.query_id,
        correction.invoice_no.as_str(),
        correction.amount as Money,
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(linked.rows_affected() == 1)
}
