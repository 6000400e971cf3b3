//! Queries that count payments.

use gridbill_core::number::BulkId;
use gridbill_core::payments::Status;
use gridbill_core::{Instant, Money};
use sqlx::PgPool;

pub struct StateCount {
    pub status: Status,
    pub payments: i64,
    pub amount: Money,
}

/// Payments of one bulk account, or of all, by state.
pub async fn counts(pool: &PgPool, bulk_id: Option<&BulkId>) -> sqlx::Result<Vec<StateCount>> {
    sqlx::query_as!(
        StateCount,
        r#"select status as "status: Status", count(*) as "payments!", sum(amount) as "amount!: Money"
               from payment where $1::text is null or bulk_id = $1 group by status"#,
        bulk_id.map(BulkId::as_str),
    )
    .fetch_all(pool)
    .await
}

/// Payments that wait for the utility since before that instant.
pub async fn pending_before(pool: &PgPool, before: Instant) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from payment where payment_awaits_approval(status) and requested_at < $1"#,
        before.utc(),
    )
    .fetch_one(pool)
    .await
}
