//! The job that prepares a statement. It first writes the file as an orphan. One transaction then claims the file,
//! marks the statement as ready and queues the e-mails. A process may be killed at any point: uncommitted work is
//! repeated, and no e-mail is sent twice.

use std::time::Duration;

use graphile_worker::{IntoTaskHandlerResult, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::Code;
use gridbill_core::fact::PortalActor;
use gridbill_core::statements::StatementFact;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use super::email::{StatementEmail, StatementOutcome};
use super::request;
use super::sql::ledger as figures;
use super::sql::make as sql;
use crate::app::App;
use crate::base::Clock;
use crate::computing;
use crate::documents::statement;
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};
use crate::files;
use crate::jobs;
use crate::mail::To;

/// Attempts before the recipients are told that the statement failed.
const MAX_ATTEMPTS: i32 = 3;

/// The job that prepares one statement.
#[derive(Debug, Serialize, Deserialize)]
pub struct MakeStatement {
    pub statement_id: Uuid,
}

impl TaskHandler for MakeStatement {
    const IDENTIFIER: &'static str = "make_statement";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        let done = work(&app, self.statement_id).await;
        done.map_err(|error| format!("preparing the statement {}: {error:?}", self.statement_id))
    }
}

/// Adds a job that prepares a statement once the transaction commits. The job's key prevents duplicates.
pub async fn add_job(app: &App, db: &mut PgConnection, statement_id: Uuid) -> Answer<()> {
    app.queue.add(db, MakeStatement { statement_id }, spec(statement_id).build()).await
}

/// Schedules a retry after a pause.
async fn add_job_after(app: &App, db: &mut PgConnection, statement_id: Uuid, pause: Duration) -> Answer<()> {
    // Uses the system clock, like the queue; the portal's own clock is frozen in tests.
    let at = Clock::default().now().utc() + pause;
    let spec = spec(statement_id).run_at(at).build();
    app.queue.add(db, MakeStatement { statement_id }, spec).await
}

fn spec(statement_id: Uuid) -> JobSpecBuilder {
    JobSpecBuilder::new().job_key(format!("statement {statement_id}"))
}

/// Restores the job of every queued statement that has lost it.
pub async fn pick_up(app: &App, db: &mut PgConnection) -> Answer<()> {
    for statement_id in sql::list_queued(&mut *db).await? {
        app.queue.restore(db, MakeStatement { statement_id }, spec(statement_id).build()).await?;
    }
    Ok(())
}

async fn work(app: &App, statement_id: Uuid) -> Answer<()> {
    // A killed worker may have committed already.
    let Some(to_make) = sql::find_queued(&app.pool, statement_id).await? else { return Ok(()) };
    match make(app, &to_make).await {
        Ok(()) => Ok(()),
        Err(Error::Refused(problem)) if problem.code == Code::StatementAccountRefused => {
            fail(app, &to_make, problem.code).await
        }
        Err(error) => record_failure(app, &to_make, error).await,
    }
}

