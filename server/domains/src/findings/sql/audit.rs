//! Queries of the audit.

use std::collections::BTreeMap;

use gridbill_core::audit::{AuditSettings, AuditedBill, BillKind, Finding, Period};
use gridbill_core::bills::{Charges, Quantity};
use gridbill_core::findings::FindingState;
use gridbill_core::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use gridbill_core::{Day, Instant, Money};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};

use super::StoredEvidence;
use crate::findings::code_of;

/// Whether a file of bills or of their lines is being imported. An import without progress for two minutes counts as
/// interrupted.
pub async fn is_importing(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from feed_import
                          where kind in ('bills', 'charges') and ended_at is null
                            and touched_at > now() - interval '2 minutes') as "is_importing!""#
    )
    .fetch_one(db)
    .await
}

/// Lists the bulk accounts that have an account whose audit is due.
pub async fn bulk_accounts_due(db: impl PgExecutor<'_>, today: Day) -> sqlx::Result<Vec<BulkId>> {
    sqlx::query_scalar!(
        r#"select distinct bulk_id as "bulk_id: BulkId" from audit_due where due_on <= $1 order by 1"#,
        today.date(),
    )
    .fetch_all(db)
    .await
}

/// An account whose audit is due, with its marks.
pub struct DueAccount {
    pub account_no: AccountNo,
    pub stamps: Vec<i64>,
}

/// Lists the next accounts whose audit is due, by number.
pub async fn due_accounts(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    today: Day,
    after: Option<&AccountNo>,
    limit: i64,
) -> sqlx::Result<Vec<DueAccount>> {
    sqlx::query_as!(
        DueAccount,
        r#"select account_no as "account_no: AccountNo", array_agg(stamp) as "stamps!"
           from audit_due where bulk_id = $1 and due_on <= $2 and ($3::text is null or account_no > $3)
           group by account_no order by account_no limit $4"#,
        bulk_id.as_str(),
        today.date(),
        after.map(AccountNo::as_str),
        limit,
    )
    .fetch_all(db)
    .await
}

/// Stores the median change in use for every month since a day, and marks the accounts with a bill in a month whose
/// median changed. The change of a bill compares its daily use with the mean of the two previous bills.
pub async fn update_medians(db: &mut PgConnection, bulk_id: &BulkId, since: Day, min_bills: i64) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('medians of ' || $1::text, 0))", bulk_id.as_str())
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        r"with used as (
              select account_no, invoice_no, invoice_date, bill_type, reading_end as ends,
                     consumption_kwh / (reading_end - reading_start + 1) as a_day
              from bill
              where bulk_id = $1 and invoice_date >= $2::date - 100 and reading_end >= reading_start
                and consumption_kwh is not null and bill_counts(e_invoice_status)
          ), compared as (
              select date_trunc('month', invoice_date)::date as month, invoice_date, bill_type, a_day,
                     (lag(a_day, 1) over w + lag(a_day, 2) over w) / 2 as mean
              from used window w as (partition by account_no order by ends, invoice_date, invoice_no)
          ), median as materialized (
              select month, count(*) as bills,
                     percentile_disc(0.5) within group (order by trunc((a_day - mean) * 100 / mean))::bigint as percent
              from compared
              where invoice_date >= $2 and a_day > 0 and mean > 0 and bill_type !~* '\mfinal\M'
              group by month having count(*) >= $3
          ), moved as materialized (
              select month from median n full join (select month, percent from use_median where bulk_id = $1) o using (month)
              where n.percent is distinct from o.percent
          ), gone as (
              delete from use_median
              where bulk_id = $1 and month not in (select month from median)
          ), stored as (
              insert into use_median as m (bulk_id, month, percent, bills)
              select $1, month, percent, bills from median order by month
              on conflict (bulk_id, month) do update set percent = excluded.percent, bills = excluded.bills
              where (m.percent, m.bills) is distinct from (excluded.percent, excluded.bills)
          )
          insert into audit_due (bulk_id, account_no)
          select distinct b.bulk_id, b.account_no
          from moved join bill b on b.bulk_id = $1 and b.invoice_date >= moved.month
                                and b.invoice_date < moved.month + interval '1 month'",
        bulk_id.as_str(),
        since.date(),
        min_bills,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Loads the bills of accounts since a day, each with the number of its account.
