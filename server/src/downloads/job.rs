//! Large files are made by jobs: a few at a time in all processes together, and of one person one after the other. Whoever was
//! served least recently is next. A job that was killed begins again; one that is not wanted any more stops.

use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use graphile_worker::{IntoTaskHandlerResult, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::downloads::{DownloadBills, DownloadCombinedStatement};
use gridbill_core::endpoint::Endpoint;
use gridbill_core::endpoint::caller;
use gridbill_core::fact::{DownloadFact, PortalActor};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Topic};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::making::{self, documents};
use super::rows::Rows;
use super::{What, asking, kept_until, sql, statement, wanted};
use crate::app::{App, Context};
use crate::auth::absent;
use crate::auth::guard::Admit as _;
use crate::auth::who::{Customer, Person};
use crate::endpoint::Lists;
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};
use crate::live::{self, Change};
use crate::{bills, database, files, jobs};

/// How often it is told how far a file is.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(400);

/// How often a file is begun before it is given up: each beginning but the last one ended with its process.
const MAX_ATTEMPTS: i32 = 10;

/// Makes files in one of the slots until nobody waits.
#[derive(Debug, Serialize, Deserialize)]
pub struct MakeDownloads {
    pub slot: i16,
}

impl TaskHandler for MakeDownloads {
    const IDENTIFIER: &'static str = "make_downloads";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let (app, lists) = (jobs::part::<App>(&context)?, jobs::part::<Arc<Lists>>(&context)?);
        make_all(&app, &lists, self.slot).await.map_err(|error| format!("making downloads: {error:?}"))
    }
}

/// The job that versions before this one added for each file. A slot makes that file.
#[derive(Debug, Serialize, Deserialize)]
pub struct MakeDownload {
    pub download_id: Uuid,
}

impl TaskHandler for MakeDownload {
    const IDENTIFIER: &'static str = "make_download";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        let mut connection = app.pool.acquire().await.map_err(|error| format!("waking the slots: {error:?}"))?;
        wake(&app.context(), &mut connection).await.map_err(|error| format!("waking the slots: {error:?}"))
    }
}

/// Has every slot look for files to make once the transaction commits.
///
/// # Errors
/// When the database does not answer.
pub async fn wake(context: &Context, db: &mut PgConnection) -> Answer<()> {
    for slot in slots(context.config().limits.documents_at_once) {
        context.add_job(db, MakeDownloads { slot }, spec(slot).build()).await?;
    }
    Ok(())
}

/// Gives the slots jobs again that were lost, where files wait.
///
/// # Errors
/// When the database does not answer.
pub async fn pick_up(app: &App, db: &mut PgConnection) -> Answer<()> {
    if sql::any_to_make(db).await? {
        for slot in slots(app.config.limits.documents_at_once) {
            let key = format!("downloads {slot}");
            app.queue.restore(db, MakeDownloads { slot }, spec(slot).job_key(key).build()).await?;
        }
    }
    Ok(())
}

fn slots(count: u16) -> impl Iterator<Item = i16> {
    (0..count).filter_map(|slot| i16::try_from(slot).ok())
}

/// Of a slot one job runs at a time, in all processes together. Those behind it mostly find nothing left to do.
fn spec(slot: i16) -> JobSpecBuilder {
    JobSpecBuilder::new().queue_name(format!("downloads {slot}"))
}

async fn make_all(app: &App, lists: &Lists, slot: i16) -> Answer<()> {
    while let Some(job) = begin(app, slot).await? {
        make(app, lists, &job).await?;
    }
    Ok(())
}

async fn begin(app: &App, slot: i16) -> Answer<Option<sql::Job>> {
    let mut tx = app.pool.begin().await?;
    // Two slots would otherwise both choose a file of the same person.
    sql::lock_choice(&mut tx).await?;
    let job = sql::begin(&mut tx, slot).await?;
    tx.commit().await?;
    Ok(job)
}

/// Makes a file and keeps it. What goes wrong is said to whoever waits; only a database that is away is tried again by itself.
async fn make(app: &App, lists: &Lists, job: &sql::Job) -> Answer<()> {
    let download_id = job.download_id;
    tell(&app.pool, job.person_id).await?;
    let made = if job.attempt > MAX_ATTEMPTS {
        Err(anyhow!("it was begun {MAX_ATTEMPTS} times, and each time its process ended").into())
    } else {
        made(app, lists, job).await
    };
    match made {
        Ok(()) => {}
        Err(Error::Internal(error)) if database::trouble(&error).is_some() => return Err(Error::Internal(error)),
        Err(Error::Refused(problem)) => fail(app, job, problem.code).await?,
        Err(Error::Internal(error)) => {
            metrics::counter!("gridbill_downloads_failed_total").increment(1);
            tracing::error!(%download_id, error = format!("{error:#}"), "a download could not be made");
            fail(app, job, Code::Unexpected).await?;
        }
    }
    tell(&app.pool, job.person_id).await
}

