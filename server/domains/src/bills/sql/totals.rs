//! Queries of stored totals; they read no bills.

use chrono::NaiveDate;
use gridbill_core::bills::{BillFilter, Closure, DUE_IN_DAYS, DueBills, Figure, OutstandingCard, Standing};
use gridbill_core::home::{BillMonth, LatestBatch};
use gridbill_core::number::{BatchId, BulkId};
use gridbill_core::{Day, Instant, Money};
use sqlx::{PgExecutor, PgPool};

/// Lists the bulk accounts with totals that are not folded yet.
pub async fn to_fold(db: &PgPool) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select bulk_id as "bulk_id!" from bill_total where not is_folded
           union select bulk_id from account_total where not is_folded
           union select bulk_id from billed_account_change"#
    )
    .fetch_all(db)
    .await
}

pub async fn fold(db: &PgPool, bulk_id: &str) -> sqlx::Result<()> {
    sqlx::query!("select fold_totals($1)", bulk_id).execute(db).await.map(drop)
}

/// The amounts that a bulk account owes, as of an instant.
pub async fn card(db: impl PgExecutor<'_>, bulk_id: &BulkId, as_of: Instant) -> sqlx::Result<OutstandingCard> {
    sqlx::query_as!(
        OutstandingCard,
        r#"with t as (
               select standing, bill_batch_id, sum(bills) as bills, sum(credits) as credits, sum(amount) as amount,
                      coalesce(sum(bills) filter (where standing_is_overdue(standing, due_date, $3)), 0) as late_bills,
                      coalesce(sum(amount) filter (where standing_is_overdue(standing, due_date, $3)), 0) as late_amount
               from bill_total where bulk_id = $1 and standing <> 'paid' group by standing, bill_batch_id
           ), a as (
               select unpaid, payable from account_counts where bulk_id = $1 and bill_batch_id = ''
           )
           select coalesce(sum(bills), 0)::bigint as "total_bills!",
                  coalesce((select unpaid from a), 0) as "total_accounts!",
                  count(distinct bill_batch_id) filter (where bills > 0) as "total_batches!",
                  coalesce(sum(bills) filter (where standing = 'payable'), 0)::bigint as "payable_bills!",
                  coalesce((select payable from a), 0) as "payable_accounts!",
                  coalesce(sum(amount) filter (where standing = 'payable'), 0) as "amount_payable!: Money",
                  coalesce(sum(late_amount), 0) as "overdue_amount!: Money",
                  coalesce(sum(late_bills), 0)::bigint as "overdue_bills!",
                  coalesce(sum(bills) filter (where standing = 'inPayment'), 0)::bigint as "bills_in_payment!",
                  coalesce(sum(amount) filter (where standing = 'inPayment'), 0) as "amount_in_payment!: Money",
                  coalesce(sum(credits), 0)::bigint as "credit_bills!",
                  coalesce(-sum(amount) filter (where standing = 'credit'), 0) as "credit_amount!: Money",
                  coalesce(sum(bills) filter (where standing = 'notPayable'), 0)::bigint as "bills_not_payable!",
                  coalesce(sum(amount) filter (where standing = 'notPayable'), 0) as "amount_not_payable!: Money",
                  $2::timestamptz as "as_of!: Instant"
           from t"#,
        bulk_id.as_str(),
        as_of.utc(),
        Day::at(as_of).date(),
    )
    .fetch_one(db)
    .await
}

/// The amounts payable now, by due date.
pub struct Payable {
    pub overdue: Figure,
    /// Past the due date by at most 30 days.
    pub past_due: Figure,
    /// Due within the first of [`DUE_IN_DAYS`], counted from today.
    pub due_soon: Figure,
    pub due_in_14_days: Figure,
    pub due_in_30_days: Figure,
    pub charges: Figure,
}

/// Sums the payable bills by due date, and the charges from earlier bills.
pub async fn payable(db: impl PgExecutor<'_>, bulk_id: &BulkId, today: Day) -> sqlx::Result<Payable> {
    let [soon, in_14_days, in_30_days] = DUE_IN_DAYS.map(|days| today.plus_days(days).date());
    let row = sqlx::query!(
        r#"select coalesce(sum(bills) filter (where is_overdue), 0)::bigint as "overdue_bills!",
                  coalesce(sum(amount) filter (where is_overdue), 0) as "overdue_amount!: Money",
                  coalesce(sum(bills) filter (where not is_overdue and due_date < $2), 0)::bigint as "past_bills!",
                  coalesce(sum(amount) filter (where not is_overdue and due_date < $2), 0) as "past_amount!: Money",
                  coalesce(sum(bills) filter (where due_date between $2 and $3), 0)::bigint as "soon_bills!",
                  coalesce(sum(amount) filter (where due_date between $2 and $3), 0) as "soon_amount!: Money",
                  coalesce(sum(bills) filter (where due_date between $2 and $4), 0)::bigint as "bills_in_14_days!",
                  coalesce(sum(amount) filter (where due_date between $2 and $4), 0) as "amount_in_14_days!: Money",
                  coalesce(sum(bills) filter (where due_date between $2 and $5), 0)::bigint as "bills_in_30_days!",
                  coalesce(sum(amount) filter (where due_date between $2 and $5), 0) as "amount_in_30_days!: Money",
                  coalesce(sum(with_charges), 0)::bigint as "charged_bills!", coalesce(sum(charges), 0) as "charges!: Money"
           from (select *, standing_is_overdue(standing, due_date, $2) as is_overdue from bill_total
                 where bulk_id = $1 and standing = 'payable') payable"#,
        bulk_id.as_str(),
        today.date(),
        soon,
        in_14_days,
        in_30_days,
    )
    .fetch_one(db)
    .await?;
    Ok(Payable {
        overdue: Figure { bills: row.overdue_bills, amount: row.overdue_amount },
        past_due: Figure { bills: row.past_bills, amount: row.past_amount },
        due_soon: Figure { bills: row.soon_bills, amount: row.soon_amount },
        due_in_14_days: Figure { bills: row.bills_in_14_days, amount: row.amount_in_14_days },
        due_in_30_days: Figure { bills: row.bills_in_30_days, amount: row.amount_in_30_days },
        charges: Figure { bills: row.charged_bills, amount: row.charges },
    })
}

