//! Requests for files, each handled once for each key. A small file is made before the transaction, which adds it
//! as ready. A large file is added as a queued row for a job.

use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};

use gridbill_core::downloads::{Download, DownloadBills, DownloadCombinedStatement, DownloadState, ExportList};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Day, Instant, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::job::Progress;
use super::making;
use super::rows::{self, Rows};
use super::{What, archive, export_spec, extension, job, kept_until, name, sql, statement, too_large, words, workbook};
use crate::app::{App, Context};
use crate::auth::call_permits::{Subject, Work};
use crate::auth::who::Person;
use crate::endpoint::{Act, Lists, Prepare, Tx};
use crate::error::Answer;
use crate::files::{Files, StoredFile};
use crate::{accounts, bills, files, viewing};

/// Maximum rows of a list that is exported inline; larger exports run as a job.
const ROWS_AT_ONCE: i64 = 5_000;
/// Maximum documents in a file that is made inline.
const DOCUMENTS_AT_ONCE: i64 = 100;
/// Maximum accounts in a combined statement that is made inline.
const ACCOUNTS_INLINE: i64 = 100;
/// Maximum queued files of a person, and of a bulk account.
const MAX_WAITING: i64 = 20;
const MAX_WAITING_OF_TENANT: i64 = 100;
/// Maximum files that are stored for a person; the oldest are deleted.
const MAX_KEPT: i64 = 30;

/// The download to add.
#[derive(Clone)]
pub struct Prepared {
    name: String,
    total: i64,
    /// The finished file, if it was small enough to be made inline.
    made: Option<Arc<StoredDownload>>,
}

impl Prepared {
    /// A file that a job makes.
    pub const fn queued(name: String, total: i64) -> Self {
        Self { name, total, made: None }
    }
}

/// A file in the store, which is cleaned up when this value is dropped at the end of the call. If the download was
/// added, the files that it replaces are deleted. Otherwise the file itself is deleted: the call was refused, or
/// another call with its key was faster.
struct StoredDownload {
    written: StoredFile,
    /// The files that it replaces, once the download is added.
    replaced: Mutex<Option<Vec<Uuid>>>,
    files: Arc<Files>,
}

impl StoredDownload {
    /// Records that the download was added, and which files it replaces. Whether the transaction commits is not
    /// known here; the orphan sweep handles that case.
    fn added(&self, replaced: Vec<Uuid>) {
        *self.replaced.lock().unwrap_or_else(PoisonError::into_inner) = Some(replaced);
    }
}

impl Drop for StoredDownload {
    fn drop(&mut self) {
        let replaced = self.replaced.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (files, gone) = (self.files.clone(), replaced.unwrap_or_else(|| vec![self.written.file_id]));
        // If the transaction rolled back, a replaced file still has its row. It is then not an orphan, and stays.
        tokio::spawn(async move { files.delete(&gone).await });
    }
}

pub async fn prepare_rows(lists: Arc<Lists>, Prepare { app, who, request }: Prepare<ExportList>) -> Answer<Prepared> {
    let (columns, rows) = Rows::of(&lists, who.clone(), &request)?;
    let wanted = export_spec(&app, &request, columns, &who)?;
    let _permit = app.auth.call_permits.acquire(&app, Subject::Person(who.person_id), Work::Read).await?;
    let first = rows.page(&app, None).await?;
    workbook::fits(first.total)?;
    if let Some(viewed) = rows::viewed(&who, &request) {
        viewing::enter(&app, &who, &viewed).await?;
    }
    let (name, total) = (name(&app, wanted.title, extension(request.format)), first.total);
    if total > ROWS_AT_ONCE {
        return Ok(Prepared { name, total, made: None });
    }
    let permit = app.document_permits.acquire().await?;
    let file = making::table(&app, &rows, first, wanted, None, &mut Progress::Untold).await?;
    drop(permit);
    Ok(Prepared { name, total, made: Some(store_file(&app, file).await?) })
}

pub async fn prepare_bills(Prepare { app, who, request }: Prepare<DownloadBills>) -> Answer<Prepared> {
    let _permit = app.auth.call_permits.acquire(&app, Subject::Person(who.person.person_id), Work::Read).await?;
    let invoices = bills::wanted(&app, &who, &request).await?;
    if invoices.is_empty() {
        return Err(Code::DownloadEmpty.into());
    }
    let total = i64::try_from(invoices.len()).map_err(anyhow::Error::from)?;
    if total > archive::MAX_DOCUMENTS {
        return Err(too_large(archive::MAX_DOCUMENTS));
    }
    let name = name(&app, words::bills(who.person.language), archive::extension(request.format));
    if total > DOCUMENTS_AT_ONCE {
        return Ok(Prepared { name, total, made: None });
    }
    let permit = app.document_permits.acquire().await?;
    let file = making::documents(&app, &who, &invoices, request.format, &mut Progress::Untold).await?;
    drop(permit);
    Ok(Prepared { name, total, made: Some(store_file(&app, file).await?) })
}

