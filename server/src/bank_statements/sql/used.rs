//! Queries of lines by which payments were decided.

use gridbill_core::Instant;
use gridbill_core::bank_statements::LineDecision;
use gridbill_core::number::TransactionNo;
use sqlx::PgConnection;
use uuid::Uuid;

/// Whether a payment was decided by one of its lines.
pub async fn is_used(db: &mut PgConnection, statement_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from bank_line_used where statement_id = $1) as "is_used!""#,
        statement_id,
    )
    .fetch_one(db)
    .await
}

/// Whether one of its lines was used, whichever file it was in.
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

/// The payment that was decided by a line, whichever file it was in.
pub async fn used_by(db: &mut PgConnection, statement_id: Uuid, line: u32) -> sqlx::Result<Option<TransactionNo>> {
    sqlx::query_scalar!(
        r#"select p.transaction_no as "transaction_no: TransactionNo"
           from bank_statement s join bank_statement_line l using (statement_id)
           join bank_line_used u
             on (u.bank_id, u.day, u.reference_key, u.amount, u.ordinal)
                = (s.bank_id, l.day, l.reference_key, l.amount, l.ordinal)
           join payment p using (payment_id)
           where s.statement_id = $1 and l.line = $2 and l.problem is null"#,
        statement_id,
        i32::try_from(line).unwrap_or(i32::MAX),
    )
    .fetch_optional(db)
    .await
}

/// A line by which a payment is decided.
pub struct NewUse {
    pub payment_id: Uuid,
    pub version: i32,
    pub decision: LineDecision,
    pub by: Uuid,
    pub at: Instant,
}

/// Whether the line was free: it is used once, by its identity.
pub async fn use_line(db: &mut PgConnection, statement_id: Uuid, line: u32, used: &NewUse) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into bank_line_used (bank_id, day, reference_key, amount, ordinal, payment_id, version, decision, statement_id,
                                     line, decided_by, decided_at)
         select s.bank_id, l.day, l.reference_key, l.amount, l.ordinal, $3, $4, $5, l.statement_id, l.line, $6, $7
         from bank_statement s join bank_statement_line l using (statement_id)
         where s.statement_id = $1 and l.line = $2 and l.problem is null
         on conflict do nothing",
        statement_id,
        i32::try_from(line).unwrap_or(i32::MAX),
        used.payment_id,
        used.version,
        used.decision as _,
        used.by,
        used.at.utc(),
    );
    Ok(added.execute(db).await?.rows_affected() == 1)
}
