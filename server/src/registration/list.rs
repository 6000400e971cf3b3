//! Applications of all customers, and one as staff review it.

use gridbill_core::page::rows;
use gridbill_core::registration::{
    ChangedField, RegistrationFilter, RegistrationIdRequest, RegistrationRow, RegistrationStatus, RegistrationsRequest,
    ReviewedApplication, changed_fields,
};
use gridbill_core::search::SHORTEST_TEXT;
use gridbill_core::{Code, Page, Problem};

use super::record::{self, readable};
use super::sql::list as sql;
use super::sql::review;
use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::pattern::contains;
use crate::who::Staff;

/// The list's name, which its cursors are bound to.
const LIST: &str = "applications";

/// What a list is narrowed by, as its queries take it; what is none narrows nothing.
#[derive(Default)]
pub struct Narrow {
    pub pattern: Option<String>,
    pub statuses: Option<Vec<i16>>,
    pub business_type: Option<i16>,
}

impl Narrow {
    /// # Errors
    /// [`Code::SearchTooShort`] at `filter.search`.
    fn new(filter: &RegistrationFilter) -> Result<Self, Problem> {
        let text = filter.search.as_deref().map(str::trim).filter(|text| !text.is_empty());
        if text.is_some_and(|text| text.chars().count() < SHORTEST_TEXT) {
            return Err(Problem::at("filter.search", Code::SearchTooShort));
        }
        let codes = |statuses: &Vec<RegistrationStatus>| statuses.iter().map(|status| *status as i16).collect();
        Ok(Self {
            pattern: text.map(contains),
            statuses: filter.statuses.as_ref().map(codes),
            business_type: filter.business_type,
        })
    }
}

/// The newest first. Drafts are nobody's but their makers'.
pub async fn table(app: App, _: Staff, request: RegistrationsRequest) -> Answer<Page<RegistrationRow>> {
    let narrow = Narrow::new(&request.filter)?;
    let (rows, after) = (rows(request.record_count), cursor::read(LIST, request.cursor.as_deref())?);
    let found = sql::page(&app.pool, &narrow, after.as_ref(), rows + 1).await?;
    let total = sql::count(&app.pool, &narrow).await?;
    let page = Page::of(found, rows, total, |row| cursor::write(LIST, &(row.submitted_at, row.registration_id)));
    let items = page.items.into_iter().map(sql::Row::shown).collect();
    Ok(Page { items, total: page.total, next: page.next })
}

/// Everything that was submitted, with what is not as it was the time before.
pub async fn reviewed(app: App, who: Staff, request: RegistrationIdRequest) -> Answer<ReviewedApplication> {
    let held = readable(&app, &who.person, &request.id).await?;
    let (registration_id, submission) = (held.registration_id, held.submissions);
    let row = sql::one(&app.pool, registration_id).await?.ok_or(Code::RegistrationNotFound)?;
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
    let accounts = record::counts(&app, registration_id, submission).await?;
    Ok(ReviewedApplication {
        head: row.shown(),
        submission,
        form: now.form,
        changes,
        accounts_added: figures.added,
        accounts_removed: figures.removed,
        accounts,
        terms_version: now.terms_version,
        declaration: Some(now.declaration),
        processed_accounts: figures.processed,
        failed_accounts: figures.failed,
        bulk_id: held.bulk_id,
    })
}
