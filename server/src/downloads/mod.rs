//! Downloads: the rows of a list, or the documents of many bills, as a file (docs/domain/downloads.md). Small files
//! are made inline, large files by a job. Both are stored for a day, and only the person who requested them can
//! open them.

use std::sync::Arc;

use gridbill_core::accounting::{CheckAccountingLink, OpenAccountingLink, RepeatAccountingRun, RunAccounting};
use gridbill_core::amount::number_shown;
use gridbill_core::downloads::{
    self as core, AuditPacksRequest, BillsDownloadRequest, CombinedStatementRequest, Download, DownloadAuditPacks,
    DownloadBills, DownloadCombinedStatement, DownloadRequest, Downloads, ExportFormat, ExportRequest, STORED_HOURS,
};
use gridbill_core::endpoint::{Endpoint as _, MediaType, Nothing};
use gridbill_core::list::export::{Column, ExportReader};
use gridbill_core::number::BulkId;
use gridbill_core::personal_data::own_data::DownloadOwnData;
use gridbill_core::{Code, Day, Instant, Problem};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::auth::freeze;
use crate::auth::who::Person;
use crate::endpoint::{Act, Lists, Mount, Streamed, Tx, harmless, nothing};
use crate::error::{Answer, Error};
use crate::files;

mod accounting;
pub mod accounting_links;
pub mod accounting_schedule;
mod archive;
mod asking;
mod contract;
pub mod job;
mod making;
mod own_data;
pub mod packs;
mod rows;
mod sending;
mod sql;
mod statement;
mod streaming;
mod text;
mod words;
mod workbook;

use accounting::AccountingFile;
use making::ExportSpec;
use rows::Rows;

pub fn mount(mount: Mount) -> Mount {
    let lists = Arc::new(mount.lists.clone());
    let (exporting, opening, reporting) = (lists.clone(), lists.clone(), lists);
    mount
        .once(core::ExportList, move |call| asking::prepare_rows(exporting.clone(), call), asking::add_rows)
        .once(core::DownloadBills, asking::prepare_bills, asking::add_bills)
        .once(core::DownloadCombinedStatement, asking::prepare_statement, asking::add_statement)
        .file(core::GetAuditPack, packs::one)
        .once(core::DownloadAuditPacks, packs::prepare, asking::add_packs)
        .once(RunAccounting, nothing, accounting::run)
        .once(RepeatAccountingRun, nothing, accounting::again)
        .once(DownloadOwnData, own_data::prepare, own_data::add)
        .json(CheckAccountingLink, accounting_links::check)
        .file(OpenAccountingLink, accounting_links::open)
        .json(core::GetDownloads, table)
        .json(core::CancelDownload, cancel)
        .once(core::RetryDownload, nothing, retry)
        .file(core::GetDownloadFile, move |app, who, request| open(app, opening.clone(), who, request))
        .file(core::CreateExcelReportBill, contract::bill_report)
        .file(core::DownloadAllFiles, contract::all_files)
        .file(core::GetAdminPaymentDetailsExcel, move |app, who, request| {
            contract::payment_report(app, reporting.clone(), who, request)
        })
}

/// The content that was requested.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase")]
pub enum What {
    List(ExportRequest),
    Bills(BillsDownloadRequest),
    /// With the last day of its period: the day of the request, even if the file is made after midnight.
    Statement {
        request: CombinedStatementRequest,
        last: Day,
    },
    AuditPacks(AuditPacksRequest),
    /// The documents of an accounting run or of a sample.
    Accounting(AccountingFile),
    /// Everything about the user who requested it.
    OwnData,
}

impl What {
    /// Returns the bulk account that the file is about. For a customer's list it is always their own, regardless of
    /// the request. For staff it is the bulk account that they view, if any.
    fn bulk_id(&self, person: &Person) -> Option<BulkId> {
        match self {
            Self::Bills(request) => Some(request.id.clone()),
            Self::AuditPacks(request) => Some(request.id.clone()),
            Self::Statement { request, .. } => Some(request.id.clone()),
            Self::Accounting(file) => Some(file.id.clone()),
            Self::List(request) if person.is_staff => rows::viewed(person, request),
            Self::List(_) | Self::OwnData => person.bulk_id.clone(),
        }
    }
}

/// Returns the title, columns and format of an exported list.
fn export_spec(
    app: &App,
    request: &ExportRequest,
    columns: &'static [Column],
    person: &Person,
) -> Result<ExportSpec, Code> {
    let reader = ExportReader { language: person.language, is_staff: person.is_staff, today: Day::at(app.now()) };
    let title = words::title(&request.list, reader.language).ok_or(Code::NotFound)?;
    let untotalled = workbook::untotalled(&request.list);
    Ok(ExportSpec { title, columns, format: request.format, with_totals: true, untotalled, reader })
}

async fn table(app: App, who: Person, _: Nothing) -> Answer<Downloads> {
    let rows = sql::of_person(&app.pool, &who, app.now()).await?;
    Ok(Downloads { items: rows.into_iter().map(|row| shown(row, &who)).collect() })
}