pub async fn bills(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    accounts: &[String],
    since: Day,
) -> sqlx::Result<Vec<(String, AuditedBill)>> {
    sqlx::query!(
        r#"select b.account_no, b.invoice_no as "invoice_no: InvoiceNo", b.bill_type, b.reading_type,
                  b.reading_start as "reading_start: Day", b.reading_end as "reading_end: Day",
                  b.invoice_date as "invoice_date: Day", b.due_date as "due_date: Day", b.tariff, b.consumption_kwh,
                  b.maximum_demand_kw, b.current_charge as "current_charge: Money",
                  b.outstanding_amount as "outstanding_amount: Money", b.tax_amount as "tax_amount: Money",
                  b.total_amount_payable as "total_amount_payable: Money", b.was_replaced,
                  c.charges as "charges?: Json<Charges>", p.posted_at as "posted_at?: Instant", b.settled_on as "settled_on: Day",
                  b.carried_to is null and bill_is_unpaid(b.status) as "is_open!"
           from bill b
           left join bill_charges c on c.bulk_id = b.bulk_id and c.invoice_no = b.invoice_no
           left join payment_item i on i.invoice_no = b.invoice_no and i.live and not bill_is_unpaid(b.status)
           left join payment p on p.payment_id = i.payment_id
           where b.bulk_id = $1 and b.account_no = any($2) and b.invoice_date >= $3
             and bill_counts(b.e_invoice_status)"#,
        bulk_id.as_str(),
        accounts,
        since.date(),
    )
    .map(|row| {
        let (lines, readings) =
            row.charges.map(|Json(Charges { lines, readings })| (lines, readings)).unwrap_or_default();
        let bill = AuditedBill {
            invoice_no: row.invoice_no,
            kind: BillKind::of(&row.bill_type),
            is_estimated: row.reading_type == "estimated",
            is_unmetered: row.reading_type == "unmetered",
            period: row.reading_start.zip(row.reading_end).map(|(first, last)| Period { first, last }),
            invoice_date: row.invoice_date,
            due_date: row.due_date,
            tariff: row.tariff,
            kwh: row.consumption_kwh.map(Quantity::of),
            demand_kw: row.maximum_demand_kw.map(Quantity::of),
            current_charge: row.current_charge,
            outstanding_amount: row.outstanding_amount,
            tax_amount: row.tax_amount,
            total: row.total_amount_payable,
            paid_on: row.posted_at.map(Day::at).or(row.settled_on),
            is_open: row.is_open,
            lines,
            readings,
            was_replaced: row.was_replaced,
        };
        (row.account_no, bill)
    })
    .fetch_all(db)
    .await
}

/// Loads the tariffs of accounts, and whether they are active.
pub async fn accounts(db: impl PgExecutor<'_>, numbers: &[String]) -> sqlx::Result<Vec<(AccountNo, String, bool)>> {
    sqlx::query!(
        r#"select account_no as "account_no: AccountNo", tariff, active from account_master
           where account_no = any($1) order by account_no"#,
        numbers,
    )
    .map(|row| (row.account_no, row.tariff, row.active))
    .fetch_all(db)
    .await
}

/// Loads the rules that are muted today: account, rule and last day.
pub async fn muted_rules(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    accounts: &[String],
    today: Day,
) -> sqlx::Result<Vec<(String, String, Day)>> {
    sqlx::query!(
        r#"select account_no, rule, until as "until: Day" from audit_mute
           where bulk_id = $1 and account_no = any($2) and until >= $3"#,
        bulk_id.as_str(),
        accounts,
        today.date(),
    )
    .map(|row| (row.account_no, row.rule, row.until))
    .fetch_all(db)
    .await
}

