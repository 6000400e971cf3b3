//! Jobs that make large files: a few at a time across all processes, and for each person one after another. The
//! person served least recently is next. A killed job starts again; a job whose download was cancelled stops.

use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use graphile_worker::{IntoTaskHandlerResult, JobSpecBuilder, TaskHandler, WorkerContext};
use gridbill_core::accounting::RepeatAccountingRun;
use gridbill_core::downloads::{DownloadAuditPacks, DownloadBills, DownloadCombinedStatement};
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
use super::{What, accounting, asking, export_spec, kept_until, own_data, packs, sql, statement};
use crate::app::{App, Context};
use crate::auth::absent;
use crate::auth::guard::Admit as _;
use crate::auth::who::{Customer, Person};
use crate::endpoint::Lists;
use crate::error::{Answer, Error};
use crate::facts::{self, Actor, Entry, Subject};
use crate::live::{self, Change};
use crate::{bills, database, files, jobs};

/// Minimum time between two progress updates.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(400);

/// Maximum attempts to make a file; each failed attempt ended because its process was killed.
const MAX_ATTEMPTS: i32 = 10;

/// A job that makes queued files in one of the slots until none is left.
#[derive(Debug, Serialize, Deserialize)]
pub struct MakeDownloads {
    pub slot: i16,
}

impl TaskHandler for MakeDownloads {
    const IDENTIFIER: &'static str = "make_downloads";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let (app, lists) = (jobs::part::<App>(&context)?, jobs::part::<Arc<Lists>>(&context)?);
        make_all(&app, &lists, self.slot).await.map_err(|error| format!("failed to make downloads: {error:?}"))
    }
}

/// The job that earlier versions added for each file. It only wakes the slots, which make the file.
#[derive(Debug, Serialize, Deserialize)]
pub struct MakeDownload {
    pub download_id: Uuid,
}

impl TaskHandler for MakeDownload {
    const IDENTIFIER: &'static str = "make_download";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = jobs::part::<App>(&context)?;
        let mut connection =
            app.pool.acquire().await.map_err(|error| format!("failed to wake the slots: {error:?}"))?;
        wake(&app.context(), &mut connection).await.map_err(|error| format!("failed to wake the slots: {error:?}"))
    }
}

/// Makes every slot look for queued files once the transaction commits.
pub async fn wake(context: &Context, db: &mut PgConnection) -> Answer<()> {
    for slot in slots(context.config().limits.documents_at_once) {
        context.add_job(db, MakeDownloads { slot }, spec(slot).build()).await?;
    }
    Ok(())
}

/// Restores lost jobs of the slots if files are queued.
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

/// A slot runs one job at a time across all processes. Further queued jobs of a slot mostly find nothing to do.
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
    // Serialises the choice. Otherwise two slots could both choose a file of the same person.
    sql::lock_choice(&mut tx).await?;
    let job = sql::begin(&mut tx, slot).await?;
    tx.commit().await?;
    Ok(job)
}

/// Makes and stores a file. Errors are shown to the person; only temporary database errors are retried
/// automatically.
async fn make(app: &App, lists: &Lists, job: &sql::Job) -> Answer<()> {
    let download_id = job.download_id;
    publish_downloads(&app.pool, job.person_id).await?;
    let made = if job.attempt - job.attempts_before > MAX_ATTEMPTS {
        Err(anyhow!("all {MAX_ATTEMPTS} attempts ended with their process").into())
    } else {
        make_file(app, lists, job).await
    };
    match made {
        Ok(()) => {}
        Err(Error::Internal(error)) if database::temporary_error(&error).is_some() => {
            return Err(Error::Internal(error));
        }
        Err(Error::Refused(problem)) => fail(app, job, problem.code).await?,
        Err(Error::Internal(error)) => {
            metrics::counter!("gridbill_downloads_failed_total").increment(1);
            tracing::error!(%download_id, error = format!("{error:#}"), "failed to make a download");
            fail(app, job, Code::Unexpected).await?;
        }
    }
    publish_downloads(&app.pool, job.person_id).await
}

