//! Files that are made for people: the rows of a list, documents of many bills (docs/domain/downloads.md). A small one is made
//! while its call waits, a large one by a job; both are kept for a day, and only whoever asked for them has them.

use std::fs::File;
use std::sync::Arc;

use gridbill_core::amount::number_shown;
use gridbill_core::downloads::{
    self as core, BillsDownloadRequest, Download, DownloadRequest, DownloadState, Downloads, ExportFormat,
    ExportRequest, KEPT_HOURS,
};
use gridbill_core::endpoint::Nothing;
use gridbill_core::list::export::{Column, Reader};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Day, Instant, Problem};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::auth::who::{Customer, Person};
use crate::endpoint::{Lists, Mount, Streamed, harmless};
use crate::error::{Answer, Error};
use crate::{bills, files, viewing};

mod archive;
mod contract;
pub mod job;
mod making;
mod rows;
mod sending;
mod sql;
mod streaming;
mod text;
mod words;
mod workbook;

use job::Progress;
use making::Wanted;
use rows::Rows;

/// So many rows of a list are written while the call waits.
const ROWS_AT_ONCE: i64 = 5_000;
/// So many documents.
const DOCUMENTS_AT_ONCE: i64 = 100;
/// So many files may wait for one person, and for one bulk account.
const MAX_WAITING: i64 = 20;
const MAX_WAITING_OF_TENANT: i64 = 100;
/// Of one person, the newest so many files are kept.
const MAX_KEPT: i64 = 30;

pub fn mount(mount: Mount) -> Mount {
    let lists = Arc::new(mount.lists.clone());
    let (exporting, opening, reporting) = (lists.clone(), lists.clone(), lists);
    mount
        .json(core::ExportList, move |app, who, request| export(app, exporting.clone(), who, request))
        .json(core::DownloadBills, bills)
        .json(core::GetDownloads, table)
        .json(core::CancelDownload, cancel)
        .json(core::RetryDownload, retry)
        .file(core::GetDownloadFile, move |app, who, request| open(app, opening.clone(), who, request))
        .file(core::CreateExcelReportBill, contract::bill_report)
        .file(core::DownloadAllFiles, contract::all_files)
        .file(core::GetAdminPaymentDetailsExcel, move |app, who, request| {
            contract::payment_report(app, reporting.clone(), who, request)
        })
}

/// What was asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase")]
pub enum What {
    List(ExportRequest),
    Bills(BillsDownloadRequest),
}

impl What {
    /// The bulk account that it tells of.
    fn bulk_id(&self, person: &Person) -> Option<BulkId> {
        match self {
            Self::Bills(request) => Some(request.id.clone()),
            Self::List(request) => {
                let viewed = || request.view_bulk_id.as_deref().and_then(|id| BulkId::parse(id).ok());
                person.bulk_id.clone().or_else(viewed)
            }
        }
    }
}

async fn export(app: App, lists: Arc<Lists>, who: Person, request: ExportRequest) -> Answer<Download> {
    let (columns, rows) = Rows::of(&lists, who.clone(), &request)?;
    let wanted = wanted(&app, &request, columns, &who)?;
    let _turn = app.auth.reads.acquire(who.person_id, app.config.limits.reads_per_person).await?;
    let first = rows.page(&app, None).await?;
    workbook::fits(first.total)?;
    if let (true, Some(viewed)) = (who.is_staff, &request.view_bulk_id) {
        viewing::enter(&app, &who, &BulkId::parse(viewed)?).await?;
    }
    let total = first.total;
    let name = name(&app, wanted.title, extension(request.format));
    let what = What::List(request);
    if total > ROWS_AT_ONCE {
        return later(&app, &who, &name, &what, total).await;
    }
    let permit = app.document_permits.acquire().await?;
    let file = making::table(&app, &rows, first, wanted, None, &mut Progress::Untold).await?;
    drop(permit);
    at_once(&app, &who, &name, &what, total, file).await
}

