//! Queries of lookups.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use sqlx::PgPool;
use uuid::Uuid;

use crate::auth::rate_limit::RateLimit;
use crate::auth::who::Person;

pub struct Lookup<'a> {
    pub kind: &'static str,
    pub subject: Option<&'a str>,
    pub asked: i32,
    pub not_known: i32,
    pub others: &'a [&'a str],
}

pub async fn is_recorded(
    db: &PgPool,
    person_id: Uuid,
    kind: &str,
    subject: &str,
    since: Instant,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from account_lookup
                          where person_id = $1 and kind = $2 and subject = $3 and looked_up_at > $4) as "is!""#,
        person_id,
        kind,
        subject,
        since.utc(),
    )
    .fetch_one(db)
    .await
}

pub async fn record(db: &PgPool, who: &Person, lookup: &Lookup<'_>, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into account_lookup (looked_up_at, person_id, bulk_id, kind, subject, asked, not_known, others)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        now.utc(),
        who.person_id,
        who.bulk_id.as_ref().map(BulkId::as_str),
        lookup.kind,
        lookup.subject,
        lookup.asked,
        lookup.not_known,
        lookup.others as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds `count` hits to the window, which restarts once it is over. Returns false and counts nothing if the limit would
/// be exceeded.
pub async fn spend(db: &PgPool, limit: RateLimit, subject: &str, count: i32, now: Instant) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        "insert into rate as r (bucket, subject, began_at, hits) values ($1, $2, $3, $5)
         on conflict (bucket, subject) do update
         set hits = case when r.began_at <= $4 then $5 else r.hits + $5 end,
             began_at = case when r.began_at <= $4 then $3 else r.began_at end
         where r.began_at <= $4 or r.hits <= $6 - $5",
        limit.bucket,
        subject,
        now.utc(),
        now.plus_seconds(-limit.window_seconds).utc(),
        count,
        limit.max,
    )
    .execute(db)
    .await?;
    Ok(taken.rows_affected() == 1)
}

pub async fn began_at(db: &PgPool, limit: RateLimit, subject: &str) -> sqlx::Result<Option<Instant>> {
    sqlx::query_scalar!(
        r#"select began_at as "at: Instant" from rate where bucket = $1 and subject = $2"#,
        limit.bucket,
        subject,
    )
    .fetch_optional(db)
    .await
}

/// Deletes up to 1,000 lookups from before the given instant.
pub async fn delete_old_lookups(db: &PgPool, before: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from account_lookup where lookup_id in (
             select lookup_id from account_lookup where looked_up_at < $1 order by looked_up_at limit 1000)",
        before.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
