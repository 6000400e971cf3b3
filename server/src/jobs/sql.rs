//! Queries of what is still to be done.

use gridbill_core::Instant;
use sqlx::PgExecutor;
use uuid::Uuid;

/// Payments that were accepted and are not posted yet.
pub async fn payments_to_post(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!("select payment_id from payment where payment_is_being_posted(status)").fetch_all(db).await
}

pub async fn forget_rates(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from rate where began_at < $1", before.utc()).execute(db).await.map(drop)
}

pub async fn forget_links(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from link where expires_at < $1", before.utc()).execute(db).await.map(drop)
}

/// Sessions that ended or went silent before then, with their refresh tokens.
pub async fn forget_sessions(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from session where coalesce(ended_at, last_active_at) < $1", before.utc())
        .execute(db)
        .await
        .map(drop)
}

/// Letters that the mail server took before then.
pub async fn forget_mail(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from mail where accepted_at < $1", before.utc()).execute(db).await.map(drop)
}

/// Deletes some of the answers to one endpoint's calls; how many.
pub async fn forget_answers(db: impl PgExecutor<'_>, endpoint: &str, before: Instant, limit: u64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from answered_call where (person_id, key) in (
            select person_id, key from answered_call where endpoint = $1 and at < $2 order by at limit $3)",
        endpoint,
        before.utc(),
        i64::try_from(limit).unwrap_or(i64::MAX),
    );
    Ok(deleted.execute(db).await?.rows_affected())
}

/// Wrong attempts before then that locked nobody.
pub async fn forget_attempts(db: impl PgExecutor<'_>, before: Instant, limit: i32) -> sqlx::Result<()> {
    sqlx::query!("delete from login_attempts where last_at < $1 and attempts < $2", before.utc(), limit)
        .execute(db)
        .await
        .map(drop)
}

pub async fn forget_devices(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from known_device where last_used_at < $1", before.utc()).execute(db).await.map(drop)
}

pub async fn forget_security_events(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from security_event where happened_at < $1", before.utc()).execute(db).await.map(drop)
}