async fn bills(app: App, who: Customer, request: BillsDownloadRequest) -> Answer<Download> {
    let invoices = bills::wanted(&app, &who, &request).await?;
    if invoices.is_empty() {
        return Err(Code::DownloadEmpty.into());
    }
    let total = i64::try_from(invoices.len()).map_err(anyhow::Error::from)?;
    if total > archive::MAX_DOCUMENTS {
        return Err(too_large(archive::MAX_DOCUMENTS));
    }
    let name = name(&app, words::bills(who.person.language), archive::extension(request.format));
    let format = request.format;
    let what = What::Bills(request);
    if total > DOCUMENTS_AT_ONCE {
        return later(&app, &who.person, &name, &what, total).await;
    }
    let permit = app.document_permits.acquire().await?;
    let file = making::documents(&app, &who, &invoices, format, &mut Progress::Untold).await?;
    drop(permit);
    at_once(&app, &who.person, &name, &what, total, file).await
}

/// How rows of a list are written.
fn wanted(app: &App, request: &ExportRequest, columns: &'static [Column], person: &Person) -> Result<Wanted, Code> {
    let reader = Reader { language: person.language, is_staff: person.is_staff, today: Day::at(app.now()) };
    let title = words::title(&request.list, reader.language).ok_or(Code::NotFound)?;
    Ok(Wanted { title, columns, format: request.format, with_totals: true, reader })
}

/// Adds a file that was made already.
async fn at_once(app: &App, who: &Person, name: &str, what: &What, total: i64, file: File) -> Answer<Download> {
    let written = app.files.write_file(file).await?;
    let (download_id, now) = (app.random.uuid(), app.now());
    let mut tx = app.pool.begin().await?;
    sql::lock_person(&mut tx, who.person_id).await?;
    files::claim(&mut tx, &written).await?;
    let bulk_id = what.bulk_id(who);
    let bulk_id = bulk_id.as_ref();
    let new = sql::New { download_id, person: who, bulk_id, name, what, total, expires_at: kept_until(app) };
    // Before it is there, so that it is never the one that goes.
    let gone = sql::forget_beyond(&mut tx, who.person_id, MAX_KEPT - 1).await?;
    sql::add(&mut tx, &new, Some(&written), now).await?;
    files::let_go(&mut tx, &gone, now).await?;
    tx.commit().await?;
    app.files.delete(&gone).await;
    Ok(Download { state: DownloadState::Ready, done: total, bytes: Some(written.size), ..added(&new, now) })
}

/// Has a job make it.
async fn later(app: &App, who: &Person, name: &str, what: &What, total: i64) -> Answer<Download> {
    let (download_id, now, bulk_id) = (app.random.uuid(), app.now(), what.bulk_id(who));
    let bulk_id = bulk_id.as_ref();
    let mut tx = app.pool.begin().await?;
    sql::lock_person(&mut tx, who.person_id).await?;
    let (own, of_tenant) = sql::under_way(&mut tx, who.person_id, bulk_id).await?;
    for (count, limit) in [(own, MAX_WAITING), (of_tenant, MAX_WAITING_OF_TENANT)] {
        if count >= limit {
            return Err(Problem::new(Code::TooManyDownloads).with("limit", limit).into());
        }
    }
    let new = sql::New { download_id, person: who, bulk_id, name, what, total, expires_at: kept_until(app) };
    sql::add(&mut tx, &new, None, now).await?;
    job::add(app, &mut tx, who.person_id, download_id).await?;
    tx.commit().await?;
    Ok(added(&new, now))
}

/// What was just added, before anything of it is made.
fn added(new: &sql::New<'_>, now: Instant) -> Download {
    Download {
        download_id: new.download_id.to_string(),
        name: new.name.to_owned(),
        state: DownloadState::Waiting,
        done: 0,
        total: new.total,
        bytes: None,
        requested_at: now,
        expires_at: new.expires_at,
        code: None,
        problem: None,
    }
}

async fn table(app: App, who: Person, _: Nothing) -> Answer<Downloads> {
    let rows = sql::of_person(&app.pool, &who, app.now()).await?;
    Ok(Downloads { items: rows.into_iter().map(|row| shown(row, &who)).collect() })
}

