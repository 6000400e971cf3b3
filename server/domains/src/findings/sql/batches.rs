//! Queries of the reviews of batches.

use std::collections::BTreeMap;

use gridbill_core::audit::AuditRule;
use gridbill_core::findings::BatchState;
use gridbill_core::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use gridbill_core::{Day, Instant, Money};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Minutes after the last new bill for which a review waits for lines, and a scheduled run of accounting with accounts of
/// charges, too. Some rules need the lines of a bill, which the utility delivers in a later file.
pub const LINES_MINUTES: i32 = 60;

/// A batch to check, with the version of its review.
pub struct BatchToCheck {
    pub batch_id: BatchId,
    pub version: i64,
}

/// Lists the batches whose audit is complete and whose figures are not counted yet: no account of them is marked, and
/// each bill has its lines or was given the time for them. Of the batches that do not wait, only those that were
/// extracted in the last days are counted.
pub async fn to_check(db: impl PgExecutor<'_>, today: Day, days: i64) -> sqlx::Result<Vec<BatchToCheck>> {
    sqlx::query_as!(
        BatchToCheck,
        r#"select bill_batch_id as "batch_id: BatchId", version
           from batch_review r
           where checked_at is null and (state = 'waiting' or extraction_date >= $2)
             and not exists (select from bill b
                             join audit_due d on d.bulk_id = b.bulk_id and d.account_no = b.account_no and d.due_on <= $1
                             where b.bill_batch_id = r.bill_batch_id)
             and (arrived_at < now() - make_interval(mins => $3)
                  or not exists (select from bill b left join bill_charges c using (invoice_no)
                                 where b.bill_batch_id = r.bill_batch_id and c.invoice_no is null))
           order by bill_batch_id"#,
        today.date(),
        today.plus_days(-days).date(),
        LINES_MINUTES,
    )
    .fetch_all(db)
    .await
}

/// A bill of a batch.
pub struct BatchBill {
    pub bulk_id: BulkId,
    pub account_no: AccountNo,
    pub invoice_no: InvoiceNo,
}

/// Lists the bills of a batch that belong to a bulk account, by bulk account and account.
pub async fn bills(db: impl PgExecutor<'_>, batch_id: &BatchId) -> sqlx::Result<Vec<BatchBill>> {
    sqlx::query_as!(
        BatchBill,
        r#"select bulk_id as "bulk_id!: BulkId", account_no as "account_no: AccountNo", invoice_no as "invoice_no: InvoiceNo"
           from bill where bill_batch_id = $1 and bulk_id is not null order by bulk_id, account_no, invoice_no"#,
        batch_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// The figures of a batch.
#[derive(Debug, Default, PartialEq)]
pub struct BatchFigures {
    pub bills: i64,
    pub flagged_bills: i64,
    pub at_stake: Money,
    /// Bills with a finding, by rule.
    pub rules: BTreeMap<AuditRule, i64>,
}

/// A locked review.
pub struct LockedReview {
    pub state: BatchState,
    pub figures: BatchFigures,
    /// The amount of the batch's bills, which counts while the batch is not checked.
    pub amount: Money,
    pub is_checked: bool,
    pub version: i64,
    pub proposed_by: Option<Uuid>,
}

/// Locks a review.
pub async fn lock(db: &mut PgConnection, batch_id: &BatchId) -> sqlx::Result<Option<LockedReview>> {
    sqlx::query!(
        r#"select state as "state: BatchState", bills, flagged_bills, at_stake as "at_stake: Money",
                  rules as "rules: Json<BTreeMap<AuditRule, i64>>", checked_at is not null as "is_checked!", version,
                  proposed_by,
                  (select coalesce(sum(b.total_amount_payable) filter (where b.total_amount_payable > 0), 0)
                   from bill b where b.bill_batch_id = r.bill_batch_id) as "amount!: Money"
           from batch_review r where bill_batch_id = $1 for update of r"#,
        batch_id.as_str(),
    )
    .map(|row| LockedReview {
        state: row.state,
        figures: BatchFigures {
            bills: row.bills,
            flagged_bills: row.flagged_bills,
            at_stake: row.at_stake,
            rules: row.rules.0,
        },
        amount: row.amount,
        is_checked: row.is_checked,
        version: row.version,
        proposed_by: row.proposed_by,
    })
    .fetch_optional(db)
    .await
}

/// Stores the figures of a locked review. A proposal that was made with other figures ends.
pub async fn store(
    db: &mut PgConnection,
    batch_id: &BatchId,
    figures: &BatchFigures,
    keeps_proposal: bool,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update batch_review
         set checked_at = $2, bills = $3, flagged_bills = $4, at_stake = $5, rules = $6,
             proposed_by = case when $7 then proposed_by end, proposed_at = case when $7 then proposed_at end,
             proposed_reason = case when $7 then proposed_reason end
         where bill_batch_id = $1",
        batch_id.as_str(),
        now.utc(),
        figures.bills,
        figures.flagged_bills,
        figures.at_stake.decimal(),
        Json(&figures.rules) as _,
        keeps_proposal,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Marks the batches that wait and have bills of these accounts to be checked again, because the accounts were audited.
pub async fn check_again(db: &mut PgConnection, bulk_id: &BulkId, accounts: &[String]) -> sqlx::Result<()> {
    sqlx::query!(
        "with changed as (
             select bill_batch_id from batch_review
             where state = 'waiting'
               and bill_batch_id in (select bill_batch_id from bill where bulk_id = $1 and account_no = any($2))
             order by bill_batch_id for update
         )
         update batch_review r set checked_at = null, version = version + 1
         from changed where r.bill_batch_id = changed.bill_batch_id",
        bulk_id.as_str(),
        accounts,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Stores the first officer's decision to release a locked batch.
pub async fn propose(
    db: &mut PgConnection,
    batch_id: &BatchId,
    by: Uuid,
    reason: &str,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update batch_review set proposed_by = $2, proposed_at = $3, proposed_reason = $4 where bill_batch_id = $1",
        batch_id.as_str(),
        by,
        now.utc(),
        reason,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Ends the proposal to release a locked batch.
pub async fn end_proposal(db: &mut PgConnection, batch_id: &BatchId) -> sqlx::Result<()> {
    sqlx::query!(
        "update batch_review set proposed_by = null, proposed_at = null, proposed_reason = null where bill_batch_id = $1",
        batch_id.as_str(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Releases a locked batch: an officer with a reason, or the portal.
pub async fn release(
    db: &mut PgConnection,
    batch_id: &BatchId,
    officer: Option<(Uuid, &str)>,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update batch_review set state = 'released', released_by = $2, reason = $3, released_at = $4 where bill_batch_id = $1",
        batch_id.as_str(),
        officer.map(|(by, _)| by),
        officer.map(|(_, reason)| reason),
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
