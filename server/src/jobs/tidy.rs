//! What nobody needs any more is deleted, every hour.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Instant;
use gridbill_core::endpoint::{self, Endpoint as _};
use gridbill_core::identity::MOST_ATTEMPTS;
use gridbill_core::staff::AdminFPXManualRequery;
use serde::{Deserialize, Serialize};

use super::sql;
use crate::app::App;
use crate::auth::device;
use crate::error::Answer;
use crate::{accounts, files, mail, registration};

/// No window of a rate is longer.
const RATE_DAYS: i64 = 1;
/// Until then somebody who follows an old link is told that it has expired; then, that it is none.
const LINK_DAYS: i64 = 90;
/// Until then `gridbill check` can see of a session that it ended (invariant 10), though none lives longer than a day.
const SESSION_DAYS: i64 = 30;
/// Until then wrong attempts count that locked nobody; a lock stays until a reset.
const ATTEMPT_DAYS: i64 = 30;
/// Until then one can tell whether and when a letter went out.
const MAIL_DAYS: i64 = 90;
/// Until then a call that is sent again with its key gets the same answer.
const ANSWER_DAYS: i64 = 30;
/// One that moved money is kept for as long as somebody may ask what became of it.
const MONEY_ANSWER_DAYS: i64 = 2 * 365;
/// Answers that one statement deletes, so that nobody waits for it.
const BATCH_SIZE: u64 = 1_000;

/// Deletes what is too old.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Tidy {}

impl TaskHandler for Tidy {
    const IDENTIFIER: &'static str = "tidy";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = super::app(&context)?;
        tidy(&app).await.map_err(|error| format!("tidying: {error:?}"))
    }
}

/// Gives a job to what has lost its own, and deletes what is too old.
///
/// # Errors
/// When the database does not answer.
pub async fn tidy(app: &App) -> Answer<()> {
    pick_up(app).await?;
    let ago = |days: i64| -> Instant { app.now().plus_seconds(-days * 86_400) };
    sql::forget_rates(&app.pool, ago(RATE_DAYS)).await?;
    sql::forget_links(&app.pool, ago(LINK_DAYS)).await?;
    sql::forget_sessions(&app.pool, ago(SESSION_DAYS)).await?;
    sql::forget_attempts(&app.pool, ago(ATTEMPT_DAYS), MOST_ATTEMPTS).await?;
    sql::forget_devices(&app.pool, ago(device::KNOWN_DAYS)).await?;
    sql::forget_security_events(&app.pool, ago(app.config.limits.security_event_days)).await?;
    sql::forget_mail(&app.pool, ago(MAIL_DAYS)).await?;
    for entry in endpoint::all().filter(|entry| entry.once) {
        let moves_money = entry.name != AdminFPXManualRequery::ENTRY.name;
        let before = ago(if moves_money { MONEY_ANSWER_DAYS } else { ANSWER_DAYS });
        while sql::forget_answers(&app.pool, entry.name, before, BATCH_SIZE).await? == BATCH_SIZE {}
    }
    accounts::lookup::tidy(app, app.now()).await?;
    registration::declaration::tidy(app, app.now()).await?;
    files::sweep(app).await
}

/// Gives a job to whatever may have lost its own, as when it failed too often: payments that were accepted, companies that
/// were approved, accounts that wait, letters.
///
/// # Errors
/// When the database does not answer.
pub async fn pick_up(app: &App) -> Answer<()> {
    let mut connection = app.pool.acquire().await?;
    for payment_id in sql::payments_to_post(&mut *connection).await? {
        super::post(&app.context(), &mut connection, payment_id).await?;
    }
    registration::pick_up(app, &mut connection).await?;
    mail::pick_up(app, &mut connection).await
}
