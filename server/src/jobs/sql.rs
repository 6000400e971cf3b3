//! Queries of what is still to be done.

use gridbill_core::Instant;
use sqlx::PgExecutor;
use uuid::Uuid;

/// Payments that were accepted and are not posted yet.
pub async fn payments_to_post(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!("select payment_id from payment where status = 3").fetch_all(db).await
}

pub async fn forget_rates(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from rate where began_at < $1", before.utc()).execute(db).await.map(drop)
}

pub async fn forget_links(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from link where expires_at < $1", before.utc()).execute(db).await.map(drop)
}

/// Sessions that ended or went silent before then, with their refresh tokens.
pub async fn forget_sessions(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from session where coalesce(ended_at, last_active_at) < $1", before.utc())
        .execute(db)
        .await
        .map(drop)
}

/// Letters that the mail server took before then.
pub async fn forget_mail(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from mail where accepted_at < $1", before.utc()).execute(db).await.map(drop)
}
