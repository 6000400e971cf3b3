//! Queries that count payments.

use gridbill_core::home::PaymentMonth;
use gridbill_core::number::BulkId;
use gridbill_core::payments::Status;
use gridbill_core::{Day, Instant, Money};
use sqlx::{PgExecutor, PgPool};

pub struct StateCount {
    pub status: Status,
    pub payments: i64,
    pub amount: Money,
}

/// Counts the payments of a bulk account by status.
pub async fn counts(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<StateCount>> {
    sqlx::query_as!(
        StateCount,
        r#"select status as "status: Status", count(*) as "payments!", sum(amount) as "amount!: Money"
           from payment where bulk_id = $1 group by status"#,
        bulk_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Counts all payments by status, from the stored totals.
pub async fn totals(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<StateCount>> {
    sqlx::query_as!(
        StateCount,
        r#"select status as "status: Status", sum(payments)::bigint as "payments!", sum(amount) as "amount!: Money"
           from payment_total group by status having sum(payments) <> 0"#,
    )
    .fetch_all(db)
    .await
}

/// Merges the rows of each status's stored total into one row.
pub async fn fold_totals(db: impl PgExecutor<'_>) -> sqlx::Result<()> {
    sqlx::query!("select fold_payment_totals() where exists (select from payment_total where not is_folded)")
        .execute(db)
        .await
        .map(drop)
}

/// Counts the payments that have been awaiting approval since before the given instant.
pub async fn pending_before(pool: &PgPool, before: Instant) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from payment where payment_awaits_approval(status) and requested_at < $1"#,
        before.utc(),
    )
    .fetch_one(pool)
    .await
}

/// Counts the payments that one officer accepted and a second officer must confirm.
pub async fn proposed(pool: &PgPool) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from payment where proposed_by is not null"#)
        .fetch_one(pool)
        .await
}

/// Lists the paid payments of a bulk account by the month in which they were made, oldest first, with the money
/// received. `from` and `to` are first days of months.
pub async fn months(db: impl PgExecutor<'_>, bulk_id: &BulkId, from: Day, to: Day) -> sqlx::Result<Vec<PaymentMonth>> {
    sqlx::query_as!(
        PaymentMonth,
        r#"select m::date as "month!: Day", count(p.payment_id) as "payments!",
                  coalesce(sum(p.amount + case p.reconcile_type when 2 then p.reconcile_amount else 0 end), 0) as "amount!: Money"
           from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 month') m
           left join payment p on p.bulk_id = $1 and payment_is_paid(p.status)
               and p.requested_at >= m at time zone interval '8 hours'
               and p.requested_at < (m + interval '1 month') at time zone interval '8 hours'
           group by m order by m"#,
        bulk_id.as_str(),
        from.date(),
        to.date(),
    )
    .fetch_all(db)
    .await
}
