//! Queries of letters.

use gridbill_core::{Instant, Language};
use sqlx::PgConnection;
use uuid::Uuid;

#[expect(clippy::too_many_arguments, reason = "they are the row's columns")]
pub async fn add(
    db: &mut PgConnection,
    mail_id: Uuid,
    recipient: &str,
    language: Language,
    subject: &str,
    text: &str,
    html: &str,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        mail_id,
        recipient,
        language.tag(),
        subject,
        text,
        html,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
