//! An application as the applicant and staff open it: its head, history and accounts.

use std::collections::HashMap;

use gridbill_core::accounts::{AccountError, RowCounts, RowState};
use gridbill_core::company::ChangedField;
use gridbill_core::list::Sort;
use gridbill_core::registration::{
    AccountToAdd, ApplicationAccount, RegistrationAccountsRequest, RegistrationEvent, RegistrationIdRequest,
    RegistrationRow, ReviewedApplication, changed_fields,
};
use gridbill_core::{Code, Page};
use uuid::Uuid;

use super::application::Registration;
use super::id;
use super::list::{self, ApplicationAccounts};
use super::log;
use super::sql::{self, review};
use crate::accounts::tagging;
use crate::app::App;
use crate::auth::who::{Applicant, Staff};
use crate::error::Answer;
use crate::list as lists;

/// Loads the head. A draft has none.
pub async fn head(app: App, who: Applicant, _: RegistrationIdRequest) -> Answer<RegistrationRow> {
    list::one(&app, who.registration_id).await
}

/// Lists the steps, oldest first.
pub async fn steps(app: App, who: Applicant, _: RegistrationIdRequest) -> Answer<Vec<RegistrationEvent>> {
    log::events(&app, who.registration_id).await
}

/// Counts the accounts of a submission by whether they can be added now. Their format was checked when they were
/// submitted.
pub async fn counts(app: &App, registration_id: Uuid, submission: i32) -> Answer<RowCounts> {
    let mut counts = RowCounts::default();
    for (_, error) in sql::submitted_accounts(&app.pool, registration_id, submission).await? {
        counts.add(RowState::of(None, error));
    }
    Ok(counts)
}

/// Lists the accounts. The applicant sees those of the draft; staff see those submitted, each with its error. The
/// applicant gets errors only through a rate-limited call.
pub async fn accounts(app: App, who: Applicant, request: RegistrationAccountsRequest) -> Answer<Page<AccountToAdd>> {
    let locked = Registration::look(&app.pool, who.registration_id).await?;
    let submission = if who.person.is_staff { locked.submissions } else { 0 };
    let accounts = ApplicationAccounts { registration_id: locked.registration_id, submission };
    let page = lists::page(&app.pool, &accounts, Sort::default(), request.page()).await?.map(ApplicationAccount::from);
    let errors = if submission == 0 {
        HashMap::new()
    } else {
        let numbers: Vec<&str> = page.items.iter().map(|account| account.account_no.as_str()).collect();
        tagging::errors_of(&app, locked.bulk_id.as_ref(), &numbers).await?
    };
    Ok(page.map(|one| AccountToAdd {
        // An account in the application's own bulk account is no error.
        error_type: errors.get(&one.account_no).copied().filter(|error| *error != AccountError::Duplicate),
        account_no: one.account_no,
        reference_id: one.reference_id,
        is_select: one.is_select,
        source: one.source,
    }))
}

/// Loads everything that was submitted, with the changes since the previous submission.
pub async fn reviewed(app: App, _: Staff, request: RegistrationIdRequest) -> Answer<ReviewedApplication> {
    let locked = Registration::look(&app.pool, id(&request.id)?).await?;
    let (registration_id, submission) = (locked.registration_id, locked.submissions);
    let application = list::one(&app, registration_id).await?;
    let now = review::submission(&app.pool, registration_id, submission).await?.ok_or(Code::RegistrationNotFound)?;
    let before = review::submission(&app.pool, registration_id, submission - 1).await?;
    let mut changes = Vec::new();
    if let Some(before) = before {
        changes = changed_fields(&before.form, &now.form);
        if before.declaration.file_id != now.declaration.file_id {
            let (before, after) = (before.declaration.file_name, now.declaration.file_name.clone());
            changes.push(ChangedField { field: "declaration".to_owned(), before, after });
        }
    }
    let figures = review::figures(&app.pool, registration_id, submission).await?;
    let accounts = counts(&app, registration_id, submission).await?;
    Ok(ReviewedApplication {
        head: application,
        submission,
        form: now.form,
        changes,
        accounts_added: figures.added,
        accounts_removed: figures.removed,
        accounts,
        terms_version: now.terms_version,
        declaration: Some(now.declaration),
        answer_by: locked.answer_by,
        processed_accounts: figures.processed,
        failed_accounts: figures.failed,
        bulk_id: locked.bulk_id,
    })
}