/// Loads the thresholds of a company; the defaults if it has set none.
pub async fn settings(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<AuditSettings> {
    let stored = sqlx::query_scalar!(
        r#"select settings as "settings: Json<AuditSettings>" from audit_setting where bulk_id = $1"#,
        bulk_id.as_str(),
    )
    .fetch_optional(db)
    .await?;
    Ok(stored.map_or_else(AuditSettings::default, |settings| settings.0))
}

/// Loads the median changes in use of a company, by month.
pub async fn medians(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<BTreeMap<Day, i64>> {
    let medians =
        sqlx::query!(r#"select month as "month: Day", percent from use_median where bulk_id = $1"#, bulk_id.as_str(),)
            .map(|row| (row.month, row.percent))
            .fetch_all(db)
            .await?;
    Ok(medians.into_iter().collect())
}

/// Locks marks, and returns those that still exist.
pub async fn lock_marks(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: &[String],
    stamps: &[i64],
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select stamp from audit_due where bulk_id = $1 and account_no = any($2) and stamp = any($3)
         order by account_no, stamp for update",
        bulk_id.as_str(),
        accounts,
        stamps,
    )
    .fetch_all(db)
    .await
}

/// Returns the bills of accounts since a day whose e-invoice is cancelled. They are not audited, because a replacement
/// follows.
pub async fn cancelled_bills(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    accounts: &[String],
    since: Day,
) -> sqlx::Result<Vec<InvoiceNo>> {
    sqlx::query_scalar!(
        r#"select invoice_no as "invoice_no: InvoiceNo" from bill
           where bulk_id = $1 and account_no = any($2) and invoice_date >= $3 and e_invoice_status = 'cancelled'"#,
        bulk_id.as_str(),
        accounts,
        since.date(),
    )
    .fetch_all(db)
    .await
}

/// A locked bill, with the values that are copied to its findings.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedBill {
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub batch_id: BatchId,
    pub invoice_date: Day,
}

/// Locks the bills that are still in the bulk account.
pub async fn lock_bills(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: &[String],
    invoices: &[String],
) -> sqlx::Result<Vec<LockedBill>> {
    sqlx::query_as!(
        LockedBill,
        r#"select invoice_no as "invoice_no: InvoiceNo", account_no as "account_no: AccountNo",
                  bill_batch_id as "batch_id: BatchId", invoice_date as "invoice_date: Day"
           from bill where bulk_id = $1 and account_no = any($2) and invoice_no = any($3) order by invoice_no for share"#,
        bulk_id.as_str(),
        accounts,
        invoices,
    )
    .fetch_all(db)
    .await
}

/// A finding as it is stored.
pub struct StoredFinding {
    pub finding_id: i64,
    /// The copied values of its bill.
    pub bill: LockedBill,
    pub finding: Finding,
    pub state: FindingState,
    pub was_dismissed: bool,
}

/// Locks the findings on bills.
pub async fn lock_findings(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    invoices: &[String],
) -> sqlx::Result<Vec<StoredFinding>> {
    sqlx::query!(
        r#"select finding_id, invoice_no as "invoice_no: InvoiceNo", account_no as "account_no: AccountNo",
                  bill_batch_id as "batch_id: BatchId", invoice_date as "invoice_date: Day",
                  state as "state: FindingState", evidence as "evidence: Json<StoredEvidence>",
                  at_stake as "at_stake: Money", proof as "proof: InvoiceNo", was_dismissed
           from finding where bulk_id = $1 and invoice_no = any($2) order by invoice_no, rule for update"#,
        bulk_id.as_str(),
        invoices,
    )
    .map(|row| StoredFinding {
        finding_id: row.finding_id,
        bill: LockedBill {
            invoice_no: row.invoice_no,
            account_no: row.account_no,
            batch_id: row.batch_id,
            invoice_date: row.invoice_date,
        },
        finding: row.evidence.0.with(row.at_stake, row.proof),
        state: row.state,
        was_dismissed: row.was_dismissed,
    })
    .fetch_all(db)
    .await
}

/// A finding to add.
pub struct NewFinding {
    pub bill: LockedBill,
    pub finding: Finding,
}

/// Adds open findings.
pub async fn insert(db: &mut PgConnection, bulk_id: &BulkId, new: &[NewFinding], now: Instant) -> sqlx::Result<()> {
    if new.is_empty() {
        return Ok(());
    }
    let evidence: Result<Vec<_>, _> = new.iter().map(|one| StoredEvidence::json(&one.finding)).collect();
    sqlx::query!(
        "insert into finding (bulk_id, invoice_no, rule, account_no, bill_batch_id, invoice_date, state, evidence, at_stake,
                              proof, found_at)
         select $1, invoice_no, rule, account_no, bill_batch_id, invoice_date, 'open', evidence, at_stake, proof, $2
         from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::date[], $8::jsonb[], $9::numeric[], $10::text[])
              as n (invoice_no, rule, account_no, bill_batch_id, invoice_date, evidence, at_stake, proof)
         order by invoice_no, rule",
        bulk_id.as_str(),
        now.utc(),
        &new.iter().map(|one| one.bill.invoice_no.to_string()).collect::<Vec<_>>(),
        &new.iter().map(|one| code_of(one.finding.rule())).collect::<Vec<_>>(),
        &new.iter().map(|one| one.bill.account_no.to_string()).collect::<Vec<_>>(),
        &new.iter().map(|one| one.bill.batch_id.to_string()).collect::<Vec<_>>(),
        &new.iter().map(|one| one.bill.invoice_date.date()).collect::<Vec<_>>(),
        &evidence.map_err(|error| sqlx::Error::Encode(error.into()))?,
        &new.iter().map(|one| one.finding.at_stake.decimal()).collect::<Vec<_>>(),
        &new.iter().map(|one| one.finding.proof.as_ref().map(ToString::to_string)).collect::<Vec<_>>()
            as &[Option<String>],
    )
    .execute(db)
    .await
    .map(drop)
}

