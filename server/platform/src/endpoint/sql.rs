//! Queries for stored responses.

use gridbill_core::Instant;
use sqlx::PgExecutor;
use uuid::Uuid;

pub struct StoredAnswer {
    pub endpoint: String,
    pub request_hash: Vec<u8>,
    pub answer: Vec<u8>,
}

/// The result of locking a key.
pub enum LockedKey {
    /// Another call holds it.
    InProgress,
    /// It is locked for this transaction, and no response was stored when the statement began.
    New,
    Answered(StoredAnswer),
}

/// Locks the key for this transaction, and returns its stored response.
pub async fn lock_key(db: impl PgExecutor<'_>, person_id: Uuid, key: &str) -> sqlx::Result<LockedKey> {
    let found = sqlx::query!(
        r#"with locked as materialized (
               select pg_try_advisory_xact_lock(hashtextextended($1::uuid::text || $2, 0)) as is_locked
           )
           select is_locked as "is_locked!", endpoint as "endpoint?", request_hash as "request_hash?", answer as "answer?"
           from locked left join answered_call on person_id = $1 and key = $2"#,
        person_id,
        key,
    )
    .fetch_one(db)
    .await?;
    let answered = found.endpoint.zip(found.request_hash).zip(found.answer);
    Ok(match answered {
        _ if !found.is_locked => LockedKey::InProgress,
        Some(((endpoint, request_hash), answer)) => {
            LockedKey::Answered(StoredAnswer { endpoint, request_hash, answer })
        }
        None => LockedKey::New,
    })
}

/// Returns the stored response of the key.
pub async fn find_answer(db: impl PgExecutor<'_>, person_id: Uuid, key: &str) -> sqlx::Result<Option<StoredAnswer>> {
    sqlx::query_as!(
        StoredAnswer,
        "select endpoint, request_hash, answer from answered_call where person_id = $1 and key = $2",
        person_id,
        key,
    )
    .fetch_optional(db)
    .await
}

pub async fn insert_answer(
    db: impl PgExecutor<'_>,
    person_id: Uuid,
    key: &str,
    endpoint: &str,
    request_hash: &[u8],
    answer: &[u8],
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into answered_call (person_id, key, endpoint, request_hash, answer, at) values ($1, $2, $3, $4, $5, $6)",
        person_id,
        key,
        endpoint,
        request_hash,
        answer,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Deletes up to `limit` stored responses of an endpoint, and returns their number.
pub async fn delete_answers(db: impl PgExecutor<'_>, endpoint: &str, before: Instant, limit: u64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from answered_call where (person_id, key) in (
            select person_id, key from answered_call where endpoint = $1 and at < $2 order by at limit $3)",
        endpoint,
        before.utc(),
        i64::try_from(limit).unwrap_or(i64::MAX),
    );
    Ok(deleted.execute(db).await?.rows_affected())
}
