//! Queries of lines that other statements also hold.

use gridbill_core::number::TransactionNo;
use sqlx::PgExecutor;
use uuid::Uuid;

/// A line of another statement with the same day, reference and amount.
pub struct Elsewhere {
    /// The row in the statement that was asked about.
    pub line: i32,
    pub statement_id: Uuid,
    pub bank_id: String,
    pub file_name: String,
    /// The row in the other file.
    pub other_line: i32,
    pub is_of_other_bank: bool,
    /// The payment that uses it.
    pub used_by: Option<TransactionNo>,
}

/// For each line of a statement, finds an equal line in another statement. Prefers used lines, then lines of other
/// banks.
pub async fn list_elsewhere(db: impl PgExecutor<'_>, statement_id: Uuid) -> sqlx::Result<Vec<Elsewhere>> {
    sqlx::query_as!(
        Elsewhere,
        r#"select distinct on (l.line) l.line, o.statement_id, other.bank_id, other.file_name, o.line as other_line,
                  other.bank_id <> s.bank_id as "is_of_other_bank!", p.transaction_no as "used_by?: TransactionNo"
           from bank_statement s join bank_statement_line l using (statement_id)
           join bank_statement_line o
             on (o.amount, o.day, o.reference_key, o.ordinal) = (l.amount, l.day, l.reference_key, l.ordinal)
                and o.problem is null and o.statement_id <> l.statement_id
           join bank_statement other on other.statement_id = o.statement_id
           left join bank_line_used u
             on (u.bank_id, u.day, u.reference_key, u.amount, u.ordinal)
                = (other.bank_id, o.day, o.reference_key, o.amount, o.ordinal)
           left join payment p on p.payment_id = u.payment_id
           where s.statement_id = $1 and l.problem is null
           order by l.line, u.payment_id is null, other.bank_id = s.bank_id, other.uploaded_at, o.line"#,
        statement_id,
    )
    .fetch_all(db)
    .await
}
