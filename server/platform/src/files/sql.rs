//! Queries for orphans.

use gridbill_core::Instant;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Maximum orphans that are deleted at a time.
const BATCH_SIZE: i64 = 1_000;

pub async fn insert_orphan(db: impl PgExecutor<'_>, file_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("insert into stray_file (file_id, since) values ($1, $2)", file_id, now.utc())
        .execute(db)
        .await
        .map(drop)
}

pub async fn insert_orphans(db: &mut PgConnection, file_ids: &[Uuid], now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into stray_file (file_id, since) select id, $2 from unnest($1::uuid[]) id",
        file_ids,
        now.utc()
    )
    .execute(db)
    .await
    .map(drop)
}

/// Removes an orphan record, unless its bytes are being deleted. Returns whether it was removed.
pub async fn claim(db: &mut PgConnection, file_id: Uuid) -> sqlx::Result<bool> {
    let done = sqlx::query!("delete from stray_file where file_id = $1 and not is_going", file_id).execute(db).await?;
    Ok(done.rows_affected() == 1)
}

pub async fn list_orphans(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select file_id from stray_file where since < $1 order by since limit $2",
        before.utc(),
        BATCH_SIZE
    )
    .fetch_all(db)
    .await
}

/// Marks an orphan whose bytes are about to be deleted. Returns false if it is not an orphan.
pub async fn mark_being_deleted(db: impl PgExecutor<'_>, file_id: Uuid) -> sqlx::Result<bool> {
    let done = sqlx::query!("update stray_file set is_going = true where file_id = $1", file_id).execute(db).await?;
    Ok(done.rows_affected() == 1)
}

pub async fn delete_orphan(db: impl PgExecutor<'_>, file_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from stray_file where file_id = $1", file_id).execute(db).await.map(drop)
}
