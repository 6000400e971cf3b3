//! Queries about lines that payments use.

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

/// Whether a payment uses a line of this statement through any file.
pub async fn shows_used(db: &mut PgConnection, statement_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from bank_statement s join bank_statement_line l using (statement_id)
               join bank_line_used u
                 on (u.bank_id, u.day, u.reference_key, u.amount, u.ordinal)
                    = (s.bank_id, l.day, l.reference_key, l.amount, l.ordinal)
               where s.statement_id = $1 and l.problem is null) as "is_used!""#,
        statement_id,
    )
    .fetch_one(db)
    .await
}
