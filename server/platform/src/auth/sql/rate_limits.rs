//! Queries for rate limits and wrong attempts.

use gridbill_core::Instant;
use sqlx::PgExecutor;

/// Counts an attempt within the window, and begins a new window if the last one is over.
pub async fn hit(
    db: impl PgExecutor<'_>,
    bucket: &str,
    subject: &str,
    seconds: i64,
    now: Instant,
) -> sqlx::Result<(i32, Instant)> {
    let row = sqlx::query!(
        r#"insert into rate as r (bucket, subject, began_at, hits) values ($1, $2, $3, 1)
           on conflict (bucket, subject) do update
           set hits = case when r.began_at <= $4 then 1 else r.hits + 1 end,
               began_at = case when r.began_at <= $4 then $3 else r.began_at end
           returning hits, began_at as "began_at: Instant""#,
        bucket,
        subject,
        now.utc(),
        now.plus_seconds(-seconds).utc(),
    )
    .fetch_one(db)
    .await?;
    Ok((row.hits, row.began_at))
}

/// Returns the count of a window that began after `after`.
pub async fn hits(
    db: impl PgExecutor<'_>,
    bucket: &str,
    subject: &str,
    after: Instant,
) -> sqlx::Result<Option<(i32, Instant)>> {
    let row = sqlx::query!(
        r#"select hits, began_at as "began_at: Instant" from rate where bucket = $1 and subject = $2 and began_at > $3"#,
        bucket,
        subject,
        after.utc(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.hits, row.began_at)))
}

/// Deletes a few windows that began before `before`.
pub async fn delete_rates(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from rate where (bucket, subject) in
             (select bucket, subject from rate where began_at < $1 order by began_at limit 10 for update skip locked)",
        before.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_hits(db: impl PgExecutor<'_>, bucket: &str, subject: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from rate where bucket = $1 and subject = $2", bucket, subject).execute(db).await.map(drop)
}

/// Deletes all windows that began before `before`.
pub async fn delete_all_rates(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from rate where began_at < $1", before.utc()).execute(db).await.map(drop)
}

/// Deletes wrong attempts before `before` that did not lead to a lock.
pub async fn delete_attempts(db: impl PgExecutor<'_>, before: Instant, limit: i32) -> sqlx::Result<()> {
    sqlx::query!("delete from login_attempts where last_at < $1 and attempts < $2", before.utc(), limit)
        .execute(db)
        .await
        .map(drop)
}
