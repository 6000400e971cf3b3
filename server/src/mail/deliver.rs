//! Letters on their way from the outbox to the mail server.

use std::time::Duration;

use sqlx::PgConnection;
use uuid::Uuid;

use super::smtp::Outgoing;
use super::sql;
use crate::app::App;
use crate::error::Answer;
use crate::jobs;

/// A letter that is so many seconds old is not sent any more: what it says is no longer true, and its links have expired.
const OLDEST_SECONDS: i64 = 3 * 86_400;
/// How often a letter is tried that the server refuses for good: a quarter of an hour, in which somebody who is just
/// setting a mail server up mends it.
const MOST_REFUSALS: i32 = 10;
/// The longest pause between two tries. The queue's own would grow to hours, and a link to set a password is good for one.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// Sends a letter, unless it was sent, or there is no use in it any more. One that is not taken is tried again later.
///
/// # Errors
/// When the database does not answer.
pub async fn deliver(app: &App, mail_id: Uuid) -> Answer<()> {
    let Some(smtp) = &app.mail.smtp else { return Err(anyhow::anyhow!("there is no mail server").into()) };
    let oldest = app.now().plus_seconds(-OLDEST_SECONDS);
    let Some(letter) = sql::to_send(&app.pool, mail_id, oldest, MOST_REFUSALS).await? else { return Ok(()) };
    let sent = smtp
        .send(Outgoing {
            mail_id,
            recipient: &letter.recipient,
            language: &letter.language,
            subject: letter.subject,
            text: letter.text,
            html: letter.html,
            written_at: letter.created_at,
        })
        .await;
    let Err(refused) = sent else {
        sql::accepted(&app.pool, mail_id, app.now()).await?;
        return Ok(());
    };
    let mut tx = app.pool.begin().await?;
    let attempts = sql::not_taken(&mut *tx, mail_id, &refused.why).await?;
    let is_given_up = refused.is_for_good && attempts >= MOST_REFUSALS;
    if !is_given_up {
        jobs::send_mail_after(app, &mut tx, mail_id, pause(attempts)).await?;
    }
    tx.commit().await?;
    tracing::warn!(%mail_id, attempts, is_given_up, why = refused.kind, "the mail server did not take a letter");
    Ok(())
}

/// Twice as long each time: 2, 4, 8 seconds.
fn pause(attempts: i32) -> Duration {
    let exponent = u32::try_from(attempts).unwrap_or_default().min(16);
    Duration::from_secs(1 << exponent).min(LONGEST_PAUSE)
}

/// Gives every letter a job that waits for one, whatever became of the first.
///
/// # Errors
/// When the database does not answer.
pub async fn pick_up(app: &App, db: &mut PgConnection) -> Answer<()> {
    if !app.mail.is_sent() {
        return Ok(());
    }
    let oldest = app.now().plus_seconds(-OLDEST_SECONDS);
    for mail_id in sql::waiting(&mut *db, oldest, MOST_REFUSALS).await? {
        jobs::send_mail(&app.context(), db, mail_id).await?;
    }
    Ok(())
}