async fn make(app: &App, to_make: &sql::ToMake) -> Answer<()> {
    let printed = app.read(|app| printed(app, to_make)).await?;
    let (utility, language) = (app.config.utility.clone(), to_make.language);
    let bytes = computing::for_job(move || printed.write(language, &utility)).await??;
    let written = app.files.write(bytes.into()).await?;
    let now = app.now();
    let mut tx = app.pool.begin().await?;
    if !sql::mark_ready(&mut tx, to_make, &written, now).await? {
        // Another worker was faster; cleanup deletes the orphaned file.
        return Ok(());
    }
    files::claim(&mut tx, &written).await?;
    let emails = notify_recipients(app, &mut tx, to_make, StatementOutcome::Ready).await?;
    let statement_id = to_make.statement_id.to_string();
    record(app, &mut tx, to_make, StatementFact::StatementReady { statement_id, months: to_make.months, emails })
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Loads the data of the document from one snapshot.
async fn printed(app: App, to_make: &sql::ToMake) -> Answer<statement::Printed> {
    let mut snapshot = app.pool.begin_with("begin isolation level repeatable read read only").await?;
    // The account may have been added or removed since the request.
    let standing = request::standing(&mut snapshot, &to_make.bulk_id, &to_make.account_no).await?;
    let standing = standing.filter(|standing| standing.is_own == to_make.is_own);
    standing.ok_or(Code::StatementAccountRefused)?;
    let holder = to_make.is_own.then_some(&to_make.bulk_id);
    let ledger = figures::ledger(&mut snapshot, holder, &to_make.account_no, to_make.last_day).await?;
    let account = figures::account_shown(&mut snapshot, &to_make.bulk_id, &to_make.account_no).await?;
    snapshot.rollback().await?;
    Ok(statement::Printed {
        statement: ledger.statement(to_make.first_day, to_make.last_day)?,
        account,
        account_no: to_make.account_no.clone(),
        bulk_id: to_make.bulk_id.clone(),
        made_at: app.now(),
    })
}

/// Queues the e-mails to all recipients. Returns their addresses.
async fn notify_recipients(
    app: &App,
    tx: &mut PgConnection,
    to_make: &sql::ToMake,
    became: StatementOutcome,
) -> Answer<Vec<String>> {
    let company = sql::company(&mut *tx, &to_make.bulk_id).await?;
    let link = format!("{}/billPayment/statements", app.config.public_url());
    let email = StatementEmail {
        became,
        account_no: &to_make.account_no,
        company: &company,
        first: to_make.first_day,
        last: to_make.last_day,
        expires_at: to_make.expires_at,
        link: &link,
    };
    let recipients = sql::recipients(&mut *tx, to_make.statement_id).await?;
    for recipient in &recipients {
        let to = To { email: &recipient.email, name: recipient.name.as_deref(), language: to_make.language };
        app.context().send(tx, to, email).await?;
    }
    Ok(recipients.into_iter().map(|recipient| recipient.email).collect())
}

/// Counts a failed attempt and schedules a retry. After the last attempt, the statement fails and the recipients are
/// told.
async fn record_failure(app: &App, to_make: &sql::ToMake, error: Error) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let attempts = sql::count_failed_attempt(&mut tx, &to_make.bulk_id, to_make.statement_id).await?;
    let is_given_up = attempts >= MAX_ATTEMPTS;
    if !is_given_up {
        let pause = Duration::from_secs(1 << attempts.clamp(0, 6));
        add_job_after(app, &mut tx, to_make.statement_id, pause).await?;
    }
    tx.commit().await?;
    let statement_id = to_make.statement_id;
    tracing::warn!(%statement_id, attempts, is_given_up, error = format!("{error:?}"), "cannot prepare a statement");
    if is_given_up { fail(app, to_make, Code::Unavailable).await } else { Ok(()) }
}

async fn fail(app: &App, to_make: &sql::ToMake, why: Code) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    if sql::mark_failed(&mut tx, &to_make.bulk_id, to_make.statement_id, why).await? {
        // With any other reason the account has left the bulk account, so its users get no e-mail about it.
        if why == Code::Unavailable {
            notify_recipients(app, &mut tx, to_make, StatementOutcome::Failed).await?;
        }
        let (statement_id, months) = (to_make.statement_id.to_string(), to_make.months);
        record(app, &mut tx, to_make, StatementFact::StatementFailed { statement_id, months }).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn record(app: &App, tx: &mut PgConnection, to_make: &sql::ToMake, fact: StatementFact) -> Answer<()> {
    let account_no = &to_make.account_no;
    let actor = Actor::Portal(PortalActor::Statements);
    let entry = Entry::of(Subject::Account(account_no), actor, fact, account_no.as_str());
    let entry = entry.in_account(Some(&to_make.bulk_id)).concerning(to_make.requested_by);
    facts::record(&app.context(), tx, entry).await
}
