//! Queries of addresses and their links.

use gridbill_core::mailboxes::{ASK_AGAIN_DAYS, MailTopic, Mailbox, MailboxLinkKind, MailboxState, ask_again_from};
use gridbill_core::number::BulkId;
use gridbill_core::{Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::facts::mailboxes::known_topics;

/// Lists the addresses of a bulk account, or only one.
pub async fn mailboxes(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    mailbox_id: Option<Uuid>,
    now: Instant,
) -> sqlx::Result<Vec<Mailbox>> {
    let rows = sqlx::query!(
        r#"select m.mailbox_id, m.email, m.language as "language: Language", m.topics, m.stopped_topics,
                  p.name as added_by, m.added_at as "added_at: Instant", m.confirmed_at as "confirmed_at: Instant",
                  m.stopped_at is not null as "is_stopped!", m.last_stopped_at as "last_stopped_at: Instant",
                  (select max(l.expires_at) from mailbox_link l
                   where l.bulk_id = m.bulk_id and l.mailbox_id = m.mailbox_id and l.kind = 'confirm'
                     and l.used_at is null) as "link_expires_at: Instant",
                  last.created_at as "last_mail_at?: Instant", last.accepted_at is not null as "is_accepted!"
           from mailbox m
           join person p on p.person_id = m.added_by
           left join lateral (select created_at, accepted_at from mail
                              where mail.mailbox_id = m.mailbox_id order by created_at desc limit 1) last on true
           where m.bulk_id = $1 and ($2::uuid is null or m.mailbox_id = $2) and m.removed_at is null
           order by m.email"#,
        bulk_id.as_str(),
        mailbox_id,
    )
    .fetch_all(db)
    .await?;
    let mailbox = rows.into_iter().map(|row| {
        let (topics, stopped_topics) = (known_topics(&row.topics), known_topics(&row.stopped_topics));
        Mailbox {
            mailbox_id: row.mailbox_id.to_string(),
            email: row.email,
            language: row.language,
            state: MailboxState::of(row.confirmed_at.is_some(), row.is_stopped),
            ask_again_from: ask_again_from(row.is_stopped, &topics, &stopped_topics, row.last_stopped_at, now),
            topics,
            stopped_topics,
            added_by: row.added_by,
            added_at: row.added_at,
            link_expires_at: row.link_expires_at.filter(|_| row.confirmed_at.is_none() || row.is_stopped),
            confirmed_at: row.confirmed_at,
            last_mail_at: row.last_mail_at,
            is_last_mail_accepted: row.is_accepted,
        }
    });
    Ok(mailbox.collect())
}

pub struct NewMailbox<'a> {
    pub mailbox_id: Uuid,
    pub email: &'a str,
    pub language: Language,
    pub topics: &'a [MailTopic],
    pub added_by: Uuid,
    pub added_at: Instant,
}

pub async fn add(db: &mut PgConnection, bulk_id: &BulkId, new: &NewMailbox<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mailbox (bulk_id, mailbox_id, email, language, topics, added_by, added_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        bulk_id.as_str(),
        new.mailbox_id,
        new.email,
        new.language.tag(),
        &codes(new.topics) as &[&str],
        new.added_by,
        new.added_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

fn codes(topics: &[MailTopic]) -> Vec<&'static str> {
    topics.iter().map(|topic| topic.code()).collect()
}

/// An address whose row this transaction has locked.
#[derive(Debug)]
pub struct LockedMailbox {
    pub mailbox_id: Uuid,
    pub email: String,
    pub language: Language,
    pub topics: Vec<MailTopic>,
    pub stopped_topics: Vec<MailTopic>,
    pub is_confirmed: bool,
    pub is_stopped: bool,
    last_stopped_at: Option<Instant>,
    /// The name of the company.
    pub company: String,
}

impl LockedMailbox {
    /// Returns from when its reader may be asked again; none if now.
    pub fn ask_again_from(&self, now: Instant) -> Option<Instant> {
        ask_again_from(self.is_stopped, &self.topics, &self.stopped_topics, self.last_stopped_at, now)
    }
}

macro_rules! locked {
    ($db:expr, $only:literal, $($value:expr),*) => {{
        let row = sqlx::query!(
            r#"select m.mailbox_id, m.email, m.language as "language: Language", m.topics, m.stopped_topics,
                      m.confirmed_at is not null as "is_confirmed!", m.stopped_at is not null as "is_stopped!",
                      m.last_stopped_at as "last_stopped_at: Instant", b.company_name as company
               from mailbox m join bulk_account b using (bulk_id)
               where "# + $only + " for no key update of m",
            $($value),*
        )
        .fetch_optional($db)
        .await?;
        Ok(row.map(|row| LockedMailbox {
            mailbox_id: row.mailbox_id,
            email: row.email,
            language: row.language,
            topics: known_topics(&row.topics),
            stopped_topics: known_topics(&row.stopped_topics),
            is_confirmed: row.is_confirmed,
            is_stopped: row.is_stopped,
            last_stopped_at: row.last_stopped_at,
            company: row.company,
        }))
    }};
}

pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId, mailbox_id: Uuid) -> sqlx::Result<Option<LockedMailbox>> {
    locked!(db, "m.bulk_id = $1 and m.mailbox_id = $2 and m.removed_at is null", bulk_id.as_str(), mailbox_id)
}

/// Locks an address that was removed and is kept, because it may not be asked again.
pub async fn lock_removed(db: &mut PgConnection, bulk_id: &BulkId, email: &str) -> sqlx::Result<Option<LockedMailbox>> {
    locked!(db, "m.bulk_id = $1 and m.email = $2 and m.removed_at is not null", bulk_id.as_str(), email)
}