fn shown(row: sql::Row, who: &Person) -> Download {
    let code = row.code.map(|name| Code::from_name(&name).unwrap_or(Code::Unexpected));
    let problem = code.map(|code| {
        Problem::new(code).with("limit", number_shown(workbook::MAX_ROWS.unsigned_abs())).sentence(who.language)
    });
    Download {
        download_id: row.download_id.to_string(),
        name: row.name,
        state: row.state,
        done: row.done,
        total: row.total,
        bytes: row.bytes,
        requested_at: row.requested_at,
        expires_at: row.expires_at,
        code,
        problem,
    }
}

async fn cancel(app: App, who: Person, request: DownloadRequest) -> Answer<Nothing> {
    let mut tx = app.pool.begin().await?;
    let gone = sql::cancel(&mut tx, &who, id(&request)?).await?.ok_or(Code::FileNotFound)?;
    files::let_go(&mut tx, &gone, app.now()).await?;
    tx.commit().await?;
    app.files.delete(&gone).await;
    Ok(Nothing {})
}

async fn retry(app: App, who: Person, request: DownloadRequest) -> Answer<Download> {
    let download_id = id(&request)?;
    let mut tx = app.pool.begin().await?;
    if !sql::again(&mut tx, &who, download_id, kept_until(&app)).await? {
        return Err(Code::FileNotFound.into());
    }
    job::add(&app, &mut tx, who.person_id, download_id).await?;
    tx.commit().await?;
    let rows = sql::of_person(&app.pool, &who, app.now()).await?;
    let row = rows.into_iter().find(|row| row.download_id == download_id).ok_or(Code::FileNotFound)?;
    Ok(shown(row, &who))
}

/// The file, for whoever may still read what is in it.
async fn open(app: App, lists: Arc<Lists>, who: Person, request: DownloadRequest) -> Answer<Streamed> {
    let kept = sql::kept(&app.pool, &who, id(&request)?, app.now()).await?.ok_or(Code::FileNotFound)?;
    match &kept.what.0 {
        What::List(request) => Rows::of(&lists, who, request)?.1.check(&app).await?,
        What::Bills(request) => drop(job::customer(&app, who, request).await?),
    }
    let media_type = media_type(&kept.name);
    let body = axum::body::Body::from_stream(app.files.stream(kept.file_id, kept.sha256).await?);
    Ok(Streamed { name: kept.name, media_type, size: Some(kept.bytes.unsigned_abs()), body })
}

/// Deletes what is not kept any longer.
///
/// # Errors
/// When the database does not answer.
pub async fn tidy(app: &App) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let gone = sql::forget_expired(&mut tx, app.now()).await?;
    files::let_go(&mut tx, &gone, app.now()).await?;
    tx.commit().await?;
    app.files.delete(&gone).await;
    Ok(())
}

fn id(request: &DownloadRequest) -> Result<Uuid, Code> {
    Uuid::try_parse(&request.download_id).map_err(|_| Code::FileNotFound)
}

fn kept_until(app: &App) -> Instant {
    app.now().plus_seconds(KEPT_HOURS * 3600)
}

/// What a file is called: what it is, and of when.
fn name(app: &App, title: &str, extension: &str) -> String {
    harmless(&format!("{title} {}.{extension}", Day::at(app.now())))
}

const fn extension(format: ExportFormat) -> &'static str {
    match format {
        // What earlier clients ask for is the same workbook, which is called what it is.
        ExportFormat::Xlsx | ExportFormat::Xls => "xlsx",
        ExportFormat::Csv => "csv",
    }
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("xlsx") => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Some("csv") => "text/csv; charset=utf-8",
        Some("zip") => "application/zip",
        Some("pdf") => "application/pdf",
        _ => "application/octet-stream",
    }
}

fn too_large(limit: i64) -> Error {
    Problem::new(Code::DownloadTooLarge).with("limit", number_shown(limit.unsigned_abs())).into()
}
