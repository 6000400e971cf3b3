//! Queries of the job that follows queries about bills up.

use gridbill_core::number::{BulkId, InvoiceNo};
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

/// Lists the open queries of which a bill is no longer in their bulk account.
pub async fn without_bill(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select distinct a.query_id from query_bill a join bill b on b.invoice_no = a.invoice_no
         where a.is_open and b.bulk_id is distinct from a.bulk_id
         order by a.query_id"
    )
    .fetch_all(db)
    .await
}

/// A bill that an open query holds.
pub struct HeldBill {
    pub invoice_no: InvoiceNo,
    /// Whether the bill is still in the query's bulk account.
    pub is_here: bool,
}

/// Lists the bills that a locked query holds, in the order in which they were asked about.
pub async fn held_bills(db: &mut PgConnection, bulk_id: &BulkId, query_id: Uuid) -> sqlx::Result<Vec<HeldBill>> {
    sqlx::query_as!(
        HeldBill,
        r#"select a.invoice_no as "invoice_no: InvoiceNo", b.bulk_id is not distinct from a.bulk_id as "is_here!"
           from query_bill a join bill b on b.invoice_no = a.invoice_no
           where a.bulk_id = $1 and a.query_id = $2 and a.is_open order by a.place"#,
        bulk_id.as_str(),
        query_id,
    )
    .fetch_all(db)
    .await
}

/// Removes bills from a locked query, which goes on. If the first left, the next one takes its place, without the line of the
/// first.
pub async fn leave(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    query_id: Uuid,
    left: &[&InvoiceNo],
    now: Instant,
) -> sqlx::Result<()> {
    let left: Vec<&str> = left.iter().map(|invoice_no| invoice_no.as_str()).collect();
    sqlx::query!(
        "update query_bill set left_at = $4, is_open = false where bulk_id = $1 and query_id = $2 and invoice_no = any($3)",
        bulk_id.as_str(),
        query_id,
        &left as &[&str],
        now.utc(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update bill_query q
         set version = q.version + 1, invoice_no = a.invoice_no, account_no = a.account_no, amount = a.amount,
             line = case when q.invoice_no = a.invoice_no then q.line end
         from (select invoice_no, account_no, amount from query_bill
               where bulk_id = $1 and query_id = $2 and is_open order by place limit 1) a
         where q.bulk_id = $1 and q.query_id = $2",
        bulk_id.as_str(),
        query_id,
    )
    .execute(db)
    .await
    .map(drop)
}

/// A corrected bill that is not linked to its query yet.
pub struct Correction {
    pub query_id: Uuid,
    /// The bill that the query is about, and its amount when the query was opened.
    pub asked: InvoiceNo,
    pub asked_amount: Money,
    pub invoice_no: InvoiceNo,
    pub amount: Money,
}

/// Lists corrected bills of open queries: the same bill with another amount, or a bill of the same account and reading
/// period that was invoiced since the query was opened. Bills of one query do not replace each other.
pub async fn corrections(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Correction>> {
    sqlx::query_as!(
        Correction,
        r#"select a.query_id, a.invoice_no as "asked: InvoiceNo", a.amount as "asked_amount: Money",
                  c.invoice_no as "invoice_no: InvoiceNo", c.total_amount_payable as "amount: Money"
           from query_bill a
           join bill_query q on q.query_id = a.query_id
           join bill b on b.bulk_id = a.bulk_id and b.invoice_no = a.invoice_no
           cross join lateral (
               select r.invoice_no, r.total_amount_payable from bill r
               where r.account_no = a.account_no and r.bulk_id = a.bulk_id
                 and case when r.invoice_no = a.invoice_no then r.total_amount_payable <> a.amount
                          else r.reading_start = b.reading_start and r.reading_end = b.reading_end
                               and r.invoice_date >= (q.opened_at at time zone interval '8 hours')::date
                               and not exists (select from query_bill o
                                               where o.query_id = a.query_id and o.invoice_no = r.invoice_no) end
               order by r.invoice_date desc, r.invoice_no desc limit 1) c
           where a.is_open
             and (a.corrected_invoice_no, a.corrected_amount) is distinct from (c.invoice_no, c.total_amount_payable)
           order by a.query_id, a.place"#
    )
    .fetch_all(db)
    .await
}

/// Links a corrected bill. Returns false if it was linked meanwhile, or the query no longer holds the asked bill.
pub async fn link(db: &mut PgConnection, correction: &Correction, now: Instant) -> sqlx::Result<bool> {
    let linked = sqlx::query!(
        "with linked as (
             update query_bill set corrected_invoice_no = $3, corrected_amount = $4, corrected_at = $5
             where query_id = $1 and invoice_no = $2 and is_open
               and (corrected_invoice_no, corrected_amount) is distinct from ($3, $4)
             returning query_id
         )
         update bill_query set version = version + 1,
             -- Programs of the previous version read these, and would report the correction again.
             corrected_invoice_no = case when invoice_no = $2 then $3 else corrected_invoice_no end,
             corrected_amount = case when invoice_no = $2 then $4 else corrected_amount end,
             corrected_at = case when invoice_no = $2 then $5 else corrected_at end
         where query_id in (select query_id from linked)",
        correction.query_id,
        correction.asked.as_str(),
        correction.invoice_no.as_str(),
        correction.amount as Money,
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(linked.rows_affected() == 1)
}
