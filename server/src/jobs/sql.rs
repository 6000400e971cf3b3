//! Queries of the queue, whose tables are the library's own.

use gridbill_core::Instant;
use sqlx::{PgConnection, PgExecutor};

/// The job queue, counted.
pub struct Counts {
    /// Those that could be worked on now.
    pub waiting: i64,
    pub running: i64,
    /// Tried as often as may be.
    pub failed: i64,
    /// When the first of these failed last.
    pub failed_since: Option<Instant>,
    /// Seconds for which the first of those that wait could have been worked on.
    pub oldest: f64,
}

/// What the landing of staff and /metrics say of the queue.
pub async fn counts(db: impl PgExecutor<'_>) -> sqlx::Result<Counts> {
    sqlx::query_as!(
        Counts,
        r#"select count(*) filter (where is_due) as "waiting!", count(*) filter (where locked_at is not null) as "running!",
                  count(*) filter (where has_failed) as "failed!",
                  min(updated_at) filter (where has_failed) as "failed_since: Instant",
                  coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldest!"
           from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due,
                        locked_at is null and attempts >= max_attempts as has_failed
                 from graphile_worker._private_jobs) job"#
    )
    .fetch_one(db)
    .await
}

/// Whether a job of that key runs, or waits for its first attempt or for another one. One whose worker died runs until the queue
/// gives it back, with its attempts.
pub async fn runs_or_waits(db: &mut PgConnection, key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from graphile_worker._private_jobs
                          where key = $1 and (locked_at is not null or attempts < max_attempts)) as "is!""#,
        key,
    )
    .fetch_one(db)
    .await
}

/// Whether a job of that key is being worked on.
pub async fn runs(db: &mut PgConnection, key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from graphile_worker._private_jobs where key = $1 and locked_at is not null) as "is!""#,
        key,
    )
    .fetch_one(db)
    .await
}

/// Deletes those that failed over a day ago and whose key another job has, which does their work: the queue takes the key of
/// a job that failed, or that runs, when the same is added anew.
pub async fn forget_replaced(db: impl PgExecutor<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from graphile_worker._private_jobs
         where key is null and locked_at is null and attempts >= max_attempts and updated_at < now() - interval '1 day'",
    )
    .execute(db)
    .await
    .map(drop)
}

/// A job, locked.
pub struct Locked {
    /// The name by which the queue knows what it does.
    pub identifier: String,
    pub attempts: i64,
    pub is_running: bool,
    pub last_error: Option<String>,
}

/// Locks a job that is still in the queue.
pub async fn lock(db: &mut PgConnection, job_id: i64) -> sqlx::Result<Option<Locked>> {
    sqlx::query_as!(
        Locked,
        r#"select t.identifier, j.attempts::bigint as "attempts!", j.locked_at is not null as "is_running!", j.last_error
           from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where j.id = $1 for update of j"#,
        job_id,
    )
    .fetch_optional(db)
    .await
}

/// Has a job worked on now, as if it were new.
pub async fn start_again(db: &mut PgConnection, job_id: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update graphile_worker._private_jobs set attempts = 0, run_at = now(), last_error = null, updated_at = now()
         where id = $1",
        job_id,
    )
    .execute(db)
    .await
    .map(drop)
}