pub async fn prepare_statement(
    Prepare { app, who, request }: Prepare<DownloadCombinedStatement>,
) -> Answer<(Prepared, Day)> {
    statement::check(&app, &request)?;
    let _permit = app.auth.call_permits.acquire(&app, Subject::Person(who.person.person_id), Work::Read).await?;
    let (title, accounts) = statement::of(&app, &who, &request).await?;
    let (name, last) = (name(&app, &title, statement::extension(request.format)), Day::at(app.now()));
    let total = i64::try_from(accounts).map_err(anyhow::Error::from)?;
    if total > ACCOUNTS_INLINE {
        return Ok((Prepared { name, total, made: None }, last));
    }
    let permit = app.document_permits.acquire().await?;
    let file = statement::make(&app, &who, &request, last, &mut Progress::Untold).await?;
    drop(permit);
    let made = store_file(&app, file).await?;
    Ok((Prepared { name, total, made: Some(made) }, last))
}

pub async fn add_rows(
    Act { context, who, request, prepared, tx }: Act<ExportList, Prepared>,
) -> Answer<(Tx, Download)> {
    add(&context, tx, &who, &What::List(request), prepared).await
}

pub async fn add_bills(
    Act { context, who, request, prepared, tx }: Act<DownloadBills, Prepared>,
) -> Answer<(Tx, Download)> {
    add(&context, tx, &who.person, &What::Bills(request), prepared).await
}

pub async fn add_statement(
    Act { context, who, request, prepared: (prepared, last), tx }: Act<DownloadCombinedStatement, (Prepared, Day)>,
) -> Answer<(Tx, Download)> {
    add(&context, tx, &who.person, &What::Statement { request, last }, prepared).await
}

/// Writes a finished file to the store as an orphan. This happens outside the call's transaction, because the store
/// may be slow.
async fn store_file(app: &App, file: File) -> Answer<Arc<StoredDownload>> {
    let written = app.files.write_file(file).await?;
    Ok(Arc::new(StoredDownload { written, replaced: Mutex::default(), files: app.files.clone() }))
}

/// Deletes the person's oldest downloads to make room for a new file. Returns the files that must be deleted from
/// the store after the commit.
pub async fn make_room(db: &mut PgConnection, person_id: Uuid, now: Instant) -> Answer<Vec<Uuid>> {
    sql::lock_person(db, person_id).await?;
    let gone = sql::delete_beyond(db, person_id, MAX_KEPT - 1).await?;
    files::mark_orphans(db, &gone, now).await?;
    Ok(gone)
}

pub async fn add(
    context: &Context,
    mut tx: Tx,
    who: &Person,
    what: &What,
    Prepared { name, total, made }: Prepared,
) -> Answer<(Tx, Download)> {
    let (download_id, now, bulk_id) = (context.uuid(), context.now(), what.bulk_id(who));
    let (bulk_id, expires_at) = (bulk_id.as_ref(), kept_until(now));
    let new = sql::NewDownload { download_id, person: who, bulk_id, name: &name, what, total, expires_at };
    let written = made.as_ref().map(|made| &made.written);
    let replaced = if let Some(written) = written {
        files::claim(&mut tx, written).await?;
        // Before the new download is added, so that the new download is never deleted.
        make_room(&mut tx, who.person_id, now).await?
    } else {
        check_waiting(&mut tx, who.person_id, bulk_id).await?;
        Vec::new()
    };
    sql::add(&mut tx, &new, written, now).await?;
    match &made {
        Some(made) => made.added(replaced),
        None => job::wake(context, &mut tx).await?,
    }
    job::publish_downloads(&mut *tx, who.person_id).await?;
    let download = added(&new, written, now);
    Ok((tx, download))
}

/// Refuses a new queued download if the person or the bulk account already has the maximum.
pub async fn check_waiting(db: &mut PgConnection, person_id: Uuid, bulk_id: Option<&BulkId>) -> Answer<()> {
    // Serialises requests of a bulk account, so that two requests cannot both take the last free slot. Locks the
    // bulk account before the person, in the same order as changes to a bulk account's people.
    if let Some(bulk_id) = bulk_id {
        accounts::bulk::lock_row(db, bulk_id).await?;
    }
    sql::lock_person(db, person_id).await?;
    let (own, of_tenant) = sql::under_way(db, person_id, bulk_id).await?;
    for (count, limit) in [(own, MAX_WAITING), (of_tenant, MAX_WAITING_OF_TENANT)] {
        if count >= limit {
            return Err(Problem::new(Code::TooManyDownloads).with("limit", limit).into());
        }
    }
    Ok(())
}

/// Returns the download that was just added.
fn added(new: &sql::NewDownload<'_>, written: Option<&StoredFile>, now: Instant) -> Download {
    Download {
        download_id: new.download_id.to_string(),
        name: new.name.to_owned(),
        state: if written.is_some() { DownloadState::Ready } else { DownloadState::Waiting },
        done: if written.is_some() { new.total } else { 0 },
        total: new.total,
        bytes: written.map(|written| written.size),
        requested_at: now,
        expires_at: new.expires_at,
        code: None,
        problem: None,
    }
}
