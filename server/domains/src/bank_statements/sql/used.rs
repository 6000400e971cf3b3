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

/// Stores that a line is other money than another line.
pub async fn declare_other(
    db: &mut PgConnection,
    (statement_id, line): (Uuid, i32),
    (other_statement_id, other_line): (Uuid, i32),
    reason: &str,
    (by, at): (Uuid, Instant),
) -> sqlx::Result<()> {
    let added = sqlx::query!(
        "insert into bank_line_declared_other (statement_id, line, other_statement_id, other_line, reason, declared_by,
                                               declared_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
        statement_id,
        line,
        other_statement_id,
        other_line,
        reason,
        by,
        at.utc(),
    );
    added.execute(db).await.map(drop)
}
