//! Queries of what runs the portal.

use gridbill_core::Instant;
use sqlx::PgExecutor;

/// What the database calls now, by whose clock imports say how far they have come.
pub async fn database_now(db: impl PgExecutor<'_>) -> sqlx::Result<Instant> {
    sqlx::query_scalar!(r#"select now() as "now!: Instant""#).fetch_one(db).await
}

/// Files of the feed that came before then, with their refused rows.
pub async fn forget_imports(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from feed_import where began_at < $1", before.utc()).execute(db).await.map(drop)
}
