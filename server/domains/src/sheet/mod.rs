//! Workbooks with lists of accounts: the template, and reading an uploaded workbook.

use gridbill_core::accounts::{HiddenRows, UploadedAccounts};
use gridbill_core::endpoint::{MediaType, Nothing};
use gridbill_core::registration as core;
use gridbill_core::sheet;

use crate::app::App;
use crate::auth::who::Person;
use crate::computing;
use crate::endpoint::{Mount, Sent, Uploaded};
use crate::error::Answer;

mod template;

pub fn mount(mount: Mount) -> Mount {
    mount.file(core::DownloadAddAccountTemplate, download_template).upload(core::UploadAddAccountExcel, upload)
}

/// Reads a workbook with the same code as the browser, without trusting the browser's result. Hidden rows are included
/// and named in the answer, because existing clients cannot choose.
async fn upload(_: App, _: Person, _: Nothing, file: Uploaded) -> Answer<UploadedAccounts> {
    Ok(computing::for_call(move || sheet::accounts(&file.bytes, Some(HiddenRows::Include))).await??)
}

async fn download_template(_: App, person: Person, _: Nothing) -> Answer<Sent> {
    let bytes = computing::for_call(move || template::write(person.language)).await?;
    Ok(Sent { name: template::name(person.language).to_owned(), media_type: MediaType::Workbook, bytes: bytes? })
}
