//! Queries of findings. Customers do not see the findings of a batch that waits for its release.

use gridbill_core::audit::{Evidence, Finding};
use gridbill_core::findings::FindingState;
use gridbill_core::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use gridbill_core::{Day, Instant, Money};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::list::FindingRow;

pub mod audit;
pub mod batches;
pub mod prices;
pub mod settings;

/// The column `evidence` of a finding. Findings that were stored before rules were merged by their causes have no `also`.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredEvidence {
    #[serde(flatten)]
    evidence: Evidence,
    #[serde(default)]
    also: Vec<Evidence>,
}

impl StoredEvidence {
    /// Returns the column's value for a finding.
    fn json(finding: &Finding) -> serde_json::Result<serde_json::Value> {
        serde_json::to_value(Self { evidence: finding.evidence.clone(), also: finding.also.clone() })
    }

    /// Returns the finding with this evidence.
    #[must_use]
    pub fn with(self, at_stake: Money, proof: Option<InvoiceNo>) -> Finding {
        Finding { evidence: self.evidence, also: self.also, at_stake, proof }
    }
}

/// Returns the number of bills with an open finding, and the sum of the bills' largest amounts in doubt.
pub async fn open_bills(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<(i64, Money)> {
    let row = sqlx::query!(
        r#"select count(*) as "bills!", coalesce(sum(at_stake), 0) as "at_stake!: Money"
           from (select max(at_stake) as at_stake from finding f
                 where bulk_id = $1 and state in ('open', 'asked', 'answered')
                   and not exists (select from batch_review r
                                   where r.bill_batch_id = f.bill_batch_id and r.state = 'waiting')
                 group by invoice_no) bill"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await?;
    Ok((row.bills, row.at_stake))
}

/// Returns each rule with open findings, their number and the sum of their amounts in doubt.
pub async fn open_by_rule(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<(String, i64, Money)>> {
    sqlx::query!(
        r#"select rule, count(*) as "findings!", sum(at_stake) as "at_stake!: Money"
           from finding f
           where bulk_id = $1 and state in ('open', 'asked', 'answered')
             and not exists (select from batch_review r where r.bill_batch_id = f.bill_batch_id and r.state = 'waiting')
           group by rule"#,
        bulk_id.as_str(),
    )
    .map(|row| (row.rule, row.findings, row.at_stake))
    .fetch_all(db)
    .await
}

/// Whether an audit is due, for any account or for the given account.
pub async fn is_due(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    account_no: Option<&AccountNo>,
    today: Day,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from audit_due
                          where bulk_id = $1 and ($2::text is null or account_no = $2) and due_on <= $3) as "is_due!""#,
        bulk_id.as_str(),
        account_no.map(AccountNo::as_str),
        today.date(),
    )
    .fetch_one(db)
    .await
}

/// Returns the account of a bill of the bulk account.
pub async fn account_of(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    invoice_no: &InvoiceNo,
) -> sqlx::Result<Option<AccountNo>> {
    sqlx::query_scalar!(
        r#"select account_no as "account_no: AccountNo" from bill where bulk_id = $1 and invoice_no = $2"#,
        bulk_id.as_str(),
        invoice_no.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// Returns the findings on bills.
pub async fn of_bills(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    invoices: &[InvoiceNo],
) -> sqlx::Result<Vec<FindingRow>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_as!(
        FindingRow,
        r#"select f.finding_id, f.evidence as "evidence: Json<StoredEvidence>", f.state as "state: FindingState",
                  f.at_stake as "at_stake: Money", f.proof as "proof: InvoiceNo",
                  f.invoice_no as "invoice_no: InvoiceNo", f.account_no as "account_no: AccountNo",
                  a.reference_id as "reference_id?", g.name as "group_name?", f.bill_batch_id as "bill_batch_id: BatchId",
                  f.invoice_date as "invoice_date: Day", b.total_amount_payable as "total_amount_payable: Money",
                  f.found_at as "found_at: Instant", p.name as "decided_by?", f.decided_at as "decided_at: Instant",
                  f.reason
           from finding f
           join bill b on b.bulk_id = f.bulk_id and b.invoice_no = f.invoice_no
           left join electricity_account a on a.account_no = f.account_no and a.bulk_id = f.bulk_id
           left join account_group g on g.group_id = a.group_id
           left join person p on p.person_id = f.decided_by
           where f.bulk_id = $1 and f.invoice_no = any($2)
             and not exists (select from batch_review r where r.bill_batch_id = f.bill_batch_id and r.state = 'waiting')"#,
        bulk_id.as_str(),
        &invoices as &[&str],
    )
    .fetch_all(db)
    .await
}

/// Locks findings in the same order as the audit, and returns their states.
pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId, ids: &[i64]) -> sqlx::Result<Vec<FindingState>> {
    sqlx::query_scalar!(
        r#"select state as "state: FindingState" from finding f
           where bulk_id = $1 and finding_id = any($2)
             and not exists (select from batch_review r where r.bill_batch_id = f.bill_batch_id and r.state = 'waiting')
           order by invoice_no, rule for update"#,
        bulk_id.as_str(),
        ids,
    )
    .fetch_all(db)
    .await
}

/// Stores a user's decision about locked findings.
pub async fn decide(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    ids: &[i64],
    state: FindingState,
    by: Uuid,
    at: Instant,
    reason: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update finding
         set state = $3, was_dismissed = $3 = 'dismissed', decided_by = $4, decided_at = $5, reason = $6, is_announced = true
         where bulk_id = $1 and finding_id = any($2)",
        bulk_id.as_str(),
        ids,
        state.code(),
        by,
        at.utc(),
        reason,
    )
    .execute(db)
    .await
    .map(drop)
}