fn shown(row: sql::DownloadRow, who: &Person) -> Download {
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
    let mut tx = app.begin().await?;
    let gone = sql::cancel(&mut tx, &who, id(&request)?).await?.ok_or(Code::FileNotFound)?;
    files::mark_orphans(&mut tx, &gone, app.now()).await?;
    tx.commit().await?;
    app.files.delete(&gone).await;
    Ok(Nothing {})
}

async fn retry(Act { context, who, request, mut tx, .. }: Act<core::RetryDownload>) -> Answer<(Tx, Download)> {
    let (download_id, now) = (id(&request)?, context.now());
    let failed = sql::failed(&mut tx, &who, download_id).await?.ok_or(Code::FileNotFound)?;
    if let What::Statement { .. } = failed.what.0 {
        freeze::check_within(&mut tx, &DownloadCombinedStatement::ENTRY, now, who.language).await?;
    }
    asking::check_waiting(&mut tx, who.person_id, failed.bulk_id.as_ref()).await?;
    if !sql::requeue_failed(&mut tx, &who, download_id, kept_until(now)).await? {
        return Err(Code::FileNotFound.into());
    }
    job::wake(&context, &mut tx).await?;
    job::publish_downloads(&mut *tx, who.person_id).await?;
    let rows = sql::of_person(&mut *tx, &who, now).await?;
    let row = rows.into_iter().find(|row| row.download_id == download_id).ok_or(Code::FileNotFound)?;
    Ok((tx, shown(row, &who)))
}

/// Returns the file, if the person may still read its content.
async fn open(app: App, lists: Arc<Lists>, who: Person, request: DownloadRequest) -> Answer<Streamed> {
    let kept = sql::find_ready(&app.pool, &who, id(&request)?, app.now()).await?.ok_or(Code::FileNotFound)?;
    match &kept.what.0 {
        What::List(request) => Rows::of(&lists, who, request)?.1.check(&app).await?,
        What::Bills(request) => drop(job::customer::<DownloadBills>(&app, who, &request.id, request).await?),
        What::Statement { request, .. } => {
            drop(job::customer::<DownloadCombinedStatement>(&app, who, &request.id, request).await?);
        }
        What::AuditPacks(request) => {
            drop(job::customer::<DownloadAuditPacks>(&app, who, &request.id, request).await?);
        }
        What::Accounting(file) => {
            drop(job::customer::<RepeatAccountingRun>(&app, who, &file.id, &accounting::request(file)).await?);
        }
        // A download is found only for the user who requested it.
        What::OwnData => {}
    }
    let media_type = media_type(&kept.name)?;
    let body = axum::body::Body::from_stream(app.files.stream(kept.file_id, kept.sha256).await?);
    Ok(Streamed { name: kept.name, media_type, size: Some(kept.bytes.unsigned_abs()), body })
}

/// Deletes expired downloads.
pub async fn delete_expired(app: &App) -> Answer<()> {
    let mut tx = app.pool.begin().await?;
    let gone = sql::delete_expired(&mut tx, app.now()).await?;
    files::mark_orphans(&mut tx, &gone, app.now()).await?;
    tx.commit().await?;
    app.files.delete(&gone).await;
    Ok(())
}

fn id(request: &DownloadRequest) -> Result<Uuid, Code> {
    Uuid::try_parse(&request.download_id).map_err(|_| Code::FileNotFound)
}

fn kept_until(now: Instant) -> Instant {
    now.plus_seconds(STORED_HOURS * 3600)
}

/// Returns the file name: title and today's date.
fn name(app: &App, title: &str, extension: &str) -> String {
    harmless(&format!("{title} {}.{extension}", Day::at(app.now())))
}

const fn extension(format: ExportFormat) -> &'static str {
    match format {
        // Existing clients that request `xls` get the same workbook, with the correct extension.
        ExportFormat::Xlsx | ExportFormat::Xls => "xlsx",
        ExportFormat::Csv => "csv",
    }
}

fn media_type(name: &str) -> anyhow::Result<MediaType> {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("xlsx") => Ok(MediaType::Workbook),
        Some("csv") => Ok(MediaType::Csv),
        Some("txt") => Ok(MediaType::Text),
        Some("zip") => Ok(MediaType::Zip),
        Some("pdf") => Ok(MediaType::Pdf),
        _ => Err(anyhow::anyhow!("no download is named {name}")),
    }
}

fn too_large(limit: i64) -> Error {
    Problem::new(Code::DownloadTooLarge).with("limit", number_shown(limit.unsigned_abs())).into()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::What;

    /// A process of the next version makes files that were requested from this one. So stored requests must be read, and
    /// written in the same form.
    #[test]
    fn stored_requests_are_read_and_written_as_in_the_fixture() {
        let mut differences = Vec::new();
        for line in include_str!("../../../fixtures/stored/downloads.jsonl").lines() {
            let stored: Value = serde_json::from_str(line).expect("JSON");
            let what: What = serde_json::from_value(stored.clone()).expect(line);
            let written = serde_json::to_value(&what).expect("written");
            if written != stored {
                differences.push(written.to_string());
            }
        }
        assert!(differences.is_empty(), "not in fixtures/stored/downloads.jsonl:\n{}", differences.join("\n"));
    }
}
