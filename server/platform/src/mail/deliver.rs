//! Sends e-mails from the outbox to the mail server.

use std::time::Duration;

use graphile_worker::{IntoTaskHandlerResult, JobKeyMode, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::{Code, Instant};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::Mail;
use super::smtp::{Outgoing, is_permanent};
use super::sql::{self, Unsent};
use crate::base::Clock;
use crate::error::Answer;
use crate::jobs;

/// Age in seconds after which an e-mail is no longer sent: its content is outdated, and its links have expired.
const MAX_AGE_SECONDS: i64 = 3 * 86_400;
/// Maximum attempts in a row of an e-mail that the server permanently refuses. They take a quarter of an hour,
/// enough time to fix a mail server that is being set up.
pub const MAX_REFUSALS: i32 = 10;
/// Maximum pause between two attempts. The queue's own pauses would grow to hours, but a password reset link is
/// valid for one hour.
const MAX_PAUSE: Duration = Duration::from_mins(5);

/// The job that sends an e-mail.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMail {
    pub mail_id: Uuid,
}

impl TaskHandler for SendMail {
    const IDENTIFIER: &'static str = "send_mail";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mail = jobs::part::<Mail>(&context)?;
        mail.deliver(self.mail_id).await.map_err(|error| format!("failed to send {}: {error:?}", self.mail_id))
    }
}

/// Lower priority than other jobs, so that hundreds of e-mails do not delay work that a user is waiting for.
const PRIORITY: i16 = 10;

fn spec(mail_id: Uuid) -> JobSpecBuilder {
    JobSpecBuilder::new().job_key(job_key(mail_id)).priority(PRIORITY)
}

impl Mail {
    /// Queues an e-mail; the job becomes visible once the transaction commits. Does nothing if a job is queued already.
    pub(super) async fn add_job(&self, db: &mut PgConnection, mail_id: Uuid) -> Answer<()> {
        let spec = spec(mail_id).job_key_mode(JobKeyMode::UnsafeDedupe).build();
        self.queue.add(db, SendMail { mail_id }, spec).await
    }

    /// Queues a job that sends an e-mail after a pause. Called by the running job, which this job follows.
    async fn add_job_after(&self, db: &mut PgConnection, mail_id: Uuid, pause: Duration) -> Answer<()> {
        // Uses the machine's clock, like the queue; the portal's clock is fixed in tests.
        let at = Clock::default().now().utc() + pause;
        let spec = spec(mail_id).run_at(at).build();
        self.queue.add(db, SendMail { mail_id }, spec).await
    }

    /// Sends an e-mail, unless it was sent or is too old. An e-mail that is not accepted is retried later.
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
                stop_link: email.stop_link,
                written_at: email.created_at,
            })
            .await;
        let Err(refused) = sent else {
            sql::mark_accepted(&base.pool, mail_id, base.now()).await?;
            return Ok(());
        };
        let mut tx = base.pool.begin().await?;
        let attempts = sql::record_failure(&mut *tx, mail_id, &refused.why).await?;
        let is_given_up = refused.is_for_good && attempts >= MAX_REFUSALS;
        if !is_given_up {
            self.add_job_after(&mut tx, mail_id, pause(attempts)).await?;
        }
        tx.commit().await?;
        tracing::warn!(%mail_id, attempts, is_given_up, why = refused.kind, "the mail server did not accept an e-mail");
        Ok(())
    }

    /// Retries an e-mail at an operator's request. `seen` is the number of attempts that the operator saw.
    /// Fails with [`Code::NoMailServer`], [`Code::EmailNotFound`], [`Code::EmailMoved`] or [`Code::EmailTooOld`].
    pub async fn send_again(&self, db: &mut PgConnection, mail_id: Uuid, seen: i64) -> Answer<Unsent> {
        if !self.is_sent() {
            return Err(Code::NoMailServer.into());
        }
        let unsent = sql::lock(&mut *db, mail_id).await?.ok_or(Code::EmailNotFound)?;
        // A running job may be sending it right now; a second job would send it twice.
        let is_being_sent = jobs::sql::runs(&mut *db, &job_key(mail_id)).await?;
        if unsent.is_accepted || i64::from(unsent.attempts) != seen || is_being_sent {
            return Err(Code::EmailMoved.into());
        }
        if is_too_old(unsent.created_at, self.base.now()) {
            return Err(Code::EmailTooOld.into());
        }
        sql::reset_attempts(&mut *db, mail_id).await?;
        // Replaces a queued job.
        self.queue.add(db, SendMail { mail_id }, spec(mail_id).build()).await?;
        Ok(unsent)
    }

    /// Queues a job for every unsent e-mail, for example if its first job was lost.
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

/// Returns the creation time after which e-mails are still sent.
#[must_use]
pub fn oldest(now: Instant) -> Instant {
    now.plus_seconds(-MAX_AGE_SECONDS)
}

/// Whether an e-mail is too old to be sent.
#[must_use]
pub fn is_too_old(written_at: Instant, now: Instant) -> bool {
    written_at <= oldest(now)
}

/// Whether the mail server permanently refused an e-mail too often, so that it is not retried.
#[must_use]
pub fn is_refused_for_good(attempts: i32, last_error: Option<&str>) -> bool {
    attempts >= MAX_REFUSALS && last_error.is_some_and(is_permanent)
}

/// Counts the unsent e-mails, for operators.
pub async fn outbox(db: impl PgExecutor<'_>, now: Instant) -> Answer<sql::Outbox> {
    Ok(sql::outbox(db, oldest(now), MAX_REFUSALS).await?)
}

fn job_key(mail_id: Uuid) -> String {
    format!("mail {mail_id}")
}

/// Returns the pause before the next attempt, which doubles each time: 2, 4, 8 seconds.
fn pause(attempts: i32) -> Duration {
    let exponent = u32::try_from(attempts).unwrap_or_default().min(16);
    Duration::from_secs(1 << exponent).min(MAX_PAUSE)
}
