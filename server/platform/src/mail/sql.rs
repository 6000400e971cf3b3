//! Queries for e-mails.

use gridbill_core::Instant;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::{RenderedEmail, StopLink, To};

pub async fn add(
    db: &mut PgConnection,
    mail_id: Uuid,
    to: To<'_>,
    written: &RenderedEmail,
    stop: Option<StopLink<'_>>,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at, mailbox_id, stop_link)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        mail_id,
        to.email,
        to.language.tag(),
        written.subject,
        written.text,
        written.html,
        now.utc(),
        stop.and_then(|stop| stop.mailbox_id),
        stop.map(|stop| stop.link),
    )
    .execute(db)
    .await
    .map(drop)
}

pub struct LetterRow {
    pub recipient: String,
    pub language: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub stop_link: Option<String>,
    pub created_at: Instant,
}

/// Counts of e-mails that the mail server has not accepted.
pub struct Outbox {
    /// Not attempted yet.
    pub waiting: i64,
    /// Attempted without success, and going to be retried.
    pub refused: i64,
    /// Permanently refused too often. After fixing the cause, an operator can retry them.
    pub given_up: i64,
    /// Too old to be sent.
    pub too_old: i64,
    /// Creation time of the oldest e-mail that was not attempted, or got no answer.
    pub unanswered_since: Option<Instant>,
    /// Creation time of the oldest e-mail that was refused and is going to be retried.
    pub refused_since: Option<Instant>,
    /// Creation time of the oldest failed e-mail that can still be sent.
    pub failing_since: Option<Instant>,
}

/// Counts the outbox. A server that is shutting down (421) or rejects our login (454, 53x) accepts no e-mails at
/// all, so these codes count as no answer. All other codes are about a single e-mail.
pub async fn outbox(db: impl PgExecutor<'_>, oldest: Instant, max_refusals: i32) -> sqlx::Result<Outbox> {
    sqlx::query_as!(
        Outbox,
        r#"select count(*) filter (where is_tried and attempts = 0) as "waiting!",
                  count(*) filter (where is_tried and attempts > 0) as "refused!",
                  count(*) filter (where not is_tried and not is_too_old) as "given_up!",
                  count(*) filter (where is_too_old) as "too_old!",
                  min(created_at) filter (where is_tried and not is_refused) as "unanswered_since: Instant",
                  min(created_at) filter (where is_tried and is_refused) as "refused_since: Instant",
                  min(created_at) filter (where attempts > 0 and not is_too_old) as "failing_since: Instant"
           from (select created_at, attempts, created_at <= $1 as is_too_old,
                        created_at > $1 and not (attempts >= $2 and coalesce(last_error, '') ~ '^5[^3]') as is_tried,
                        attempts > 0 and coalesce(last_error, '') ~ '^(4(?!21|54)|5(?!3))' as is_refused
                 from mail where accepted_at is null) unsent"#,
        oldest.utc(),
        max_refusals,
    )
    .fetch_one(db)
    .await
}

/// An e-mail in the outbox.
pub struct Unsent {
    pub recipient: String,
    pub created_at: Instant,
    pub attempts: i32,
    pub last_error: Option<String>,
    pub is_accepted: bool,
}

pub async fn lock(db: &mut PgConnection, mail_id: Uuid) -> sqlx::Result<Option<Unsent>> {
    sqlx::query_as!(
        Unsent,
        r#"select recipient, created_at as "created_at: Instant", attempts, last_error, accepted_at is not null as "is_accepted!"
           from mail where mail_id = $1 for update"#,
        mail_id,
    )
    .fetch_optional(db)
    .await
}

/// Resets the attempts of an e-mail.
pub async fn reset_attempts(db: &mut PgConnection, mail_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("update mail set attempts = 0, last_error = null where mail_id = $1", mail_id)
        .execute(db)
        .await
        .map(drop)
}

