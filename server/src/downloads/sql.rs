//! Queries for downloads. They are always restricted to the person, and for customers also to their bulk account.

use gridbill_core::downloads::DownloadState;
use gridbill_core::number::BulkId;
use gridbill_core::{Instant, Language};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::What;
use crate::auth::who::Person;
use crate::files::StoredFile;

/// A download as its person sees it.
pub struct DownloadRow {
    pub download_id: Uuid,
    pub name: String,
    pub state: DownloadState,
    pub done: i64,
    pub total: i64,
    pub code: Option<String>,
    pub bytes: Option<i64>,
    pub requested_at: Instant,
    pub expires_at: Instant,
}

/// A download to insert.
pub struct NewDownload<'a> {
    pub download_id: Uuid,
    pub person: &'a Person,
    pub bulk_id: Option<&'a BulkId>,
    pub name: &'a str,
    pub what: &'a What,
    pub total: i64,
    pub expires_at: Instant,
}

pub async fn lock_person(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<()> {
    // `for no key update`, because inserts of rows that refer to the person lock its key.
    sqlx::query!("select person_id from person where person_id = $1 for no key update", person_id)
        .fetch_one(db)
        .await
        .map(drop)
}

/// Counts queued and running downloads of the person and of the bulk account.
pub async fn under_way(db: &mut PgConnection, person_id: Uuid, bulk_id: Option<&BulkId>) -> sqlx::Result<(i64, i64)> {
    sqlx::query!(
        r#"select count(*) filter (where person_id = $1) as "own!", count(*) filter (where bulk_id = $2) as "tenants!"
           from download where state in ('waiting', 'running') and (person_id = $1 or bulk_id = $2)"#,
        person_id,
        bulk_id.map(BulkId::as_str),
    )
    .map(|row| (row.own, row.tenants))
    .fetch_one(db)
    .await
}

/// Inserts a download: queued for a job, or ready if its file is given.
pub async fn add(
    db: &mut PgConnection,
    new: &NewDownload<'_>,
    written: Option<&StoredFile>,
    now: Instant,
) -> sqlx::Result<()> {
    let state = if written.is_some() { "ready" } else { "waiting" };
    sqlx::query!(
        "insert into download (download_id, person_id, bulk_id, name, what, language, state, done, total, file_id, bytes,
                               sha256, requested_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        new.download_id,
        new.person.person_id,
        new.bulk_id.map(BulkId::as_str),
        new.name,
        Json(new.what) as Json<&What>,
        new.person.language.tag(),
        state,
        if written.is_some() { new.total } else { 0 },
        new.total,
        written.map(|written| written.file_id),
        written.map(|written| written.size),
        written.map(|written| written.sha256.as_slice()),
        now.utc(),
        new.expires_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Deletes a person's ready downloads beyond the newest `limit`, and returns their files. The expiry time, which is
/// set when a file is finished, determines the order.
pub async fn delete_beyond(db: &mut PgConnection, person_id: Uuid, limit: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"delete from download where download_id in (
               select download_id from download where person_id = $1 and state = 'ready'
               order by expires_at desc, requested_at desc, download_id offset $2
           ) returning file_id as "file_id!""#,
        person_id,
        limit,
    )
    .fetch_all(db)
    .await
}

pub async fn of_person(db: impl PgExecutor<'_>, person: &Person, now: Instant) -> sqlx::Result<Vec<DownloadRow>> {
    sqlx::query_as!(
        DownloadRow,
        r#"select download_id, name, state as "state: DownloadState", done, total, code, bytes,
                  requested_at as "requested_at: Instant", expires_at as "expires_at: Instant"
           from download
           where person_id = $1 and ($2 or bulk_id is not distinct from $3) and expires_at > $4
           order by requested_at desc, download_id limit 100"#,
        person.person_id,
        person.is_staff,
        person.bulk_id.as_ref().map(BulkId::as_str),
        now.utc(),
    )
    .fetch_all(db)
    .await
}

/// A ready download and its file.
pub struct ReadyDownload {
    pub name: String,
    pub what: Json<What>,
    pub file_id: Uuid,
    pub bytes: i64,
    pub sha256: Vec<u8>,
}

pub async fn find_ready(
    db: impl PgExecutor<'_>,
    person: &Person,
    download_id: Uuid,
    now: Instant,
) -> sqlx::Result<Option<ReadyDownload>> {
    sqlx::query_as!(
        ReadyDownload,
        r#"select name, what as "what: Json<What>", file_id as "file_id!", bytes as "bytes!", sha256 as "sha256!"
           from download
           where download_id = $1 and person_id = $2 and ($3 or bulk_id is not distinct from $4) and expires_at > $5
             and state = 'ready'"#,
        download_id,
        person.person_id,
        person.is_staff,
        person.bulk_id.as_ref().map(BulkId::as_str),
        now.utc(),
    )
    .fetch_optional(db)
    .await
}

/// Deletes a download, whose job then stops. Returns its file, if it has a file; `None` if there is no such
/// download.
pub async fn cancel(db: &mut PgConnection, person: &Person, download_id: Uuid) -> sqlx::Result<Option<Vec<Uuid>>> {
    let gone = sqlx::query_scalar!(
        "delete from download
         where download_id = $1 and person_id = $2 and ($3 or bulk_id is not distinct from $4)
         returning file_id",
        download_id,
        person.person_id,
        person.is_staff,
        person.bulk_id.as_ref().map(BulkId::as_str),
    );
    Ok(gone.fetch_optional(db).await?.map(|file_id| file_id.into_iter().collect()))
}

/// A failed download.
pub struct Failed {
    /// The bulk account that it is about.
    pub bulk_id: Option<BulkId>,
    pub what: Json<What>,
}

pub async fn failed(db: &mut PgConnection, person: &Person, download_id: Uuid) -> sqlx::Result<Option<Failed>> {
    sqlx::query_as!(
        Failed,
        r#"select bulk_id as "bulk_id: BulkId", what as "what: Json<What>" from download
           where download_id = $1 and person_id = $2 and ($3 or bulk_id is not distinct from $4) and state = 'failed'"#,
        download_id,
        person.person_id,
        person.is_staff,
        person.bulk_id.as_ref().map(BulkId::as_str),
    )
    .fetch_optional(db)
    .await
}

/// Queues a failed download again. Returns false if there is no such download.
pub async fn requeue_failed(
    db: &mut PgConnection,
    person: &Person,
    download_id: Uuid,
    expires_at: Instant,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update download set state = 'waiting', code = null, done = 0, attempts_before = attempt, expires_at = $5
         where download_id = $1 and person_id = $2 and ($3 or bulk_id is not distinct from $4) and state = 'failed'",
        download_id,
        person.person_id,
        person.is_staff,
        person.bulk_id.as_ref().map(BulkId::as_str),
        expires_at.utc(),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Waits for other slots that are choosing a download.
pub async fn lock_choice(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query_scalar!("select pg_advisory_xact_lock(hashtextextended('choose a download', 0))::text")
        .fetch_one(db)
        .await
        .map(drop)
}

/// Whether any download is queued or running.
pub async fn any_to_make(db: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from download where state in ('waiting', 'running')) as "any!""#)
        .fetch_one(db)
        .await
}

/// A download that a job makes.
pub struct Job {
    pub download_id: Uuid,
    pub attempt: i32,
    /// Attempts before the user retried it.
    pub attempts_before: i32,
    pub person_id: Uuid,
    pub language: Language,
    pub what: Json<What>,
    /// The name of the file.
    pub name: String,
    pub bulk_id: Option<BulkId>,
}

/// Starts the next download in a slot. A download that was started in this slot by a process that died comes first.
/// Otherwise it is the oldest download of the person served least recently, among people with no running download.
/// Returns `None` if no download is queued.
pub async fn begin(db: &mut PgConnection, slot: i16) -> sqlx::Result<Option<Job>> {
    sqlx::query_as!(
        Job,
        r#"update download
           set state = 'running', attempt = attempt + 1, done = 0, slot = $1, begun = nextval('download_begun')
           where download_id = (
               select d.download_id from download d
               where d.state in ('waiting', 'running')
                 and case d.state
                     when 'running' then coalesce(d.slot = $1, true)
                     else not exists (select from download o where o.person_id = d.person_id and o.state = 'running')
                 end
               order by d.state = 'running' desc,
                        (select max(o.begun) from download o where o.person_id = d.person_id) nulls first,
                        d.requested_at, d.download_id
               limit 1
           )
           returning download_id, attempt, attempts_before, person_id, language as "language: Language", what as "what: Json<What>", name,
                     bulk_id as "bulk_id: BulkId""#,
        slot,
    )
    .fetch_optional(db)
    .await
}

/// Stores the progress. Returns false if the download is no longer wanted.
pub async fn progress(db: impl PgExecutor<'_>, job: &Job, done: i64) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update download set done = $3, total = greatest(total, $3)
         where download_id = $1 and attempt = $2 and state = 'running'",
        job.download_id,
        job.attempt,
        done,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks the download as ready, with its file, and its name if that changed. Returns false if it is no longer wanted.
pub async fn mark_ready(
    db: &mut PgConnection,
    job: &Job,
    written: &StoredFile,
    name: Option<&str>,
    expires_at: Instant,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update download set state = 'ready', name = coalesce($7, name), file_id = $3, bytes = $4, sha256 = $5, expires_at = $6, done = total
         where download_id = $1 and attempt = $2 and state = 'running'",
        job.download_id,
        job.attempt,
        written.file_id,
        written.size,
        written.sha256,
        expires_at.utc(),
        name,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks the download as failed. Returns false if it is no longer wanted.
pub async fn mark_failed(db: &mut PgConnection, job: &Job, code: &str) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update download set state = 'failed', code = $3 where download_id = $1 and attempt = $2 and state = 'running'",
        job.download_id,
        job.attempt,
        code,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes expired downloads, and returns their files.
pub async fn delete_expired(db: &mut PgConnection, now: Instant) -> sqlx::Result<Vec<Uuid>> {
    let gone = sqlx::query_scalar!("delete from download where expires_at <= $1 returning file_id", now.utc());
    Ok(gone.fetch_all(db).await?.into_iter().flatten().collect())
}
