//! Queries for operators' screens.

use gridbill_core::Instant;
use sqlx::PgExecutor;

/// Returns the database's time. Imports record their progress by this clock.
pub async fn database_now(db: impl PgExecutor<'_>) -> sqlx::Result<Instant> {
    sqlx::query_scalar!(r#"select now() as "now!: Instant""#).fetch_one(db).await
}

/// Deletes feed files that were imported before `before`, with their rejected rows.
pub async fn delete_imports(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from feed_import where began_at < $1", before.utc()).execute(db).await.map(drop)
}
