//! Queries of what is still to be done.

use sqlx::PgExecutor;
use uuid::Uuid;

/// Payments that were accepted and are not posted yet.
pub async fn payments_to_post(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!("select payment_id from payment where status = 3").fetch_all(db).await
}