/// Returns an e-mail, unless it was accepted, is too old, or was permanently refused too often.
pub async fn to_send(
    db: impl PgExecutor<'_>,
    mail_id: Uuid,
    oldest: Instant,
    max_refusals: i32,
) -> sqlx::Result<Option<LetterRow>> {
    sqlx::query_as!(
        LetterRow,
        r#"select recipient, language, subject, body_text as "text!", body_html as "html!", stop_link,
                  created_at as "created_at: Instant"
           from mail where mail_id = $1 and accepted_at is null and created_at > $2
             and not (attempts >= $3 and coalesce(last_error, '') ~ '^5[^3]')"#,
        mail_id,
        oldest.utc(),
        max_refusals,
    )
    .fetch_optional(db)
    .await
}

/// Returns the ids of all e-mails that are still to be sent.
pub async fn waiting(db: impl PgExecutor<'_>, oldest: Instant, max_refusals: i32) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select mail_id from mail where accepted_at is null and created_at > $1
           and not (attempts >= $2 and coalesce(last_error, '') ~ '^5[^3]') order by created_at",
        oldest.utc(),
        max_refusals,
    )
    .fetch_all(db)
    .await
}

/// Marks an e-mail as accepted, and deletes its content, because e-mails contain secrets.
pub async fn mark_accepted(db: impl PgExecutor<'_>, mail_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update mail set accepted_at = $2, attempts = attempts + 1, last_error = null, body_text = null, body_html = null,
                         stop_link = null
         where mail_id = $1 and accepted_at is null",
        mail_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Records a failed attempt, and returns the number of attempts. The first permanent refusal restarts the count,
/// because earlier failures to reach the server say nothing about this e-mail.
pub async fn record_failure(db: impl PgExecutor<'_>, mail_id: Uuid, why: &str) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "update mail set attempts = case when $2 ~ '^5[^3]' and last_error !~ '^5[^3]' then 1 else attempts + 1 end,
                         last_error = $2
         where mail_id = $1 returning attempts",
        mail_id,
        why,
    )
    .fetch_one(db)
    .await
}

pub struct OutboxRow {
    pub mail_id: Uuid,
    pub recipient: String,
    pub language: String,
    pub subject: String,
    pub created_at: Instant,
}

/// Returns the newest e-mails, and their total number.
pub async fn newest(db: &mut PgConnection, limit: i64) -> sqlx::Result<(Vec<OutboxRow>, i64)> {
    let count = sqlx::query_scalar!(r#"select count(*) as "n!" from mail"#).fetch_one(&mut *db).await?;
    let rows = sqlx::query_as!(
        OutboxRow,
        r#"select mail_id, recipient, language, subject, created_at as "created_at: Instant"
           from mail order by created_at desc, mail_id limit $1"#,
        limit,
    );
    Ok((rows.fetch_all(db).await?, count))
}

pub struct ShownRow {
    pub recipient: String,
    pub language: String,
    pub subject: String,
    pub text: Option<String>,
    pub html: Option<String>,
    pub created_at: Instant,
}

pub async fn email(db: impl PgExecutor<'_>, mail_id: Uuid) -> sqlx::Result<Option<ShownRow>> {
    sqlx::query_as!(
        ShownRow,
        r#"select recipient, language, subject, nullif(body_text, '') as text, nullif(body_html, '') as html,
                  created_at as "created_at: Instant"
           from mail where mail_id = $1"#,
        mail_id,
    )
    .fetch_optional(db)
    .await
}

/// Deletes e-mails that the mail server accepted before `before`.
pub async fn delete_accepted(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from mail where accepted_at < $1", before.utc()).execute(db).await.map(drop)
}

/// Clears the content of e-mails that are too old to be sent, because it contains secrets.
pub async fn clear_expired(db: impl PgExecutor<'_>, oldest: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update mail set body_text = '', body_html = '', stop_link = null
         where accepted_at is null and created_at <= $1 and body_text <> ''",
        oldest.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Deletes e-mails that were created before `before` and never accepted.
pub async fn delete_undelivered(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from mail where accepted_at is null and created_at < $1", before.utc())
        .execute(db)
        .await
        .map(drop)
}
