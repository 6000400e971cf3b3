//! Queries of stored imports.

use gridbill_core::operations::FeedKind;
use sqlx::{PgConnection, PgExecutor};

use super::Outcome;

/// Adds a running import.
pub async fn begin_import(db: impl PgExecutor<'_>, kind: FeedKind, file_name: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into feed_import (kind, file_name) values ($1, $2) returning import_id",
        kind.code(),
        file_name,
    )
    .fetch_one(db)
    .await
}

/// Adds refused rows.
pub async fn insert_rejected(
    db: &mut PgConnection,
    import_id: i64,
    lines: &[i64],
    numbers: &[Option<String>],
    reasons: &[String],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into feed_rejected (import_id, line, number, reason)
         select $1, line, number, reason from unnest($2::bigint[], $3::text[], $4::text[]) as row (line, number, reason)
         on conflict do nothing",
        import_id,
        lines,
        numbers as &[Option<String>],
        reasons,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Updates the progress of an import.
pub async fn touch_import(db: &mut PgConnection, import_id: i64, rows: u64, outcome: &Outcome) -> sqlx::Result<()> {
    sqlx::query!(
        "update feed_import
         set row_count = $2, new_count = $3, changed_count = $4, unchanged_count = $5, rejected_count = $6, touched_at = now()
         where import_id = $1",
        import_id,
        count(rows),
        count(outcome.new),
        count(outcome.changed),
        count(outcome.unchanged),
        count(outcome.rejected),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Marks an import as finished, with the error if it failed.
pub async fn end_import(db: impl PgExecutor<'_>, import_id: i64, problem: Option<&str>) -> sqlx::Result<()> {
    sqlx::query!(
        "update feed_import set ended_at = now(), touched_at = now(), problem = $2 where import_id = $1",
        import_id,
        problem,
    )
    .execute(db)
    .await
    .map(drop)
}

fn count(rows: u64) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}