pub async fn set(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mailbox_id: Uuid,
    topics: &[MailTopic],
    language: Language,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update mailbox set topics = $3, language = $4 where bulk_id = $1 and mailbox_id = $2",
        bulk_id.as_str(),
        mailbox_id,
        &codes(topics) as &[&str],
        language.tag(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Deletes an address. Its links are deleted with it.
pub async fn delete(db: &mut PgConnection, bulk_id: &BulkId, mailbox_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from mailbox where bulk_id = $1 and mailbox_id = $2", bulk_id.as_str(), mailbox_id)
        .execute(db)
        .await
        .map(drop)
}

/// Hides an address that may not be asked again, and deletes its links.
pub async fn mark_removed(db: &mut PgConnection, bulk_id: &BulkId, mailbox_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update mailbox set removed_at = $3 where bulk_id = $1 and mailbox_id = $2",
        bulk_id.as_str(),
        mailbox_id,
        now.utc(),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from mailbox_link where bulk_id = $1 and mailbox_id = $2", bulk_id.as_str(), mailbox_id)
        .execute(db)
        .await
        .map(drop)
}

/// Deletes removed addresses that may be asked again now.
pub async fn delete_removed(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<()> {
    let stopped_before = now.plus_seconds(-ASK_AGAIN_DAYS * 86_400);
    sqlx::query!("delete from mailbox where removed_at is not null and last_stopped_at <= $1", stopped_before.utc())
        .execute(db)
        .await
        .map(drop)
}

/// Expires the unused links to confirm.
pub async fn expire_confirmations(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mailbox_id: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update mailbox_link set expires_at = least(expires_at, $3)
         where bulk_id = $1 and mailbox_id = $2 and kind = 'confirm' and used_at is null",
        bulk_id.as_str(),
        mailbox_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn add_confirmation(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mailbox_id: Uuid,
    token_hash: &[u8],
    now: Instant,
    expires_at: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mailbox_link (token_hash, bulk_id, mailbox_id, kind, created_at, expires_at)
         values ($1, $2, $3, 'confirm', $4, $5)",
        token_hash,
        bulk_id.as_str(),
        mailbox_id,
        now.utc(),
        expires_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// A link with its address.
pub struct FoundLink {
    pub bulk_id: BulkId,
    pub mailbox_id: Uuid,
    pub email: String,
    pub topics: Vec<MailTopic>,
    /// The topic of the e-mail that a link to stop was in.
    pub topic: Option<MailTopic>,
    pub is_used: bool,
    pub expires_at: Instant,
}

/// Finds a link of that kind by its token alone: its holder is not signed in.
pub async fn link(db: &mut PgConnection, kind: MailboxLinkKind, token_hash: &[u8]) -> sqlx::Result<Option<FoundLink>> {
    let row = sqlx::query!(
        r#"select l.bulk_id as "bulk_id: BulkId", l.mailbox_id, m.email, m.topics, l.topic,
                  l.used_at is not null as "is_used!", l.expires_at as "expires_at: Instant"
           from mailbox_link l join mailbox m on m.bulk_id = l.bulk_id and m.mailbox_id = l.mailbox_id
           where l.token_hash = $1 and l.kind = $2"#,
        token_hash,
        kind.code(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| FoundLink {
        bulk_id: row.bulk_id,
        mailbox_id: row.mailbox_id,
        email: row.email,
        topics: known_topics(&row.topics),
        topic: row.topic.as_deref().and_then(MailTopic::from_code),
        is_used: row.is_used,
        expires_at: row.expires_at,
    }))
}

/// Confirms an address, and marks its links to confirm as used.
pub async fn confirm(db: &mut PgConnection, bulk_id: &BulkId, mailbox_id: Uuid, now: Instant) -> sqlx::Result<()> {
    use_confirmations(&mut *db, bulk_id, mailbox_id, now).await?;
    sqlx::query!(
        "update mailbox set confirmed_at = $3, stopped_at = null, stopped_topics = '{}', last_stopped_at = null
         where bulk_id = $1 and mailbox_id = $2",
        bulk_id.as_str(),
        mailbox_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

async fn use_confirmations(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mailbox_id: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update mailbox_link set used_at = $3
         where bulk_id = $1 and mailbox_id = $2 and kind = 'confirm' and used_at is null",
        bulk_id.as_str(),
        mailbox_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Stops a topic. Returns false if it is stopped already.
pub async fn stop_topic(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mailbox_id: Uuid,
    topic: MailTopic,
    now: Instant,
) -> sqlx::Result<bool> {
    let stopped = sqlx::query!(
        "update mailbox set stopped_topics = array_append(stopped_topics, $3), last_stopped_at = $4
         where bulk_id = $1 and mailbox_id = $2 and stopped_at is null and not $3 = any(stopped_topics)",
        bulk_id.as_str(),
        mailbox_id,
        topic.code(),
        now.utc(),
    );
    Ok(stopped.execute(db).await?.rows_affected() > 0)
}

/// Stops all e-mails, and marks the links to confirm as used, so that an older e-mail does not start them again. Returns
/// false if all are stopped already.
pub async fn stop_all(db: &mut PgConnection, bulk_id: &BulkId, mailbox_id: Uuid, now: Instant) -> sqlx::Result<bool> {
    use_confirmations(&mut *db, bulk_id, mailbox_id, now).await?;
    let stopped = sqlx::query!(
        "update mailbox set stopped_at = $3, last_stopped_at = $3
         where bulk_id = $1 and mailbox_id = $2 and stopped_at is null",
        bulk_id.as_str(),
        mailbox_id,
        now.utc(),
    );
    Ok(stopped.execute(db).await?.rows_affected() > 0)
}

/// Deletes the links that expired before `before`.
pub async fn delete_links(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from mailbox_link where expires_at < $1", before.utc()).execute(db).await.map(drop)
}
