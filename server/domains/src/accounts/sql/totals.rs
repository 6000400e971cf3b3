//! Counts of accounts, from stored totals.

use gridbill_core::number::BulkId;
use sqlx::PgExecutor;

/// The number of accounts that share a state and are all active or all inactive.
pub struct AccountCount {
    pub state: String,
    pub active: bool,
    pub accounts: i64,
}

/// Counts the accounts of a bulk account by state and by whether they are active.
pub async fn by_state(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<AccountCount>> {
    sqlx::query_as!(
        AccountCount,
        r#"select state, active, sum(accounts)::bigint as "accounts!" from account_total
           where bulk_id = $1 group by state, active having sum(accounts) > 0"#,
        bulk_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Counts the accounts that could not be added.
pub async fn errors(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from tagging
           where bulk_id = $1 and error_type is not null and forgotten_at is null"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}