/// A stored finding that the audit changes.
pub struct ChangedFinding {
    pub finding_id: i64,
    pub bill: LockedBill,
    pub finding: Finding,
    pub state: FindingState,
    pub was_dismissed: bool,
    /// Whether users are notified again.
    pub is_reopened: bool,
}

/// Changes locked findings.
pub async fn update(db: &mut PgConnection, bulk_id: &BulkId, changed: &[ChangedFinding]) -> sqlx::Result<()> {
    if changed.is_empty() {
        return Ok(());
    }
    let evidence: Result<Vec<_>, _> = changed.iter().map(|one| StoredEvidence::json(&one.finding)).collect();
    sqlx::query!(
        "update finding f
         set bill_batch_id = n.bill_batch_id, invoice_date = n.invoice_date, state = n.state, evidence = n.evidence,
             at_stake = n.at_stake, proof = n.proof, was_dismissed = n.was_dismissed, rule = n.rule,
             is_announced = f.is_announced and not n.is_reopened
         from unnest($2::bigint[], $3::text[], $4::date[], $5::text[], $6::jsonb[], $7::numeric[], $8::text[], $9::bool[],
                     $10::bool[], $11::text[])
              as n (finding_id, bill_batch_id, invoice_date, state, evidence, at_stake, proof, was_dismissed, is_reopened,
                    rule)
         where f.bulk_id = $1 and f.finding_id = n.finding_id",
        bulk_id.as_str(),
        &changed.iter().map(|one| one.finding_id).collect::<Vec<_>>(),
        &changed.iter().map(|one| one.bill.batch_id.to_string()).collect::<Vec<_>>(),
        &changed.iter().map(|one| one.bill.invoice_date.date()).collect::<Vec<_>>(),
        &changed.iter().map(|one| one.state.code().to_owned()).collect::<Vec<_>>(),
        &evidence.map_err(|error| sqlx::Error::Encode(error.into()))?,
        &changed.iter().map(|one| one.finding.at_stake.decimal()).collect::<Vec<_>>(),
        &changed.iter().map(|one| one.finding.proof.as_ref().map(ToString::to_string)).collect::<Vec<_>>()
            as &[Option<String>],
        &changed.iter().map(|one| one.was_dismissed).collect::<Vec<_>>(),
        &changed.iter().map(|one| one.is_reopened).collect::<Vec<_>>(),
        &changed.iter().map(|one| code_of(one.finding.rule())).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Deletes the locked marks of accounts, and their marks for later days. The caller sets the latter again.
pub async fn delete_marks(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    accounts: &[String],
    stamps: &[i64],
    today: Day,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from audit_due
         where bulk_id = $1 and account_no = any($2) and (stamp = any($3) or due_on > $4)",
        bulk_id.as_str(),
        accounts,
        stamps,
        today.date(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Marks accounts for an audit on a later day.
pub async fn mark_later(db: &mut PgConnection, bulk_id: &BulkId, next: &[(String, Day)]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into audit_due (bulk_id, account_no, due_on)
         select $1, account_no, due_on from unnest($2::text[], $3::date[]) as n (account_no, due_on)",
        bulk_id.as_str(),
        &next.iter().map(|(account_no, _)| account_no.clone()).collect::<Vec<_>>(),
        &next.iter().map(|(_, day)| day.date()).collect::<Vec<_>>(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Lists the bulk accounts with findings that were not announced yet. Findings of a waiting batch are announced after its
/// release.
pub async fn bulk_accounts_to_announce(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<BulkId>> {
    sqlx::query_scalar!(
        r#"select distinct bulk_id as "bulk_id: BulkId" from finding f
           where not is_announced
             and not exists (select from batch_review r where r.bill_batch_id = f.bill_batch_id and r.state = 'waiting')
           order by 1"#,
    )
    .fetch_all(db)
    .await
}

/// The figures of new findings on the bills of a batch.
pub struct NewFindings {
    pub batch_id: String,
    pub findings: i64,
    pub bills: i64,
    pub at_stake: Money,
}

/// Marks all findings as announced. Returns the findings that notify users, summed by batch: open findings on bills
/// invoiced since a day.
///
/// Two statements, because an update that joins the locked rows by bulk account and id compares each with each when the
/// plan expects one row. That is the plan after a company's first audit, until the database has counted its findings.
pub async fn announce(db: &mut PgConnection, bulk_id: &BulkId, since: Day) -> sqlx::Result<Vec<NewFindings>> {
    // Locks in the order in which an audit locks findings. A finding that is stored after this is announced, too.
    sqlx::query!(
        "select from finding where bulk_id = $1 and not is_announced order by invoice_no, rule for update",
        bulk_id.as_str(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query_as!(
        NewFindings,
        r#"with announced as (
               update finding f set is_announced = true
               where bulk_id = $1 and not is_announced
                 and not exists (select from batch_review r where r.bill_batch_id = f.bill_batch_id and r.state = 'waiting')
               returning bill_batch_id, invoice_no, at_stake, state, invoice_date
           )
           select bill_batch_id as "batch_id!", sum(findings)::bigint as "findings!", count(*) as "bills!",
                  sum(at_stake) as "at_stake!: Money"
           from (select bill_batch_id, invoice_no, count(*) as findings, max(at_stake) as at_stake from announced
                 where state = 'open' and invoice_date >= $2 group by bill_batch_id, invoice_no) bill
           group by bill_batch_id order by bill_batch_id"#,
        bulk_id.as_str(),
        since.date(),
    )
    .fetch_all(db)
    .await
}
