//! Queries of links to the files of scheduled runs.

use gridbill_core::number::BulkId;
use gridbill_core::{Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// A link to the file of a run.
pub struct FileLink {
    pub bulk_id: BulkId,
    pub profile_id: Uuid,
    pub run_no: i64,
    /// The user for whom the run was made.
    pub person_id: Uuid,
    /// The user's language.
    pub language: Language,
    pub expires_at: Instant,
}

pub async fn add_link(db: &mut PgConnection, token_hash: &[u8], link: &FileLink, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into accounting_link (token_hash, bulk_id, profile_id, run_no, person_id, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        token_hash,
        link.bulk_id.as_str(),
        link.profile_id,
        link.run_no,
        link.person_id,
        now.utc(),
        link.expires_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn find_link(db: &mut PgConnection, token_hash: &[u8]) -> sqlx::Result<Option<FileLink>> {
    sqlx::query_as!(
        FileLink,
        r#"select l.bulk_id as "bulk_id: BulkId", l.profile_id, l.run_no, l.person_id,
                  p.language as "language: Language", l.expires_at as "expires_at: Instant"
           from accounting_link l join person p using (person_id) where l.token_hash = $1"#,
        token_hash,
    )
    .fetch_optional(db)
    .await
}

/// Revokes all links of a profile.
pub async fn delete_links(db: &mut PgConnection, bulk_id: &BulkId, profile_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from accounting_link where bulk_id = $1 and profile_id = $2", bulk_id.as_str(), profile_id)
        .execute(db)
        .await
        .map(drop)
}

/// Deletes links that expired before a time.
pub async fn delete_expired_links(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from accounting_link where expires_at < $1", before.utc()).execute(db).await.map(drop)
}