async fn made(app: &App, lists: &Lists, job: &sql::Job) -> Answer<()> {
    let person = absent::person(&app.auth, job.person_id, job.language).await?;
    let mut progress = Progress::Told { app, job, at: Instant::now() };
    let file = match &job.what.0 {
        What::List(request) => {
            let (columns, rows) = Rows::of(lists, person.clone(), request)?;
            let first = rows.page(app, None).await?;
            making::table(app, &rows, first, wanted(app, request, columns, &person)?, None, &mut progress).await?
        }
        What::Bills(request) => {
            let who = customer::<DownloadBills>(app, person, &request.id, request).await?;
            let invoices = bills::wanted(app, &who, request).await?;
            // Meanwhile they were paid, or went with their accounts.
            if invoices.is_empty() {
                return Err(Code::DownloadEmpty.into());
            }
            documents(app, &who, &invoices, request.format, &mut progress).await?
        }
        What::Statement { request, last } => {
            let who = customer::<DownloadCombinedStatement>(app, person, &request.id, request).await?;
            statement::make(app, &who, request, *last, &mut progress).await?
        }
    };
    keep(app, job, file).await
}

/// The customer as whom a person made a call about a bulk account, who may still make it.
///
/// # Errors
/// What the call is refused with.
pub async fn customer<E: Endpoint>(
    app: &App,
    person: Person,
    bulk_id: &BulkId,
    request: &E::Request,
) -> Answer<Customer> {
    let viewed = person.is_staff.then(|| bulk_id.to_string());
    let entered = caller::Customer::resume(&app.auth, person, &E::ENTRY, viewed.as_deref()).await?;
    caller::Customer::admit(&app.auth, entered, E::about(request)).await
}

async fn keep(app: &App, job: &sql::Job, file: File) -> Answer<()> {
    let written = app.files.write_file(file).await?;
    let mut tx = app.pool.begin().await?;
    // Before it is ready itself, so that it is never the one that goes, also when it was asked for first.
    let gone = asking::make_room(&mut tx, job.person_id, app.now()).await?;
    files::claim(&mut tx, &written).await?;
    if sql::ready(&mut tx, job, &written, kept_until(app.now())).await? {
        record(app, &mut tx, job, DownloadFact::DownloadReady { download_id: job.download_id.to_string() }).await?;
        tx.commit().await?;
        app.files.delete(&gone).await;
    } else {
        tx.rollback().await?;
        app.files.delete(&[written.file_id]).await;
    }
    Ok(())
}

async fn fail(app: &App, job: &sql::Job, code: Code) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    if sql::fail(&mut tx, job, code.name()).await? {
        record(app, &mut tx, job, DownloadFact::DownloadFailed { download_id: job.download_id.to_string() }).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn record(app: &App, db: &mut PgConnection, job: &sql::Job, fact: DownloadFact) -> Answer<()> {
    let actor = Actor::Portal(PortalActor::Downloads);
    let entry = Entry::of(Subject::Person(job.person_id), actor, fact, &job.name);
    facts::record(&app.context(), db, entry.in_account(job.bulk_id.as_ref()).concerning(job.person_id)).await
}

/// Has the person's pages read their downloads again.
///
/// # Errors
/// When the database does not answer.
pub async fn tell(db: impl PgExecutor<'_>, person_id: Uuid) -> Answer<()> {
    live::publish(db, Change::of(&[Topic::Downloads]).of_person(person_id)).await?;
    Ok(())
}

/// Whether anybody is told how far a file is.
pub enum Progress<'a> {
    /// It is made while the caller waits.
    Untold,
    /// Its person sees it.
    Told { app: &'a App, job: &'a sql::Job, at: Instant },
}

impl Progress<'_> {
    /// So many are written.
    ///
    /// # Errors
    /// [`Code::FileNotFound`] when it is not wanted any more, or another attempt makes it.
    pub async fn at(&mut self, done: i64) -> Answer<()> {
        match self {
            Self::Told { app, job, at } if at.elapsed() >= PROGRESS_INTERVAL => {
                if !sql::progress(&app.pool, job, done).await? {
                    return Err(Code::FileNotFound.into());
                }
                tell(&app.pool, job.person_id).await?;
                *at = Instant::now();
                Ok(())
            }
            Self::Told { .. } | Self::Untold => Ok(()),
        }
    }
}
