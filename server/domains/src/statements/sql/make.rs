//! Queries of the job that makes statements.

use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Code, Day, Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::files::StoredFile;

/// Lists the queued statements of all bulk accounts.
pub async fn list_queued(db: &mut PgConnection) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!("select statement_id from statement where state = 'waiting' order by requested_at")
        .fetch_all(db)
        .await
}

/// A statement to prepare.
pub struct ToMake {
    pub statement_id: Uuid,
    pub bulk_id: BulkId,
    pub account_no: AccountNo,
    pub is_own: bool,
    pub months: u32,
    pub first_day: Day,
    pub last_day: Day,
    pub language: Language,
    pub requested_by: Uuid,
    pub expires_at: Instant,
}

pub async fn find_queued(db: impl PgExecutor<'_>, statement_id: Uuid) -> sqlx::Result<Option<ToMake>> {
    sqlx::query!(
        r#"select bulk_id as "bulk_id: BulkId", account_no as "account_no: AccountNo", is_own, months,
                  first_day as "first_day: Day", last_day as "last_day: Day", language as "language: Language", requested_by,
                  expires_at as "expires_at: Instant"
           from statement where statement_id = $1 and state = 'waiting'"#,
        statement_id,
    )
    .map(|row| ToMake {
        statement_id,
        bulk_id: row.bulk_id,
        account_no: row.account_no,
        is_own: row.is_own,
        months: u32::try_from(row.months).unwrap_or_default(),
        first_day: row.first_day,
        last_day: row.last_day,
        language: row.language,
        requested_by: row.requested_by,
        expires_at: row.expires_at,
    })
    .fetch_optional(db)
    .await
}

/// Marks a queued statement as ready. Returns false if it was already handled.
pub async fn mark_ready(
    db: &mut PgConnection,
    to_make: &ToMake,
    written: &StoredFile,
    now: Instant,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update statement set state = 'ready', file_id = $3, sha256 = $4, made_at = $5
         where bulk_id = $1 and statement_id = $2 and state = 'waiting'",
        to_make.bulk_id.as_str(),
        to_make.statement_id,
        written.file_id,
        written.sha256,
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Counts a failed attempt. Returns the number of failed attempts so far.
pub async fn count_failed_attempt(db: &mut PgConnection, bulk_id: &BulkId, statement_id: Uuid) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "update statement set attempts = attempts + 1 where bulk_id = $1 and statement_id = $2 returning attempts",
        bulk_id.as_str(),
        statement_id,
    )
    .fetch_one(db)
    .await
}

/// Marks a queued statement as failed. Returns false if it was already handled.
pub async fn mark_failed(db: &mut PgConnection, bulk_id: &BulkId, statement_id: Uuid, why: Code) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update statement set state = 'failed', failure = $3 where bulk_id = $1 and statement_id = $2 and state = 'waiting'",
        bulk_id.as_str(),
        statement_id,
        why.name(),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub struct RecipientRow {
    pub email: String,
    pub name: Option<String>,
}

pub async fn recipients(db: &mut PgConnection, statement_id: Uuid) -> sqlx::Result<Vec<RecipientRow>> {
    sqlx::query_as!(
        RecipientRow,
        "select email, name from statement_recipient where statement_id = $1 order by email",
        statement_id,
    )
    .fetch_all(db)
    .await
}

pub async fn company(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<String> {
    sqlx::query_scalar!("select company_name from bulk_account where bulk_id = $1", bulk_id.as_str())
        .fetch_one(db)
        .await
}
