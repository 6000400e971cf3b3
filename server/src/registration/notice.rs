//! The e-mail to those who wanted to be told when government entities may register (docs/domain/registration.md#government-window): once to
//! each, on the 8th at +08:00, or on the next day of the window on which anything works.

use chrono::Datelike as _;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Day;
use gridbill_core::registration::{GOVERNMENT_DAYS, government_may_register};
use serde::{Deserialize, Serialize};

use super::email::RegistrationEmail;
use super::sql::notice as sql;
use crate::app::App;
use crate::error::Answer;
use crate::jobs;
use crate::mail::To;

/// How many are told in one transaction.
const BATCH_SIZE: i64 = 100;
/// Where the e-mail leads.
const PAGE: &str = "/bulkAccount/register";

/// Tells everybody who is to be told by now.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TellOfWindow {}

impl TaskHandler for TellOfWindow {
    const IDENTIFIER: &'static str = "tell_of_window";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        send(&app).await.map_err(|error| format!("telling of the window: {error:?}"))
    }
}

/// Puts an e-mail to everybody who is to be told by now into the outbox, in the transaction that notes it. Any number of
/// processes may do so at the same time, and any of them may be killed: nobody is told twice, and nobody is forgotten.
///
/// # Errors
/// When the database does not answer.
pub async fn send(app: &App) -> Answer<()> {
    let today = Day::at(app.now());
    // When nothing worked in the whole window, the e-mail would say what is no longer true: it waits for the next one.
    if !government_may_register(today) {
        return Ok(());
    }
    while tell_some(app, today).await? {}
    Ok(())
}

/// Whether somebody was told.
async fn tell_some(app: &App, today: Day) -> Answer<bool> {
    let link = format!("{}{PAGE}", app.config.public_url());
    let until = today.plus_days(i64::from(*GOVERNMENT_DAYS.end()) - i64::from(today.date().day()));
    let mut tx = app.pool.begin().await?;
    let waiting = sql::lock_waiting(&mut tx, today, BATCH_SIZE).await?;
    for one in &waiting {
        let to = To { email: &one.email, name: Some(&one.name), language: one.language };
        app.context().send(&mut tx, to, RegistrationEmail::GovernmentWindowIsOpen { link: &link, until }).await?;
        sql::told(&mut tx, one.person_id, app.now()).await?;
    }
    tx.commit().await?;
    Ok(!waiting.is_empty())
}
