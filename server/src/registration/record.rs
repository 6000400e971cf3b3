//! An application as whoever made it and staff look it up: its head, its history, its accounts.

use std::collections::HashMap;

use gridbill_core::accounts::{AccountError, RowCounts, RowState};
use gridbill_core::page::rows;
use gridbill_core::permission::{Action, Area, Scope};
use gridbill_core::registration::{
    AccountToAdd, ApplicationAccount, RegistrationAccountsRequest, RegistrationEvent, RegistrationIdRequest,
    RegistrationRow, RegistrationStatus,
};
use gridbill_core::{Code, Page};
use uuid::Uuid;

use super::application::Registration;
use super::id;
use super::log;
use super::sql::{self, list};
use crate::accounts::tagging;
use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::who::Person;

/// The list's name, which its cursors are bound to.
const LIST: &str = "accounts of an application";

/// The application, for whoever made it, and once it was submitted for staff who look after bulk accounts. Anybody else's
/// is not there.
///
/// # Errors
/// [`Code::RegistrationNotFound`].
pub async fn readable(app: &App, who: &Person, registration_id: &str) -> Answer<Registration> {
    let held = Registration::look(&app.pool, id(registration_id)?).await?.ok_or(Code::RegistrationNotFound)?;
    let scope = Scope { area: Area::ManageBulkAccounts, action: Action::View };
    let reviews = who.is_staff && who.role.is_some_and(|role| role.allows(who.permissions, scope));
    let is_submitted = held.status != RegistrationStatus::Unregistered;
    if held.person_id == who.person_id || (reviews && is_submitted) {
        Ok(held)
    } else {
        Err(Code::RegistrationNotFound.into())
    }
}

/// A draft has no head yet.
pub async fn head(app: App, who: Person, request: RegistrationIdRequest) -> Answer<RegistrationRow> {
    let held = readable(&app, &who, &request.id).await?;
    let row = list::one(&app.pool, held.registration_id).await?.ok_or(Code::RegistrationNotFound)?;
    Ok(row.shown())
}

/// The oldest first.
pub async fn steps(app: App, who: Person, request: RegistrationIdRequest) -> Answer<Vec<RegistrationEvent>> {
    let held = readable(&app, &who, &request.id).await?;
    log::events(&app, &held).await
}

/// Those of a submission, counted by whether they can be taken now. Their shape was checked as they were submitted.
pub async fn counts(app: &App, registration_id: Uuid, submission: i32) -> Answer<RowCounts> {
    let mut counts = RowCounts::default();
    for (_, error) in sql::submitted_accounts(&app.pool, registration_id, submission).await? {
        counts.add(RowState::of(None, error));
    }
    Ok(counts)
}

/// Whoever made it sees what they edit; staff see what was submitted, with what stands against each account. To its maker
/// that is told by a call that is limited.
pub async fn accounts(app: App, who: Person, request: RegistrationAccountsRequest) -> Answer<Page<AccountToAdd>> {
    let held = readable(&app, &who, &request.id).await?;
    let submission = if held.person_id == who.person_id { 0 } else { held.submissions };
    let list = format!("{LIST} {} {submission}", held.registration_id);
    let (rows, after) = (rows(request.record_count), cursor::read::<i32>(&list, request.cursor.as_deref())?);
    let found = sql::draft::page_of_accounts(&app.pool, held.registration_id, submission, after, rows + 1).await?;
    let total = sql::count_accounts(&app.pool, held.registration_id, submission).await?;
    let page = Page::of(found, rows, total, |(place, _)| cursor::write(&list, place));
    let errors = if submission == 0 {
        HashMap::new()
    } else {
        let numbers: Vec<&str> = page.items.iter().map(|(_, account)| account.account_no.as_str()).collect();
        tagging::errors_of(&app, held.bulk_id.as_ref(), &numbers).await?
    };
    let shown = |(_, one): (i32, ApplicationAccount)| AccountToAdd {
        // What is in its own bulk account is where it belongs.
        error_type: errors.get(&one.account_no).copied().filter(|error| *error != AccountError::Duplicate),
        account_no: one.account_no,
        reference_id: one.reference_id,
        is_select: one.is_select,
        source: one.source,
    };
    let items = page.items.into_iter().map(shown).collect();
    Ok(Page { items, total: page.total, next: page.next })
}
