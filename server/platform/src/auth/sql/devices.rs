//! Queries for known devices.

use gridbill_core::Instant;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Returns the presented token hash that belongs to a device of the person.
pub async fn find_device(
    db: impl PgExecutor<'_>,
    person_id: Uuid,
    presented: &[Vec<u8>],
    oldest: Instant,
) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!(
        "select token_hash from known_device where person_id = $1 and token_hash = any($2) and last_used_at > $3 limit 1",
        person_id,
        presented,
        oldest.utc(),
    )
    .fetch_optional(db)
    .await
}

pub async fn touch_device(db: &mut PgConnection, person_id: Uuid, token_hash: &[u8], now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update known_device set last_used_at = $3 where person_id = $1 and token_hash = $2",
        person_id,
        token_hash,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds a device; beyond the limit, the least recently used devices are deleted. The caller must have locked the
/// person.
pub async fn add_device(
    db: &mut PgConnection,
    person_id: Uuid,
    token_hash: &[u8],
    now: Instant,
    limit: i64,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from known_device where person_id = $1 and token_hash in
             (select token_hash from known_device where person_id = $1 order by last_used_at desc offset $2)",
        person_id,
        limit - 1,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into known_device (token_hash, person_id, first_used_at, last_used_at) values ($2, $1, $3, $3)",
        person_id,
        token_hash,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_devices(db: &mut PgConnection, person_id: Uuid, but: &[Vec<u8>]) -> sqlx::Result<()> {
    sqlx::query!("delete from known_device where person_id = $1 and token_hash <> all($2)", person_id, but)
        .execute(db)
        .await
        .map(drop)
}

pub async fn delete_unused_devices(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from known_device where last_used_at < $1", before.utc()).execute(db).await.map(drop)
}