async fn make_file(app: &App, lists: &Lists, job: &sql::Job) -> Answer<()> {
    let person = absent::person(&app.auth, job.person_id, job.language).await?;
    let mut progress = Progress::Told { app, job, at: Instant::now() };
    let mut name = None;
    let file = match &job.what.0 {
        What::List(request) => {
            let (columns, rows) = Rows::of(lists, person.clone(), request)?;
            let first = rows.page(app, None).await?;
            making::table(app, &rows, first, export_spec(app, request, columns, &person)?, None, &mut progress).await?
        }
        What::Bills(request) => {
            let who = customer::<DownloadBills>(app, person, &request.id, request).await?;
            let invoices = bills::wanted(app, &who, request).await?;
            // The bills may have been paid or removed with their accounts since the request.
            if invoices.is_empty() {
                return Err(Code::DownloadEmpty.into());
            }
            documents(app, &who, &invoices, request.format, &mut progress).await?
        }
        What::Statement { request, last } => {
            let who = customer::<DownloadCombinedStatement>(app, person, &request.id, request).await?;
            statement::make(app, &who, request, *last, &mut progress).await?
        }
        What::AuditPacks(request) => {
            let who = customer::<DownloadAuditPacks>(app, person, &request.id, request).await?;
            packs::month(app, &who, request, &mut progress).await?
        }
        What::Accounting(file) => {
            drop(customer::<RepeatAccountingRun>(app, person, &file.id, &accounting::request(file)).await?);
            let (made, its_name) = accounting::make(app, file, &mut progress).await?;
            name = Some(its_name);
            made
        }
        What::OwnData => Box::pin(own_data::make(app, &person, &mut progress)).await?,
    };
    store_file(app, job, file, name.as_deref()).await
}

/// Returns the person as a customer of the bulk account, if they may still make the call.
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

/// Stores a file, with its name if that can differ from the requested one.
async fn store_file(app: &App, job: &sql::Job, file: File, name: Option<&str>) -> Answer<()> {
    let written = app.files.write_file(file).await?;
    let mut tx = app.pool.begin().await?;
    // Before this download is ready, so that it is never deleted itself, even if it was requested first.
    let gone = asking::make_room(&mut tx, job.person_id, app.now()).await?;
    files::claim(&mut tx, &written).await?;
    if sql::mark_ready(&mut tx, job, &written, name, kept_until(app.now())).await? {
        let fact = DownloadFact::DownloadReady { download_id: job.download_id.to_string() };
        record(app, &mut tx, job, name.unwrap_or(&job.name), fact).await?;
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
    if sql::mark_failed(&mut tx, job, code.name()).await? {
        let fact = DownloadFact::DownloadFailed { download_id: job.download_id.to_string() };
        record(app, &mut tx, job, &job.name, fact).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn record(app: &App, db: &mut PgConnection, job: &sql::Job, name: &str, fact: DownloadFact) -> Answer<()> {
    let actor = Actor::Portal(PortalActor::Downloads);
    let entry = Entry::of(Subject::Person(job.person_id), actor, fact, name);
    facts::record(&app.context(), db, entry.in_account(job.bulk_id.as_ref()).concerning(job.person_id)).await
}

/// Makes the person's pages reload their downloads.
pub async fn publish_downloads(db: impl PgExecutor<'_>, person_id: Uuid) -> Answer<()> {
    live::publish(db, Change::of(&[Topic::Downloads]).of_person(person_id)).await?;
    Ok(())
}

/// Progress reports of a file that is being made.
pub enum Progress<'a> {
    /// Made inline, without reports.
    Untold,
    /// Reported to the person who requested it.
    Told { app: &'a App, job: &'a sql::Job, at: Instant },
}

impl Progress<'_> {
    /// Reports the number of finished rows or documents.
    /// Fails with [`Code::FileNotFound`] if the download was cancelled, or another attempt makes it.
    pub async fn at(&mut self, done: i64) -> Answer<()> {
        match self {
            Self::Told { app, job, at } if at.elapsed() >= PROGRESS_INTERVAL => {
                if !sql::progress(&app.pool, job, done).await? {
                    return Err(Code::FileNotFound.into());
                }
                publish_downloads(&app.pool, job.person_id).await?;
                *at = Instant::now();
                Ok(())
            }
            Self::Told { .. } | Self::Untold => Ok(()),
        }
    }
}
