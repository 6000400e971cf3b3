//! E-mails on their way from the outbox to the mail server.

use std::time::Duration;

use graphile_worker::{IntoTaskHandlerResult, JobKeyMode, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::{Code, Instant};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::Mail;
use super::smtp::Outgoing;
use super::sql::{self, Unsent};
use crate::base::Clock;
use crate::error::Answer;
use crate::jobs;

/// An e-mail that is so many seconds old is not sent any more: what it says is no longer true, and its links have expired.
const MAX_AGE_SECONDS: i64 = 3 * 86_400;
/// How often in a row an e-mail is tried that the server refuses for good: a quarter of an hour, in which somebody who is just
/// setting a mail server up mends it.
pub(crate) const MAX_REFUSALS: i32 = 10;
/// The longest pause between two tries. The queue's own would grow to hours, and a link to set a password is good for one.
const MAX_PAUSE: Duration = Duration::from_mins(5);

/// Sends one e-mail.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMail {
    pub mail_id: Uuid,
}

impl TaskHandler for SendMail {
    const IDENTIFIER: &'static str = "send_mail";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mail = jobs::part::<Mail>(&context)?;
        mail.deliver(self.mail_id).await.map_err(|error| format!("sending {}: {error:?}", self.mail_id))
    }
}

/// Nobody watches a page for an e-mail: hundreds that are to be sent at once keep no other job waiting.
const PRIORITY: i16 = 10;

fn spec(mail_id: Uuid) -> JobSpecBuilder {
    JobSpecBuilder::new().job_key(job_key(mail_id)).priority(PRIORITY)
}

impl Mail {
    /// Has an e-mail sent, once the transaction commits. One that waits for its turn keeps it.
    pub(super) async fn add_job(&self, db: &mut PgConnection, mail_id: Uuid) -> Answer<()> {
        let spec = spec(mail_id).job_key_mode(JobKeyMode::UnsafeDedupe).build();
        self.queue.add(db, SendMail { mail_id }, spec).await
    }

    /// Has an e-mail sent after a pause, by a job that follows the one at work.
    async fn add_job_after(&self, db: &mut PgConnection, mail_id: Uuid, pause: Duration) -> Answer<()> {
        // By the machine's clock, as the queue has it; the portal's own stands still in tests.
        let at = Clock::default().now().utc() + pause;
        let spec = spec(mail_id).run_at(at).build();
        self.queue.add(db, SendMail { mail_id }, spec).await
    }

    /// Sends an e-mail, unless it was sent, or there is no use in it any more. One that is not taken is tried again later.
    async fn deliver(&self, mail_id: Uuid) -> Answer<()> {
        let Some(smtp) = &self.sender.smtp else { return Err(anyhow::anyhow!("there is no mail server").into()) };
        let base = &self.base;
        let oldest = oldest(base.now());
        let Some(email) = sql::to_send(&base.pool, mail_id, oldest, MAX_REFUSALS).await? else { return Ok(()) };
        let sent = smtp
            .send(Outgoing {
                mail_id,
                recipient: &email.recipient,
                language: &email.language,
                subject: email.subject,
                text: email.text,
                html: email.html,
                written_at: email.created_at,
            })
            .await;
        let Err(refused) = sent else {
            sql::accepted(&base.pool, mail_id, base.now()).await?;
            return Ok(());
        };
        let mut tx = base.pool.begin().await?;
        let attempts = sql::not_taken(&mut *tx, mail_id, &refused.why).await?;
        let is_given_up = refused.is_for_good && attempts >= MAX_REFUSALS;
        if !is_given_up {
            self.add_job_after(&mut tx, mail_id, pause(attempts)).await?;
        }
        tx.commit().await?;
        tracing::warn!(%mail_id, attempts, is_given_up, why = refused.kind, "the mail server did not take an e-mail");
        Ok(())
    }

    /// Asks the mail server again to take an e-mail, which had been asked `seen` times when somebody looked.
    ///
    /// # Errors
    /// [`Code::NoMailServer`], [`Code::EmailNotFound`], [`Code::EmailMoved`] or [`Code::EmailTooOld`].
    pub(crate) async fn send_again(&self, db: &mut PgConnection, mail_id: Uuid, seen: i64) -> Answer<Unsent> {
        if !self.is_sent() {
            return Err(Code::NoMailServer.into());
        }
        let unsent = sql::lock(&mut *db, mail_id).await?.ok_or(Code::EmailNotFound)?;
        // Beside a job that is just asking, another one would send it a second time.
        let is_being_sent = jobs::sql::runs(&mut *db, &job_key(mail_id)).await?;
        if unsent.is_accepted || i64::from(unsent.attempts) != seen || is_being_sent {
            return Err(Code::EmailMoved.into());
        }
        if is_too_old(unsent.created_at, self.base.now()) {
            return Err(Code::EmailTooOld.into());
        }
        sql::begin_again(&mut *db, mail_id).await?;
        // In the place of a job that waits for its turn.
        self.queue.add(db, SendMail { mail_id }, spec(mail_id).build()).await?;
        Ok(unsent)
    }

    /// Gives every e-mail a job that waits for one, whatever became of the first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn pick_up(&self, db: &mut PgConnection) -> Answer<()> {
        if !self.is_sent() {
            return Ok(());
        }
        let oldest = oldest(self.base.now());
        for mail_id in sql::waiting(&mut *db, oldest, MAX_REFUSALS).await? {
            self.add_job(db, mail_id).await?;
        }
        Ok(())
    }
}

/// The instant after which an e-mail must have been written to be sent.
pub(crate) fn oldest(now: Instant) -> Instant {
    now.plus_seconds(-MAX_AGE_SECONDS)
}

/// Whether there is no use in an e-mail any more.
pub(crate) fn is_too_old(written_at: Instant, now: Instant) -> bool {
    written_at <= oldest(now)
}

/// Whether the mail server is asked no more, though the e-mail is not too old: it refused it for good too often.
pub(crate) fn is_refused_for_good(attempts: i32, last_error: Option<&str>) -> bool {
    attempts >= MAX_REFUSALS && last_error.is_some_and(|said| said.starts_with("55"))
}

/// What the mail server has not taken, for whoever operates the portal.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn outbox(db: impl PgExecutor<'_>, now: Instant) -> Answer<sql::Outbox> {
    Ok(sql::outbox(db, oldest(now), MAX_REFUSALS).await?)
}

fn job_key(mail_id: Uuid) -> String {
    format!("mail {mail_id}")
}

/// Twice as long each time: 2, 4, 8 seconds.
fn pause(attempts: i32) -> Duration {
    let exponent = u32::try_from(attempts).unwrap_or_default().min(16);
    Duration::from_secs(1 << exponent).min(MAX_PAUSE)
}
