//! Cleanup: deletes old data every hour. Each part of the portal decides which of its data is old.

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
    accounts, auth, colleagues, downloads, endpoint, identity, mailboxes, notifications, operations, registration,
    statements, tokens, viewing, views, webhooks,
};

/// Days for which a repeated call with the same key gets the same response.
const ANSWER_DAYS: i64 = 30;
/// The same for calls that moved money: kept while users may still ask about the payment.
const MONEY_ANSWER_DAYS: i64 = 2 * 365;

/// The cleanup job.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Tidy {}

impl TaskHandler for Tidy {
    const IDENTIFIER: &'static str = "tidy";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        tidy(&app).await.map_err(|error| format!("cleanup failed: {error:?}"))
    }
}

/// Requeues lost jobs, adds future monthly partitions, and deletes old data. A failure of one part is logged and
/// does not stop the others.
pub async fn tidy(app: &App) -> Answer<()> {
    let parts = [
        ("lost jobs", pick_up(app).await),
        ("months", months::add(&app.pool, app.now()).await.map_err(Error::from)),
        ("views of companies", viewing::end_of_sessions(app).await),
        ("sessions", auth::tidy::delete_expired(&app.auth).await),
        ("e-mails", app.mail.delete_old().await),
        ("answers", forget_answers(app).await),
        ("links", identity::links::delete_old_links(app).await),
        ("links of addresses", mailboxes::delete_expired(app).await),
        ("events of webhooks", webhooks::delete_expired(app).await),
        ("API tokens", tokens::delete_ended(app).await),
        ("looking up accounts", accounts::lookup::delete_old_lookups(app, app.now()).await),
        ("declarations", registration::declaration::delete_unused_files(app, app.now()).await),
        ("sent bills", colleagues::delete_expired(app).await),
        ("saved views", views::purge_deleted(app).await),
        ("notifications", notifications::delete_expired(app).await),
        ("statements", statements::delete_expired(app).await),
        ("downloads", downloads::delete_expired(app).await),
        ("links to accounting files", downloads::accounting_links::delete_expired(app).await),
        ("imports", operations::delete_old_imports(app).await),
        ("replaced jobs", jobs::sql::delete_replaced(&app.pool).await.map_err(Error::from)),
        ("files", app.files.sweep().await),
    ];
    let mut failures = Failures::default();
    for (part, tidied) in parts {
        failures.note(part, "cleanup failed", tidied)?;
    }
    failures.answer()
}

/// Deletes the stored responses of calls with a key, by each endpoint's retention.
async fn forget_answers(app: &App) -> Answer<()> {
    for entry in gridbill_core::registry::endpoints().filter(|entry| entry.once) {
        let moves_money = entry.changes.contains(&Topic::Payments) && entry.name != AdminFPXManualRequery::ENTRY.name;
        let days = if moves_money { MONEY_ANSWER_DAYS } else { ANSWER_DAYS };
        endpoint::delete_stored_answers(app, entry, app.now().plus_seconds(-days * 86_400)).await?;
    }
    Ok(())
}

/// Queues a new job for work whose job was lost, for example after too many failures: accepted payments, approved
/// companies, queued accounts, statements, downloads, e-mails. Jobs that run or wait for a retry stay. If one kind
/// fails, the others are still handled.
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
