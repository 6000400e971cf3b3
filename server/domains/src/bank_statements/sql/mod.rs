//! Queries of bank statements. They belong to the utility, so there is no tenant.

use std::sync::Arc;

use gridbill_core::bank_statements::{Columns, Table};
use gridbill_core::number::BankId;
use gridbill_core::{Day, Instant};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

mod lines;
mod used;
mod waiting;

pub use lines::{
    FoundLine, StoredLine, add_lines, add_rows, delete_lines, lines, open_lines, rows, rows_of, sample, uses_of,
};
pub use used::{declare_other, is_used};
pub use waiting::{AwaitingPayment, accepted_for, list_awaiting};

/// A stored statement.
pub struct StoredStatement {
    pub statement_id: Uuid,
    pub bank_id: BankId,
    pub file_name: String,
    pub uploaded_by: String,
    pub uploaded_at: Instant,
    pub heading: Vec<String>,
    pub guessed: Json<Columns>,
    pub lines: i32,
    pub columns: Option<Json<Columns>>,
    pub columns_at: Option<Instant>,
    pub first_day: Option<Day>,
    pub last_day: Option<Day>,
}

pub async fn statement(db: impl PgExecutor<'_>, statement_id: Uuid) -> sqlx::Result<Option<StoredStatement>> {
    sqlx::query_as!(
        StoredStatement,
        r#"select s.statement_id, s.bank_id as "bank_id: BankId", s.file_name, p.name as uploaded_by,
                  s.uploaded_at as "uploaded_at: Instant", s.heading, s.guessed as "guessed: Json<Columns>", s.lines,
                  s.columns as "columns: Json<Columns>", s.columns_at as "columns_at: Instant",
                  s.first_day as "first_day: Day", s.last_day as "last_day: Day"
           from bank_statement s join person p on p.person_id = s.uploaded_by
           where s.statement_id = $1"#,
        statement_id,
    )
    .fetch_optional(db)
    .await
}

/// A statement to add.
pub struct NewStatement<'a> {
    pub statement_id: Uuid,
    pub bank_id: &'a BankId,
    pub file_name: &'a str,
    pub sha256: &'a [u8],
    pub uploaded_by: Uuid,
    pub uploaded_at: Instant,
    pub table: &'a Arc<Table>,
}

/// Adds a statement. Returns false if the bank already has the same file.
pub async fn add_statement(db: &mut PgConnection, new: &NewStatement<'_>) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into bank_statement (statement_id, bank_id, file_name, sha256, uploaded_by, uploaded_at, heading, guessed, lines)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (bank_id, sha256) do nothing",
        new.statement_id,
        new.bank_id.as_str(),
        new.file_name,
        new.sha256,
        new.uploaded_by,
        new.uploaded_at.utc(),
        &new.table.heading,
        Json(&new.table.guessed) as _,
        i32::try_from(new.table.rows.len()).unwrap_or(i32::MAX),
    );
    Ok(added.execute(db).await?.rows_affected() == 1)
}

/// A statement found by its file.
pub struct ExistingStatement {
    pub statement_id: Uuid,
    pub columns: Option<Json<Columns>>,
}

pub async fn by_file(
    db: &mut PgConnection,
    bank_id: &BankId,
    sha256: &[u8],
) -> sqlx::Result<Option<ExistingStatement>> {
    sqlx::query_as!(
        ExistingStatement,
        r#"select statement_id, columns as "columns: Json<Columns>" from bank_statement where bank_id = $1 and sha256 = $2"#,
        bank_id.as_str(),
        sha256,
    )
    .fetch_optional(db)
    .await
}

/// Locks the file's hash until the transaction ends, against concurrent uploads of the same file.
pub async fn lock_file(db: &mut PgConnection, sha256: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('bank file ' || encode($1, 'hex'), 0))", sha256)
        .execute(db)
        .await
        .map(drop)
}

