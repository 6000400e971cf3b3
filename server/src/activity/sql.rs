//! The query of activity.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::Note;

pub async fn add(db: &mut PgConnection, note: &Note<'_>, now: Instant) -> sqlx::Result<()> {
    let details = if note.details.is_null() { json!({}) } else { Value::clone(&note.details) };
    sqlx::query!(
        "insert into activity (happened_at, bulk_id, actor_id, actor_name, subject, kind, details)
         values ($1, $2, $3, $4, $5, $6, $7)",
        now.utc(),
        note.bulk_id.map(BulkId::as_str),
        note.actor_id,
        note.actor_name,
        note.subject,
        format!("{:?}", note.kind),
        details,
    )
    .execute(db)
    .await
    .map(drop)
}
