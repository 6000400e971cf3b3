//! Accounts that wait, or could not be taken: tried again, or forgotten.

use gridbill_core::accounts::{PendingAccount, PendingActionRequest, PendingRequest, TaggingAction, TaggingBegun};
use gridbill_core::number::AccountNo;
use gridbill_core::page::rows;
use gridbill_core::{Code, Page};
use serde_json::json;

use super::sql;
use super::tagging::{self, Asker, Wanted};
use crate::activity::{self, Kind, Note};
use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::who::Customer;

/// The list's name, which its cursors are bound to.
const LIST: &str = "accounts that wait";

pub async fn table(app: App, who: Customer, request: PendingRequest) -> Answer<Page<PendingAccount>> {
    let (rows, after) = (rows(request.record_count), cursor::read::<String>(LIST, request.cursor.as_deref())?);
    let found = sql::pending(&app.pool, &who.bulk_id, after.as_deref(), rows + 1).await?;
    let total = sql::count_pending(&app.pool, &who.bulk_id).await?;
    Ok(Page::of(found, rows, total, |row| cursor::write(LIST, &row.account_number)))
}

pub async fn submit(app: App, who: Customer, request: PendingActionRequest) -> Answer<TaggingBegun> {
    let mut tx = app.pool.begin().await?;
    let numbers: Vec<&str> = request.accounts.iter().map(AccountNo::as_str).collect();
    let again = sql::errors(&mut tx, &who.bulk_id, &numbers).await?;
    if again.len() != numbers.len() {
        return Err(Code::AccountNotFound.into());
    }
    let wanted: Vec<Wanted<'_>> = again
        .iter()
        .map(|one| Wanted { account_no: &one.account_no, reference_id: one.reference_id.as_deref() })
        .collect();
    let by = Asker::from(&who.person);
    let accounts = tagging::ask(&app, &mut tx, &who.bulk_id, by, TaggingAction::Tagging, &wanted).await?;
    let note = Note::by(&who.person, Kind::AccountsAdded, who.bulk_id.as_str());
    activity::note(&app, &mut tx, note.with(json!({ "accounts": numbers, "again": true }))).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts })
}

pub async fn forget(app: App, who: Customer, request: PendingActionRequest) -> Answer<TaggingBegun> {
    let mut tx = app.pool.begin().await?;
    let numbers: Vec<&str> = request.accounts.iter().map(AccountNo::as_str).collect();
    let accounts = sql::forget(&mut tx, &who.bulk_id, &numbers, app.now()).await?;
    let note = Note::by(&who.person, Kind::AccountsForgotten, who.bulk_id.as_str());
    activity::note(&app, &mut tx, note.with(json!({ "accounts": numbers }))).await?;
    tx.commit().await?;
    Ok(TaggingBegun { accounts })
}
