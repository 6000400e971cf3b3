//! Queries about lines that payments use.

use gridbill_core::Instant;
use sqlx::PgConnection;
use uuid::Uuid;

/// Whether a payment uses a line of this statement through this file.
pub async fn is_used(db: &mut PgConnection, statement_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from bank_line_used where statement_id = $1) as "is_used!""#,
        statement_id,
    )
    .fetch_one(db)
    .await
}

/// Stores that a line is other money than the lines that are stored now.
pub async fn declare_other(
    db: &mut PgConnection,
    statement_id: Uuid,
    line: i32,
    reason: &str,
    (by, at): (Uuid, Instant),
) -> sqlx::Result<()> {
    let added = sqlx::query!(
        "insert into bank_line_declared_other (statement_id, line, reason, declared_by, declared_at)
         values ($1, $2, $3, $4, $5)
         on conflict (statement_id, line) do update set reason = $3, declared_by = $4, declared_at = $5",
        statement_id,
        line,
        reason,
        by,
        at.utc(),
    );
    added.execute(db).await.map(drop)
}
