//! Queries for the files that the database names.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// Files that are read from the database at a time.
const BATCH_SIZE: i64 = 1_000;

/// A file with a row.
pub struct NamedFile {
    pub file_id: Uuid,
    /// The table of the row.
    pub kind: String,
    /// `None` for a kind whose row has no size.
    pub size: Option<i64>,
    pub sha256: Vec<u8>,
}

/// Lists the files whose id is greater, by id.
pub async fn list_after(pool: &PgPool, after: Uuid) -> sqlx::Result<Vec<NamedFile>> {
    sqlx::query_as!(
        NamedFile,
        r#"select file_id as "file_id!", kind as "kind!", size, sha256 as "sha256!" from named_file
           where file_id > $1 order by file_id limit $2"#,
        after,
        BATCH_SIZE,
    )
    .fetch_all(pool)
    .await
}

pub async fn count(pool: &PgPool) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from named_file"#).fetch_one(pool).await
}

pub async fn is_named(pool: &PgPool, file_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from named_file where file_id = $1) as "is_named!""#, file_id)
        .fetch_one(pool)
        .await
}

/// Lists those of the files that have neither a row nor an orphan record.
pub async fn list_unnamed(pool: &PgPool, file_ids: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"select file_id as "file_id!" from unnest($1::uuid[]) file_id
           where not exists (select from named_file n where n.file_id = file_id.file_id)
             and not exists (select from stray_file s where s.file_id = file_id.file_id)"#,
        file_ids,
    )
    .fetch_all(pool)
    .await
}

/// Takes the lock of a move for as long as the connection lives. Returns false if another process has it.
pub async fn lock(db: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select pg_try_advisory_lock(hashtextextended('move of files', 0)) as "is_taken!""#)
        .fetch_one(db)
        .await
}
