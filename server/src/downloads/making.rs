//! Makes files piece by piece on threads for blocking work. The output goes to an unlinked temporary file; the OS
//! frees it when the process exits.

use std::any::Any;
use std::fs::{File, Permissions};
use std::io::{BufWriter, IntoInnerError};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use futures::FutureExt as _;
use gridbill_core::downloads::{BillsFormat, ExportFormat};
use gridbill_core::list::export::{AnyRow, Cell, Column, ExportReader};
use gridbill_core::number::InvoiceNo;
use gridbill_core::page::Page;
use gridbill_core::{Code, Day};
use rust_xlsxwriter::XlsxError;

use super::archive::Archive;
use super::job::Progress;
use super::rows::Rows;
use super::sending::PartialFile;
use super::streaming::Streaming;
use super::text::Text;
use super::workbook::{self, Sheets};
use crate::app::App;
use crate::auth::who::Customer;
use crate::bills;
use crate::computing;
use crate::documents::bill;
use crate::endpoint::Streamed;
use crate::error::Answer;
use crate::payments::virtual_account;

/// Bills that are loaded before their documents are written: a fraction of a second's work, and little memory.
pub(super) const READ_AT_ONCE: usize = 50;

/// The title, columns and format of an export.
#[derive(Clone, Copy)]
pub struct ExportSpec {
    pub title: &'static str,
    pub columns: &'static [Column],
    pub format: ExportFormat,
    pub with_totals: bool,
    /// Amounts without a total.
    pub untotalled: &'static [&'static str],
    pub reader: ExportReader,
}

/// A file format that rows are written to, page by page.
pub trait Target: Send + 'static {
    /// Fails when the rows cannot be written, or belong to another list.
    fn rows(&mut self, rows: &[AnyRow]) -> anyhow::Result<()>;
}

/// An additional sheet of a workbook: its title, and a row that is shown as names and values.
pub type ExtraSheet = (&'static str, &'static [Column], AnyRow);

/// A sheet after the rows that explains them: its title and its cells, row by row.
pub type NotesSheet = (&'static str, Vec<Vec<Cell<'static>>>);

/// Writes the rows to a file, starting with a first page that was already loaded.
/// Fails with the refusal of the list; [`Code::DownloadNotKept`] if there is no disk space.
pub async fn table(
    app: &App,
    rows: &Rows,
    first: Page<AnyRow>,
    wanted: ExportSpec,
    about: Option<ExtraSheet>,
    progress: &mut Progress<'_>,
) -> Answer<File> {
    workbook::fits(first.total)?;
    let folder = folder(app).await?;
    let within = folder.clone();
    match wanted.format {
        ExportFormat::Csv => {
            let text = blocking(move || {
                let file = BufWriter::new(tempfile::tempfile_in(&within)?);
                Text::begin(file, wanted.columns, wanted.reader)
            })
            .await?;
            let text = filled(app, rows, first, Box::new(text), progress).await?;
            blocking(move || Ok(text.finish()?.into_inner().map_err(IntoInnerError::into_error)?)).await
        }
        ExportFormat::Xlsx | ExportFormat::Xls => {
            let sheets = blocking(move || Sheets::begin(&within, &wanted, about)).await?;
            let sheets = filled(app, rows, first, Box::new(sheets), progress).await?;
            let notes = rows.notes(app, wanted.reader.language).await?;
            blocking(move || sheets.finish(&folder, notes)).await
        }
    }
}

/// Sends the rows as a workbook while it is made. The response starts once the file has begun; an error after that
/// aborts the transfer.
pub async fn streamed(
    app: &App,
    rows: Rows,
    first: Page<AnyRow>,
    wanted: ExportSpec,
    name: String,
) -> Answer<Streamed> {
    workbook::fits(first.total)?;
    let permit = app.document_permits.acquire().await?;
    let folder = folder(app).await?;
    let (streaming, whole, answer) = blocking(move || {
        let (growing, whole, answer) = PartialFile::begin(tempfile::tempfile_in(&folder)?, name);
        Ok((Streaming::begin(growing, folder, &wanted)?, whole, answer))
    })
    .await?;
    let app = app.clone();
    let made = async move {
        let _permit = permit;
        let streaming = filled(&app, &rows, first, Box::new(streaming), &mut Progress::Untold).await?;
        blocking(move || streaming.finish()).await?;
        whole.reached();
        Answer::Ok(())
    };
    tokio::spawn(tracing::Instrument::in_current_span(async {
        if let Err(error) = made.await {
            tracing::warn!(?error, "a workbook failed while it was sent");
        }
    }));
    Ok(answer)
}

