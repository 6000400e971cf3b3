//! Queries of the queue, whose tables belong to its library.

use gridbill_core::Instant;
use sqlx::{PgConnection, PgExecutor};

/// Counts of jobs.
pub struct Counts {
    /// Jobs that are due.
    pub waiting: i64,
    pub running: i64,
    /// Jobs that reached the maximum attempts.
    pub failed: i64,
    /// When the first of the failed jobs last failed.
    pub failed_since: Option<Instant>,
    /// Seconds since the oldest queued job became due.
    pub oldest: f64,
}

/// Counts jobs, for the home page of staff and /metrics.
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

/// Whether a job with that key is running, queued or waiting for a retry. A job of a dead worker counts as running
/// until the queue releases it.
pub async fn runs_or_waits(db: &mut PgConnection, key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from graphile_worker._private_jobs
                          where key = $1 and (locked_at is not null or attempts < max_attempts)) as "is!""#,
        key,
    )
    .fetch_one(db)
    .await
}

/// Whether a job with that key is running.
pub async fn runs(db: &mut PgConnection, key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from graphile_worker._private_jobs where key = $1 and locked_at is not null) as "is!""#,
        key,
    )
    .fetch_one(db)
    .await
}

/// Deletes jobs that failed over a day ago and were replaced by another job. The queue removes the key of a failed
/// or running job when a job with the same key is added.
pub async fn delete_replaced(db: impl PgExecutor<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from graphile_worker._private_jobs
         where key is null and locked_at is null and attempts >= max_attempts and updated_at < now() - interval '1 day'",
    )
    .execute(db)
    .await
    .map(drop)
}

/// A locked job.
pub struct Locked {
    /// The queue's name for the kind of job.
    pub identifier: String,
    pub attempts: i64,
    pub is_running: bool,
    pub last_error: Option<String>,
}

/// Locks a job in the queue.
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

/// Deletes the times of schedules that last ran in the future, and returns their number. The queue stores the time of
/// the machine that added a run, and no machine adds another run before it. After a clock was ahead, none would run.
pub async fn delete_future_runs(db: impl PgExecutor<'_>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "update graphile_worker._private_known_crontabs set last_execution = null
         where last_execution > now() + interval '2 minutes'",
    );
    Ok(deleted.execute(db).await?.rows_affected())
}

/// Resets a job so that it runs again immediately.
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