/// Lists the unpaid totals by due date. Bills of batches that wait are left out unless they are wanted.
pub async fn due(db: impl PgExecutor<'_>, bulk_id: &BulkId, with_waiting: bool) -> sqlx::Result<Vec<DueBills>> {
    sqlx::query_as!(
        DueBills,
        r#"select bill_batch_id as "bill_batch_id!: BatchId", extraction_date as "extraction_date!: Day",
                  due_date as "due_date: Day", standing as "standing!: Standing", sum(bills)::bigint as "bills!",
                  sum(amount) as "amount!: Money"
           from bill_total
           where bulk_id = $1 and standing <> 'paid'
             and ($2 or bill_batch_id not in (select w.bill_batch_id from batch_review w where w.state = 'waiting'))
           group by bill_batch_id, extraction_date, due_date, standing having sum(bills) > 0
           order by due_date nulls last, extraction_date, bill_batch_id, standing"#,
        bulk_id.as_str(),
        with_waiting,
    )
    .fetch_all(db)
    .await
}

/// Lists the totals of each month, oldest first. `from` and `to` are first days of months.
pub async fn months(db: impl PgExecutor<'_>, bulk_id: &BulkId, from: Day, to: Day) -> sqlx::Result<Vec<BillMonth>> {
    sqlx::query_as!(
        BillMonth,
        r#"select m::date as "month!: Day", coalesce(sum(t.bills), 0)::bigint as "bills!",
                  coalesce(sum(t.amount), 0) as "amount!: Money"
           from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 month') m
           left join bill_total t on t.bulk_id = $1 and t.invoice_month = m::date and t.closed is distinct from 'carried'
           group by m order by m"#,
        bulk_id.as_str(),
        from.date(),
        to.date(),
    )
    .fetch_all(db)
    .await
}

/// Finds the batch that was extracted last. None of its bills can be paid while it waits.
pub async fn latest(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Option<LatestBatch>> {
    sqlx::query_as!(
        LatestBatch,
        r#"with rows as (
               select bill_batch_id, extraction_date, due_date, standing, sum(bills) as bills, sum(amount) as amount
               from bill_total where bulk_id = $1 and closed is distinct from 'carried'
               group by bill_batch_id, extraction_date, due_date, standing having sum(bills) > 0
           )
           select bill_batch_id as "bill_batch_id!: BatchId", max(extraction_date) as "extraction_date!: Day",
                  min(due_date) as "due_date: Day", sum(bills)::bigint as "total_bills!",
                  sum(amount) as "total_amount!: Money",
                  coalesce(sum(bills) filter (where standing = 'paid'), 0)::bigint as "paid_bills!",
                  coalesce(sum(bills) filter (where standing = 'inPayment'), 0)::bigint as "bills_in_payment!",
                  coalesce(sum(bills) filter (where standing = 'payable' and not does_wait), 0)::bigint as "payable_bills!",
                  coalesce(sum(amount) filter (where standing = 'payable' and not does_wait), 0) as "amount_payable!: Money"
           from rows cross join lateral
               (select exists (select from batch_review w
                               where w.bill_batch_id = rows.bill_batch_id and w.state = 'waiting') as does_wait) review
           where bill_batch_id =
               (select bill_batch_id from rows order by extraction_date desc, bill_batch_id desc limit 1)
           group by bill_batch_id"#,
        bulk_id.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// The total of unpaid bills with the same standing.
pub struct StandingTotal {
    pub standing: String,
    pub closed: Option<Closure>,
    pub bills: i64,
    pub amount: Money,
}

/// Sums the unpaid bills by standing. Supports only filters on columns of the stored totals.
pub async fn standings(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    filter: &BillFilter,
    today: Day,
) -> sqlx::Result<Vec<StandingTotal>> {
    let batches =
        filter.batch_ids.as_deref().map(|ids| ids.iter().map(|id| id.as_str().to_owned()).collect::<Vec<_>>());
    let (from, to) = filter.due_between(today);
    sqlx::query_as!(
        StandingTotal,
        r#"select standing, coalesce(closed, case when disable_payment then 'disabled' end) as "closed: Closure", sum(bills)::bigint as "bills!", sum(amount) as "amount!: Money"
           from bill_total
           where bulk_id = $1 and standing <> 'paid' and ($2::boolean is null or (standing = 'payable') = $2)
             and ($3::text[] is null or bill_batch_id = any($3))
             and ($4::boolean is null or standing_is_overdue(standing, due_date, $5) = $4)
             and ($6::date is null or due_date >= $6) and ($7::date is null or due_date <= $7)
             and (not $8 or standing in ('payable', 'notPayable'))
           group by standing, coalesce(closed, case when disable_payment then 'disabled' end) having sum(bills) > 0"#,
        bulk_id.as_str(),
        filter.payable,
        batches.as_deref() as Option<&[String]>,
        filter.overdue,
        today.date(),
        from.map(Day::date) as Option<NaiveDate>,
        to.map(Day::date) as Option<NaiveDate>,
        filter.due.is_some(),
    )
    .fetch_all(db)
    .await
}
