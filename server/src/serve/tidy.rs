//! What nobody needs any more is deleted, every hour: each part of the portal knows what that is.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use gridbill_core::Topic;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::payments::staff::AdminFPXManualRequery;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::database::months;
use crate::error::{Answer, Error};
use crate::jobs::{self, Failures};
use crate::payments::post;
use crate::{
    accounts, auth, colleagues, downloads, endpoint, identity, notifications, operations, registration, statements,
    viewing, views,
};

/// Until then a call that is sent again with its key gets the same answer.
const ANSWER_DAYS: i64 = 30;
/// One that moved money is kept for as long as somebody may ask what became of it.
const MONEY_ANSWER_DAYS: i64 = 2 * 365;

/// Deletes what is too old.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Tidy {}

impl TaskHandler for Tidy {
    const IDENTIFIER: &'static str = "tidy";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        tidy(&app).await.map_err(|error| format!("tidying: {error:?}"))
    }
}

/// Gives a job to what has lost its own, adds the months to come, and deletes what is too old. What fails of it is logged and
/// keeps nothing else from being done.
///
/// # Errors
/// The first thing that failed.
pub async fn tidy(app: &App) -> Answer<()> {
    let parts = [
        ("lost jobs", pick_up(app).await),
        ("months", months::add(&app.pool, app.now()).await.map_err(Error::from)),
        ("views of companies", viewing::end_of_sessions(app).await),
        ("sessions", auth::tidy::tidy(&app.auth).await),
        ("e-mails", app.mail.tidy().await),
        ("answers", forget_answers(app).await),
        ("links", identity::links::tidy(app).await),
        ("looking up accounts", accounts::lookup::tidy(app, app.now()).await),
        ("declarations", registration::declaration::tidy(app, app.now()).await),
        ("sent bills", colleagues::tidy(app).await),
        ("saved views", views::tidy(app).await),
        ("notifications", notifications::tidy(app).await),
        ("statements", statements::tidy(app).await),
        ("downloads", downloads::tidy(app).await),
        ("imports", operations::tidy(app).await),
        ("replaced jobs", jobs::sql::forget_replaced(&app.pool).await.map_err(Error::from)),
        ("files", app.files.sweep().await),
    ];
    let mut failures = Failures::default();
    for (part, tidied) in parts {
        failures.note(part, "not tidied", tidied);
    }
    failures.answer()
}

/// Forgets what calls with a key were answered, each endpoint's when its days are over.
async fn forget_answers(app: &App) -> Answer<()> {
    for entry in gridbill_core::registry::endpoints().filter(|entry| entry.once) {
        let moves_money = entry.changes.contains(&Topic::Payments) && entry.name != AdminFPXManualRequery::ENTRY.name;
        let days = if moves_money { MONEY_ANSWER_DAYS } else { ANSWER_DAYS };
        endpoint::forget_answers(app, entry, app.now().plus_seconds(-days * 86_400)).await?;
    }
    Ok(())
}

/// Gives a job to whatever has lost its own, as when it failed too often: payments that were accepted, companies that were
/// approved, accounts that wait, statements, e-mails. A job that runs, or waits for its next attempt, stays. Where one kind fails,
/// the others get theirs.
///
/// # Errors
/// The first thing that failed.
pub async fn pick_up(app: &App) -> Answer<()> {
    let mut connection = app.pool.acquire().await?;
    let kinds = [
        post::pick_up(app, &mut connection).await,
        registration::pick_up(app, &mut connection).await,
        statements::pick_up(app, &mut connection).await,
        downloads::job::pick_up(app, &mut connection).await,
        app.mail.pick_up(&mut connection).await,
    ];
    kinds.into_iter().collect()
}
