//! Queries for sign-ins through a company's provider.

use gridbill_core::Instant;
use sqlx::PgExecutor;

/// Deletes sign-ins whose time is over.
pub async fn delete_expired_sign_ins(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from sso_sign_in where expires_at <= $1", now.utc()).execute(db).await.map(drop)
}
