//! Workbooks of codings.

use gridbill_core::costs::{CodingsWorkbookRequest, ReadCodingsRequest, UploadedCodings, coding_rows, read_codings};
use gridbill_core::endpoint::MediaType;
use gridbill_core::number::AccountNo;
use gridbill_core::sheet::{self, LIMITS};

use super::sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::computing;
use crate::endpoint::{Sent, Uploaded};
use crate::error::Answer;

/// Writes all accounts with their codings, those without one first, up to as many rows as can be read again.
pub async fn download(app: App, who: Customer, _: CodingsWorkbookRequest) -> Answer<Sent> {
    let mut db = app.pool.acquire().await?;
    let mut accounts: Vec<String> =
        sql::accounts(&mut db, &who.bulk_id).await?.into_iter().map(|(account_no, _)| account_no).collect();
    let mut periods = sql::periods(&mut db, &who.bulk_id, None).await?;
    drop(db);
    accounts.sort_unstable_by_key(|account_no| (periods.contains_key(account_no), account_no.clone()));
    let mut rows = Vec::new();
    for account_no in accounts {
        let of_account = coding_rows(&AccountNo::parse(&account_no)?, &periods.remove(&account_no).unwrap_or_default());
        if rows.len() + of_account.len() >= LIMITS.rows {
            break;
        }
        rows.extend(of_account);
    }
    let language = who.person.language;
    let bytes = computing::for_call(move || sheet::coding_workbook(&rows, language)).await?;
    let name = format!("{}.xlsx", sheet::codings_sheet_name(language));
    Ok(Sent { name, media_type: MediaType::Workbook, bytes })
}

/// Reads a workbook with the same code as the browser.
pub async fn upload(app: App, who: Customer, request: ReadCodingsRequest, file: Uploaded) -> Answer<UploadedCodings> {
    let mut db = app.pool.acquire().await?;
    let known = sql::active_codes(&mut db, &who.bulk_id).await?;
    drop(db);
    let language = who.person.language;
    let read = move || read_codings(&sheet::coding_cells(&file.bytes, request.hidden_rows)?, &known, language);
    Ok(computing::for_call(read).await??)
}
