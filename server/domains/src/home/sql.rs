//! Queries for the pending work of staff. Each uses an index on the rows that it counts.

use gridbill_core::home::{StaffPeople, Waiting, WaitingPayments};
use gridbill_core::{Instant, Money};
use sqlx::PgExecutor;

/// Counts payments to approve.
pub async fn payments(db: impl PgExecutor<'_>) -> sqlx::Result<WaitingPayments> {
    sqlx::query_as!(
        WaitingPayments,
        r#"select count(*) as "count!", min(requested_at) as "since: Instant", coalesce(sum(amount), 0) as "amount!: Money"
           from payment where payment_awaits_approval(status)"#
    )
    .fetch_one(db)
    .await
}

/// Counts payments that customers have to reconcile.
pub async fn reconciling(db: impl PgExecutor<'_>) -> sqlx::Result<Waiting> {
    sqlx::query_as!(
        Waiting,
        r#"select count(*) as "count!", min(requested_at) as "since: Instant"
           from payment where payment_awaits_reconciliation(status)"#
    )
    .fetch_one(db)
    .await
}

/// Counts applications to review, with the time of the oldest submission.
pub async fn registrations(db: impl PgExecutor<'_>) -> sqlx::Result<Waiting> {
    sqlx::query_as!(
        Waiting,
        r#"select count(*) as "count!", min(submitted_at) as "since: Instant"
           from registration where registration_awaits_approval(status)"#
    )
    .fetch_one(db)
    .await
}

/// Counts applications for which the customer was asked for more information, with the time of the oldest request.
pub async fn count_awaiting_answer(db: impl PgExecutor<'_>) -> sqlx::Result<Waiting> {
    sqlx::query_as!(
        Waiting,
        r#"select count(*) as "count!", min(reviewed_at) as "since: Instant"
           from registration where registration_awaits_answer(status)"#
    )
    .fetch_one(db)
    .await
}

/// Counts accounts that could not be added, of all customers.
pub async fn accounts(db: impl PgExecutor<'_>) -> sqlx::Result<Waiting> {
    sqlx::query_as!(
        Waiting,
        r#"select count(*) as "count!", min(requested_at) as "since: Instant"
           from tagging where error_type is not null and forgotten_at is null"#
    )
    .fetch_one(db)
    .await
}

/// Counts unresolved alerts about FPX payments.
pub async fn gateway(db: impl PgExecutor<'_>) -> sqlx::Result<Waiting> {
    sqlx::query_as!(
        Waiting,
        r#"select count(*) as "count!", min(at) as "since: Instant" from fpx_alert where settled_at is null"#
    )
    .fetch_one(db)
    .await
}

/// Counts the utility's staff users.
pub async fn people(db: impl PgExecutor<'_>, active_since: Instant) -> sqlx::Result<StaffPeople> {
    let found = sqlx::query!(
        r#"select count(*) as "total!",
                  count(*) filter (where activated_at is not null and last_login_at >= $1) as "active!",
                  count(*) filter (where activated_at is null) as "invited!",
                  min(created_at) filter (where activated_at is null) as "since: Instant"
           from person where is_staff and deleted_at is null"#,
        active_since.utc(),
    )
    .fetch_one(db)
    .await?;
    let invited = Waiting { count: found.invited, since: found.since };
    Ok(StaffPeople { total: found.total, active: found.active, invited })
}
