//! The e-mail to users who asked to be notified when government entities may register
//! (docs/domain/registration.md#government-window). Sent once to each user on the 8th at +08:00 or, after an outage, on
//! a later day of the window.

use chrono::Datelike as _;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::endpoint::Feature;
use gridbill_core::registration::{GOVERNMENT_DAYS, government_may_register};
use serde::{Deserialize, Serialize};

use super::email::RegistrationEmail;
use super::sql::answer::frozen_to;
use super::sql::notice as sql;
use crate::app::App;
use crate::error::Answer;
use crate::jobs;
use crate::mail::To;

/// Users notified per transaction.
const BATCH_SIZE: i64 = 100;
/// The page that the e-mail links to.
const PAGE: &str = "/bulkAccount/register";

/// The job that notifies all users who are due.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SendWindowNotices {}

impl TaskHandler for SendWindowNotices {
    const IDENTIFIER: &'static str = "tell_of_window";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        send(&app).await.map_err(|error| format!("sending notices of the window: {error:?}"))
    }
}

/// Queues an e-mail to every user who is due, in the same transaction that records it. Several processes may run this
/// at the same time, and any of them may be killed: each user gets exactly one e-mail.
pub async fn send(app: &App) -> Answer<()> {
    let today = Day::at(app.now());
    // After an outage of the whole window the e-mail would be wrong, so it waits for the next window.
    if !government_may_register(today) {
        return Ok(());
    }
    // During a freeze the e-mail would be wrong, too. It is sent after the freeze, if the window is still open.
    if is_frozen(app).await? {
        return Ok(());
    }
    while notify_batch(app, today).await? {}
    Ok(())
}

async fn is_frozen(app: &App) -> Answer<bool> {
    let (mut db, now) = (app.pool.acquire().await?, app.now());
    Ok(frozen_to(&mut db, Feature::Registration, now, now.plus_seconds(1)).await?.is_some())
}

/// Notifies a batch of users. Returns whether there were any.
async fn notify_batch(app: &App, today: Day) -> Answer<bool> {
    let link = format!("{}{PAGE}", app.config.public_url());
    let until = today.plus_days(i64::from(*GOVERNMENT_DAYS.end()) - i64::from(today.date().day()));
    let mut tx = app.pool.begin().await?;
    let waiting = sql::lock_waiting(&mut tx, today, BATCH_SIZE).await?;
    for one in &waiting {
        let to = To { email: &one.email, name: Some(&one.name), language: one.language };
        app.context().send(&mut tx, to, RegistrationEmail::GovernmentWindowIsOpen { link: &link, until }).await?;
        sql::mark_notified(&mut tx, one.person_id, app.now()).await?;
    }
    tx.commit().await?;
    Ok(!waiting.is_empty())
}
