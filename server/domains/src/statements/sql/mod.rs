//! Queries of statements, with the tenant first.

use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::statements::StatementState;
use gridbill_core::{Day, Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

pub mod combined;
pub mod ledger;
pub mod make;

/// How an account relates to a bulk account.
pub struct KnownAccount {
    pub is_own: bool,
    /// Whether the account belongs to the company in the utility's records.
    pub is_companys: bool,
    pub is_in_none: bool,
}

pub async fn account(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    account_no: &AccountNo,
) -> sqlx::Result<Option<KnownAccount>> {
    sqlx::query_as!(
        KnownAccount,
        r#"select coalesce(a.bulk_id = b.bulk_id, false) as "is_own!",
                  coalesce(is_same_company(m.registration_no, b.registration_no), false) as "is_companys!",
                  a.account_no is null as "is_in_none!"
           from bulk_account b
           join account_master m on m.account_no = $2
           left join electricity_account a on a.account_no = m.account_no
           where b.bulk_id = $1"#,
        bulk_id.as_str(),
        account_no.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// A queued request for the same statement.
pub struct QueuedDuplicate {
    pub statement_id: Uuid,
    pub requested_at: Instant,
}

/// Locks the queued statement of the same account and language for the same period, given by months and last day. The account may
/// have been added or removed since it was queued, so it gets the present relation.
pub async fn find_queued_duplicate(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    (account_no, is_own): (&AccountNo, bool),
    months: u32,
    last_day: Day,
    language: Language,
) -> sqlx::Result<Option<QueuedDuplicate>> {
    sqlx::query_as!(
        QueuedDuplicate,
        r#"update statement set is_own = $6
           where bulk_id = $1 and account_no = $2 and months = $3 and language = $4 and last_day = $5 and state = 'waiting'
           returning statement_id, requested_at as "requested_at: Instant""#,
        bulk_id.as_str(),
        account_no.as_str(),
        i32::try_from(months).unwrap_or(i32::MAX),
        language.tag(),
        last_day.date(),
        is_own,
    )
    .fetch_optional(db)
    .await
}

pub async fn count_waiting(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "n!" from statement where bulk_id = $1 and state = 'waiting'"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

/// A statement to add.
pub struct NewAccountStatement<'a> {
    pub statement_id: Uuid,
    pub bulk_id: &'a BulkId,
    pub account_no: &'a AccountNo,
    pub is_own: bool,
    pub months: u32,
    pub first_day: Day,
    pub last_day: Day,
    pub language: Language,
    pub requested_by: Uuid,
    pub requested_at: Instant,
    pub expires_at: Instant,
}

pub async fn add(db: &mut PgConnection, new: &NewAccountStatement<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into statement (statement_id, bulk_id, account_no, is_own, months, first_day, last_day, language,
                                requested_by, requested_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        new.statement_id,
        new.bulk_id.as_str(),
        new.account_no.as_str(),
        new.is_own,
        i32::try_from(new.months).unwrap_or(i32::MAX),
        new.first_day.date(),
        new.last_day.date(),
        new.language.tag(),
        new.requested_by,
        new.requested_at.utc(),
        new.expires_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds a recipient.
pub async fn add_recipient(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    statement_id: Uuid,
    email: &str,
    name: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into statement_recipient (bulk_id, statement_id, email, name) values ($1, $2, $3, $4)
         on conflict do nothing",
        bulk_id.as_str(),
        statement_id,
        email,
        name,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Copies the recipients of a statement to another.
pub async fn move_recipients(db: &mut PgConnection, from: Uuid, to: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into statement_recipient (bulk_id, statement_id, email, name)
         select bulk_id, $2, email, name from statement_recipient where statement_id = $1 on conflict do nothing",
        from,
        to,
    )
    .execute(db)
    .await
    .map(drop)
}

/// A statement whose row is locked.
pub struct LockedStatement {
    pub state: StatementState,
    pub account_no: AccountNo,
    pub is_own: bool,
    pub months: u32,
    pub language: Language,
    pub requested_at: Instant,
}

pub async fn lock(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    statement_id: Uuid,
    now: Instant,
) -> sqlx::Result<Option<LockedStatement>> {
    sqlx::query!(
        r#"select state as "state: StatementState", account_no as "account_no: AccountNo", is_own, months,
                  language as "language: Language", requested_at as "requested_at: Instant"
           from statement where bulk_id = $1 and statement_id = $2 and expires_at > $3 for update"#,
        bulk_id.as_str(),
        statement_id,
        now.utc(),
    )
    .map(|row| LockedStatement {
        state: row.state,
        account_no: row.account_no,
        is_own: row.is_own,
        months: u32::try_from(row.months).unwrap_or_default(),
        language: row.language,
        requested_at: row.requested_at,
    })
    .fetch_optional(db)
    .await
}

/// A failed statement that is queued again.
pub struct RetriedStatement<'a> {
    pub bulk_id: &'a BulkId,
    pub statement_id: Uuid,
    pub is_own: bool,
    pub first_day: Day,
    pub last_day: Day,
    /// The user who retries it and is notified.
    pub requested_by: Uuid,
    pub requested_at: Instant,
    pub expires_at: Instant,
}

pub async fn begin_again(db: &mut PgConnection, again: &RetriedStatement<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "update statement set state = 'waiting', attempts = 0, failure = null, first_day = $3, last_day = $4,
                requested_by = $5, requested_at = $6, expires_at = $7, is_own = $8
         where bulk_id = $1 and statement_id = $2 and state = 'failed'",
        again.bulk_id.as_str(),
        again.statement_id,
        again.first_day.date(),
        again.last_day.date(),
        again.requested_by,
        again.requested_at.utc(),
        again.expires_at.utc(),
        again.is_own,
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_failed(db: &mut PgConnection, bulk_id: &BulkId, statement_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from statement where bulk_id = $1 and statement_id = $2 and state = 'failed'",
        bulk_id.as_str(),
        statement_id,
    )
    .execute(db)
    .await
    .map(drop)
}

/// A statement that can be downloaded.
pub struct ReadyStatement {
    pub account_no: AccountNo,
    pub last_day: Day,
    pub language: Language,
    pub file_id: Uuid,
    pub sha256: Vec<u8>,
}

pub async fn find_ready(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    statement_id: Uuid,
    now: Instant,
) -> sqlx::Result<Option<ReadyStatement>> {
    sqlx::query_as!(
        ReadyStatement,
        r#"select account_no as "account_no: AccountNo", last_day as "last_day: Day", language as "language: Language",
                  file_id as "file_id!", sha256 as "sha256!"
           from statement where bulk_id = $1 and statement_id = $2 and state = 'ready' and expires_at > $3"#,
        bulk_id.as_str(),
        statement_id,
        now.utc(),
    )
    .fetch_optional(db)
    .await
}

/// The median time in seconds from request to ready, over the last `of` statements of all bulk accounts.
pub async fn usual_seconds(db: impl PgExecutor<'_>, of: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        r#"select ceil(percentile_cont(0.5) within group (order by extract(epoch from made_at - requested_at)))::bigint
           from (select made_at, requested_at from statement where state = 'ready' order by made_at desc limit $1) last"#,
        of,
    )
    .fetch_one(db)
    .await
}

/// Deletes expired statements and returns their files.
pub async fn delete_expired(db: &mut PgConnection, now: Instant) -> sqlx::Result<Vec<Uuid>> {
    let gone = sqlx::query_scalar!(
        "delete from statement where expires_at <= $1 and state <> 'waiting' returning file_id",
        now.utc(),
    )
    .fetch_all(db)
    .await?;
    Ok(gone.into_iter().flatten().collect())
}
