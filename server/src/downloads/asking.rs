//! A file is asked for, once for each key. A small one is made before the transaction, which adds it as ready; a large one is
//! added for a job to make. Its state tells them apart.

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
use super::{What, archive, extension, job, kept_until, name, sql, statement, too_large, wanted, words, workbook};
use crate::app::{App, Context};
use crate::auth::call_permits::{Subject, Work};
use crate::auth::who::Person;
use crate::endpoint::{Act, Lists, Prepare, Tx};
use crate::error::Answer;
use crate::files::{Files, Written};
use crate::{accounts, bills, files, viewing};

/// So many rows of a list are written while the call waits.
const ROWS_AT_ONCE: i64 = 5_000;
/// So many documents.
const DOCUMENTS_AT_ONCE: i64 = 100;
/// Accounts of a combined statement that is made while the call waits.
const ACCOUNTS_INLINE: i64 = 100;
/// So many files may wait for one person, and for one bulk account.
const MAX_WAITING: i64 = 20;
const MAX_WAITING_OF_TENANT: i64 = 100;
/// Of one person, the newest so many files are kept.
const MAX_KEPT: i64 = 30;

/// What will be added.
#[derive(Clone)]
pub struct Prepared {
    name: String,
    /// Rows or documents.
    total: i64,
    /// A small one, which is made by now.
    made: Option<Arc<Made>>,
}

/// A file in the store. Unless it is added it is deleted at the end of the call: the call was refused, or another one with
/// its key was faster. If it is added, the files whose place it takes are deleted then.
struct Made {
    written: Written,
    /// The files whose place it takes, once it is added.
    replaced: Mutex<Option<Vec<Uuid>>>,
    files: Arc<Files>,
}

impl Made {
    /// Notes that it is added, and which files it replaces. Only the sweep of orphans knows whether that was committed.
    fn added(&self, replaced: Vec<Uuid>) {
        *self.replaced.lock().unwrap_or_else(PoisonError::into_inner) = Some(replaced);
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let replaced = self.replaced.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (files, gone) = (self.files.clone(), replaced.unwrap_or_else(|| vec![self.written.file_id]));
        // A file whose row was not deleted after all is no orphan, and stays.
        tokio::spawn(async move { files.delete(&gone).await });
    }
}

pub async fn prepare_rows(lists: Arc<Lists>, Prepare { app, who, request }: Prepare<ExportList>) -> Answer<Prepared> {
    let (columns, rows) = Rows::of(&lists, who.clone(), &request)?;
    let wanted = wanted(&app, &request, columns, &who)?;
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
    Ok(Prepared { name, total, made: Some(keep(&app, file).await?) })
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
    Ok(Prepared { name, total, made: Some(keep(&app, file).await?) })
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
    let made = keep(&app, file).await?;
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

/// Puts a file that was made into the store, as an orphan: not in the call's transaction, since the store may take long.
async fn keep(app: &App, file: File) -> Answer<Arc<Made>> {
    let written = app.files.write_file(file).await?;
    Ok(Arc::new(Made { written, replaced: Mutex::default(), files: app.files.clone() }))
}

/// Lets the person's oldest files go, so that one more can be kept; which of the store are to be deleted after the commit.
pub async fn make_room(db: &mut PgConnection, person_id: Uuid, now: Instant) -> Answer<Vec<Uuid>> {
    sql::lock_person(db, person_id).await?;
    let gone = sql::forget_beyond(db, person_id, MAX_KEPT - 1).await?;
    files::let_go(db, &gone, now).await?;
    Ok(gone)
}

async fn add(
    context: &Context,
    mut tx: Tx,
    who: &Person,
    what: &What,
    Prepared { name, total, made }: Prepared,
) -> Answer<(Tx, Download)> {
    let (download_id, now, bulk_id) = (context.uuid(), context.now(), what.bulk_id(who));
    let (bulk_id, expires_at) = (bulk_id.as_ref(), kept_until(now));
    let new = sql::New { download_id, person: who, bulk_id, name: &name, what, total, expires_at };
    let written = made.as_ref().map(|made| &made.written);
    let replaced = if let Some(written) = written {
        files::claim(&mut tx, written).await?;
        // Before it is added, so that it is never the one that goes.
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
    job::tell(&mut *tx, who.person_id).await?;
    let download = added(&new, written, now);
    Ok((tx, download))
}

/// Refuses one more that would wait for the person, or for the bulk account that it tells of.
pub async fn check_waiting(db: &mut PgConnection, person_id: Uuid, bulk_id: Option<&BulkId>) -> Answer<()> {
    // Of one bulk account one after the other is counted and added, so that no two find the same place free. Before the person, as
    // whoever changes a bulk account's people does.
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

/// What was just added.
fn added(new: &sql::New<'_>, written: Option<&Written>, now: Instant) -> Download {
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
