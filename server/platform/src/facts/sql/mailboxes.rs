//! Queries of e-mails to addresses of companies.

use gridbill_core::mailboxes::MailTopic;
use gridbill_core::number::BulkId;
use gridbill_core::{Instant, Language};
use sqlx::PgConnection;
use uuid::Uuid;

/// An address that receives an e-mail.
pub struct Receiver {
    pub mailbox_id: Uuid,
    pub email: String,
    pub language: Language,
    pub company: String,
}

/// Returns the confirmed addresses that receive the topic, in alphabetical order, without those that had `limit` e-mails
/// since `since`. Holds their rows, so that no address is removed before its e-mail is written.
pub async fn receivers(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    topic: MailTopic,
    since: Instant,
    limit: i64,
) -> sqlx::Result<Vec<Receiver>> {
    sqlx::query_as!(
        Receiver,
        r#"select m.mailbox_id, m.email, m.language as "language: Language", b.company_name as company
           from mailbox m join bulk_account b using (bulk_id)
           where m.bulk_id = $1 and $2 = any(m.topics) and not $2 = any(m.stopped_topics)
             and m.confirmed_at is not null and m.stopped_at is null and m.removed_at is null
             and (select count(*) from mail where mail.mailbox_id = m.mailbox_id and mail.created_at > $3) < $4
           order by m.email
           for key share of m"#,
        bulk_id.as_str(),
        topic.code(),
        since.utc(),
        limit,
    )
    .fetch_all(db)
    .await
}

pub async fn add_stop_link(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mailbox_id: Uuid,
    token_hash: &[u8],
    topic: Option<MailTopic>,
    now: Instant,
    expires_at: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mailbox_link (token_hash, bulk_id, mailbox_id, kind, topic, created_at, expires_at)
         values ($1, $2, $3, 'stop', $4, $5, $6)",
        token_hash,
        bulk_id.as_str(),
        mailbox_id,
        topic.map(MailTopic::code),
        now.utc(),
        expires_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
