//! Queries of how often somebody asked, and of wrong attempts.

use gridbill_core::Instant;
use sqlx::PgExecutor;

/// Counts one more within the window, which begins anew when it is over.
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

/// What was counted in a window that began after that.
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

/// Forgets a few windows that began before that.
pub async fn forget_rates(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from rate where (bucket, subject) in
             (select bucket, subject from rate where began_at < $1 order by began_at limit 10 for update skip locked)",
        before.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn forget_hits(db: impl PgExecutor<'_>, bucket: &str, subject: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from rate where bucket = $1 and subject = $2", bucket, subject).execute(db).await.map(drop)
}

/// Forgets all windows that began before that.
pub async fn forget_all_rates(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from rate where began_at < $1", before.utc()).execute(db).await.map(drop)
}

/// Wrong attempts before then that locked nobody.
pub async fn forget_attempts(db: impl PgExecutor<'_>, before: Instant, limit: i32) -> sqlx::Result<()> {
    sqlx::query!("delete from login_attempts where last_at < $1 and attempts < $2", before.utc(), limit)
        .execute(db)
        .await
        .map(drop)
}
