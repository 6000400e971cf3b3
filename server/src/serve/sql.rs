//! Queries of what an operator watches, over all tenants.

use chrono::NaiveDate;
use sqlx::PgExecutor;

/// The job queue.
pub struct Jobs {
    pub waiting: i64,
    pub running: i64,
    /// Tried as often as may be.
    pub failed: i64,
    /// Seconds for which the first of those that wait could have been worked on.
    pub oldest: f64,
}

pub async fn jobs(db: impl PgExecutor<'_>) -> sqlx::Result<Jobs> {
    sqlx::query_as!(
        Jobs,
        r#"select count(*) filter (where is_due) as "waiting!", count(*) filter (where locked_at is not null) as "running!",
                  count(*) filter (where locked_at is null and attempts >= max_attempts) as "failed!",
                  coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldest!"
           from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
                 from graphile_worker._private_jobs) job"#
    )
    .fetch_one(db)
    .await
}

/// The newest day on which bills were extracted: the utility's feed brought them.
pub async fn newest_extraction(db: impl PgExecutor<'_>) -> sqlx::Result<Option<NaiveDate>> {
    sqlx::query_scalar!("select max(extraction_date) from bill_total").fetch_one(db).await
}