async fn filled<T: Target>(
    app: &App,
    rows: &Rows,
    first: Page<AnyRow>,
    mut target: Box<T>,
    progress: &mut Progress<'_>,
) -> Answer<Box<T>> {
    let (mut page, mut done) = (first, 0);
    loop {
        let Page { items, next, .. } = page;
        done += i64::try_from(items.len()).map_err(anyhow::Error::from)?;
        target = blocking(move || {
            target.rows(&items)?;
            Ok(target)
        })
        .await?;
        progress.at(done).await?;
        let Some(next) = next else { return Ok(target) };
        // Rows may have been added meanwhile.
        workbook::fits(done + 1)?;
        page = rows.page(app, Some(&next)).await?;
    }
}

/// Writes the documents of bills to a file. Skips bills that were deleted meanwhile.
/// Fails with [`Code::DownloadNotKept`] if there is no disk space.
pub async fn documents(
    app: &App,
    who: &Customer,
    invoices: &[InvoiceNo],
    format: BillsFormat,
    progress: &mut Progress<'_>,
) -> Answer<File> {
    let (language, today) = (who.person.language, Day::at(app.now()));
    let folder = folder(app).await?;
    let mut archive = blocking(move || Archive::begin(&folder, format)).await?;
    let mut done = 0;
    for part in invoices.chunks(READ_AT_ONCE) {
        let bills = app.read(|app| async move { bills::all_printed(&app, who, part).await }).await?;
        let (of, bulk_id) = (app.clone(), who.bulk_id.clone());
        archive = blocking(move || {
            let account = virtual_account(&of, &bulk_id);
            let from = bill::From { utility: &of.config.utility, account: &account };
            for details in &bills {
                archive.add(language, &from, details, today)?;
            }
            Ok(archive)
        })
        .await?;
        done += i64::try_from(part.len()).map_err(anyhow::Error::from)?;
        progress.at(done).await?;
    }
    let app = app.clone();
    blocking(move || archive.finish(language, &app.config.utility, today)).await
}

/// Runs CPU-bound work outside the threads that handle calls.
pub(super) fn blocking<F, T>(work: F) -> impl Future<Output = Answer<T>> + Send + use<F, T>
where
    F: FnOnce() -> anyhow::Result<T> + Send + 'static,
    T: Send + 'static,
{
    computing::for_file(work).map(|done| {
        done.unwrap_or_else(|panic| Err(broken_off(&*panic))).map_err(|error| {
            if is_full(&error) {
                metrics::counter!("gridbill_files_not_kept_total").increment(1);
                tracing::error!(error = format!("{error:#}"), "no disk space to make a file");
                Code::DownloadNotKept.into()
            } else {
                error.into()
            }
        })
    })
}

/// Returns the error of work that panicked. `rust_xlsxwriter` writes a sheet's rows to a temporary file, and panics
/// if that fails; the message contains the `Debug` form of the I/O error.
fn broken_off(panic: &(dyn Any + Send)) -> anyhow::Error {
    let message = computing::message(panic);
    let number =
        message.strip_prefix("Couldn't write to xml file: Os { code: ").and_then(|rest| rest.split(',').next());
    match number.and_then(|number| number.parse().ok()) {
        Some(number) => std::io::Error::from_raw_os_error(number).into(),
        None => anyhow::anyhow!("work on a file panicked: {message}"),
    }
}

/// Whether the disk is full or cannot be written to.
fn is_full(error: &anyhow::Error) -> bool {
    use std::io::ErrorKind::{
        FileTooLarge, NotADirectory, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    error.chain().any(|cause| {
        let of_workbook = cause.downcast_ref::<XlsxError>().and_then(|error| match error {
            XlsxError::IoError(error) | XlsxError::TempFileError(_, error) => Some(error),
            _ => None,
        });
        of_workbook.or_else(|| cause.downcast_ref::<std::io::Error>()).is_some_and(|error| {
            matches!(
                error.kind(),
                StorageFull
                    | QuotaExceeded
                    | FileTooLarge
                    | ReadOnlyFilesystem
                    | PermissionDenied
                    | NotFound
                    | NotADirectory
            )
        })
    })
}

/// Returns the folder for temporary files, which no other user can read.
pub(super) async fn folder(app: &App) -> Answer<PathBuf> {
    let folder = app.config.data.join("making");
    blocking(move || {
        std::fs::create_dir_all(&folder)?;
        std::fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        Ok(folder)
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::io::{Result, Write as _};

    use super::*;
    use crate::error;

    fn write_to_full_disk() -> Result<()> {
        let mut full = File::options().write(true).open("/dev/full").unwrap();
        full.write_all(b"<row>")
    }

    #[tokio::test]
    async fn a_full_disk_while_writing_a_workbook_is_a_refusal() {
        // The same panic as in `rust_xlsxwriter`.
        let met = blocking(|| {
            write_to_full_disk().expect("Couldn't write to xml file");
            Ok(())
        })
        .await;
        let Err(error::Error::Refused(problem)) = met else { panic!("{met:?}") };
        assert_eq!(problem.code, Code::DownloadNotKept);
        let met = blocking::<_, ()>(|| panic!("Couldn't write to xml file: no number")).await;
        assert!(matches!(met, Err(error::Error::Internal(_))), "{met:?}");
    }
}