/// The statement of another bank that has the same file.
pub struct OfOtherBank {
    pub statement_id: Uuid,
    pub bank_id: String,
    pub file_name: String,
}

/// Locks a statement of another bank with the same file. Prefers a statement whose lines are used.
pub async fn lock_of_other_bank(
    db: &mut PgConnection,
    bank_id: &BankId,
    sha256: &[u8],
) -> sqlx::Result<Option<OfOtherBank>> {
    sqlx::query_as!(
        OfOtherBank,
        "select s.statement_id, s.bank_id, s.file_name from bank_statement s where s.bank_id <> $1 and s.sha256 = $2
         order by exists (select from bank_line_used u where u.statement_id = s.statement_id) desc, s.uploaded_at
         limit 1 for update of s",
        bank_id.as_str(),
        sha256,
    )
    .fetch_optional(db)
    .await
}

/// Moves a statement to another bank and clears its columns. The caller has deleted its lines.
pub async fn move_to_bank(db: &mut PgConnection, statement_id: Uuid, bank_id: &BankId) -> sqlx::Result<()> {
    sqlx::query!(
        "update bank_statement
         set bank_id = $2, columns = null, columns_by = null, columns_at = null, first_day = null, last_day = null
         where statement_id = $1",
        statement_id,
        bank_id.as_str(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Locks a statement exclusively: its lines cannot be changed or used until the transaction ends.
pub async fn lock_to_change(db: &mut PgConnection, statement_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("select statement_id from bank_statement where statement_id = $1 for update", statement_id)
        .fetch_one(db)
        .await
        .map(drop)
}

/// Locks a statement for use: its lines cannot change until the transaction ends. Returns when its columns were set.
pub async fn lock_to_use(db: &mut PgConnection, statement_id: Uuid) -> sqlx::Result<Option<Instant>> {
    sqlx::query_scalar!(
        r#"select columns_at as "columns_at: Instant" from bank_statement where statement_id = $1 for share"#,
        statement_id,
    )
    .fetch_one(db)
    .await
}

/// The columns that a user set, and the range of days of the resulting lines.
pub struct StatementColumns<'a> {
    pub columns: &'a Columns,
    pub by: Uuid,
    pub at: Instant,
    pub from: Option<Day>,
    pub to: Option<Day>,
}

pub async fn set_columns(db: &mut PgConnection, statement_id: Uuid, said: &StatementColumns<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "update bank_statement set columns = $2, columns_by = $3, columns_at = $4, first_day = $5, last_day = $6
         where statement_id = $1",
        statement_id,
        Json(said.columns) as _,
        said.by,
        said.at.utc(),
        said.from.map(Day::date),
        said.to.map(Day::date),
    )
    .execute(db)
    .await
    .map(drop)
}

/// The columns of a bank, with the heading for which they were set.
pub struct KnownColumns {
    pub heading: Vec<String>,
    pub columns: Json<Columns>,
}

pub async fn known_columns(db: impl PgExecutor<'_>, bank_id: &BankId) -> sqlx::Result<Option<KnownColumns>> {
    sqlx::query_as!(
        KnownColumns,
        r#"select heading, columns as "columns: Json<Columns>" from bank_columns where bank_id = $1"#,
        bank_id.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// Lists the banks with a stored assignment of columns.
pub async fn known_banks(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select bank_id from bank_columns").fetch_all(db).await
}

/// Stores the columns for the bank's next statements.
pub async fn store_bank_columns(
    db: &mut PgConnection,
    statement: &StoredStatement,
    columns: &Columns,
    by: Uuid,
    at: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into bank_columns (bank_id, heading, columns, said_by, said_at) values ($1, $2, $3, $4, $5)
         on conflict (bank_id) do update set heading = $2, columns = $3, said_by = $4, said_at = $5",
        statement.bank_id.as_str(),
        &statement.heading,
        Json(columns) as _,
        by,
        at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
