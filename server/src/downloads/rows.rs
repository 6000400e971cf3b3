//! The rows of an export, page by page from the list's own endpoint. So an export has the same rows in the same
//! order as the list, and the same permissions apply. At most one page is in memory.

use anyhow::Context as _;
use gridbill_core::bills::BillFilter;
use gridbill_core::carbon::{CarbonReportPage, GetCarbonReport};
use gridbill_core::downloads::ExportRequest;
use gridbill_core::endpoint::{Caller, Endpoint as _};
use gridbill_core::list::export::{AnyRow, Cell, Column, ExportReader, any_page};
use gridbill_core::list::{ListSpec, Sort, refuse_unknown_list};
use gridbill_core::number::BulkId;
use gridbill_core::page::{MAX_ROWS, Page, PageParams};
use gridbill_core::registry;
use gridbill_core::{Day, Language, Problem};
use serde_json::json;

use super::making::NotesSheet;
use crate::app::App;
use crate::auth::who::{Customer, Person};
use crate::bills::linked;
use crate::bills::list::{AllBills, UnpaidBills};
use crate::carbon::sheet;
use crate::endpoint::{ListCall, Lister, Lists, find};
use crate::error::Answer;
use crate::list as lists;

/// The source of an export's rows.
pub enum Rows {
    /// A list endpoint.
    List { list: &'static ListSpec, lister: Lister, asked: ListCall },
    /// The bills of a bulk account, newest first: only unpaid bills, or also paid bills.
    Bills { who: Customer, with_paid: bool },
}

/// Returns the list with that name, if it can be exported.
/// Fails with [`gridbill_core::Code::ListUnknown`], with the names of the lists that can be exported.
pub fn list(name: &str) -> Result<&'static ListSpec, Problem> {
    let exported = || registry::lists().filter(|list| !list.columns.is_empty());
    exported().find(|list| list.name == name).ok_or_else(|| refuse_unknown_list(name, exported()))
}

/// Returns the bulk account whose list staff read. For a list of staff there is none, even if the request names a
/// bulk account.
pub fn viewed(person: &Person, request: &ExportRequest) -> Option<BulkId> {
    let call = list(&request.list).ok()?.call;
    let is_customers = registry::endpoints().any(|entry| entry.name == call && entry.caller == Caller::Customer);
    let named = request.view_bulk_id.as_deref().filter(|_| person.is_staff && is_customers)?;
    BulkId::parse(named).ok()
}

impl Rows {
    /// Returns the rows of a list for a person.
    /// Fails with [`gridbill_core::Code::ListUnknown`] when there is no such list.
    pub fn of(calls: &Lists, person: Person, request: &ExportRequest) -> Answer<(&'static [Column], Self)> {
        let list = list(&request.list)?;
        let asked = ListCall { person, viewed: request.view_bulk_id.clone(), fields: request.request.clone() };
        let lister = find(calls, list.call)?.clone();
        Ok((list.columns, Self::List { list, lister, asked }))
    }

    /// Checks that the person may read the rows. Fails with the refusal of the list's endpoint.
    pub async fn check(&self, app: &App) -> Answer<()> {
        if let Self::List { lister, asked, .. } = self {
            let mut asked = asked.clone();
            asked.fields.insert("recordCount".to_owned(), json!(1));
            lister.ask(app, asked).await?;
        }
        Ok(())
    }

    /// Returns the page after a cursor, or the first page. Fails with the refusal of the list's endpoint.
    pub async fn page(&self, app: &App, cursor: Option<&str>) -> Answer<Page<AnyRow>> {
        app.read(|app| self.read(app, cursor)).await
    }

    /// Returns the sheet that explains the rows in a workbook: the factors and the method of an emissions report.
    /// Fails with the refusal of the list's endpoint.
    pub async fn notes(&self, app: &App, language: Language) -> Answer<Option<NotesSheet>> {
        let Self::List { list, lister, asked } = self else { return Ok(None) };
        if list.call != GetCarbonReport::ENTRY.name {
            return Ok(None);
        }
        let mut asked = asked.clone();
        asked.fields.insert("recordCount".to_owned(), json!(1));
        let read = |app: App| {
            let asked = asked.clone();
            async move { lister.ask(&app, asked).await }
        };
        let answer = app.read(read).await?;
        let report = answer.downcast::<CarbonReportPage>().ok().context("an emissions report")?;
        Ok(Some((sheet::title(language), sheet::rows(&report, language))))
    }

    async fn read(&self, app: App, cursor: Option<&str>) -> Answer<Page<AnyRow>> {
        match self {
            Self::List { list, lister, asked } => {
                let mut asked = asked.clone();
                asked.fields.insert("recordCount".to_owned(), json!(MAX_ROWS));
                asked.fields.insert("cursor".to_owned(), json!(cursor));
                let page = (list.page)(lister.ask(&app, asked).await?);
                Ok(page.with_context(|| format!("{} does not return a page of {}", list.call, list.name))?)
            }
            Self::Bills { who, with_paid } => {
                let (bulk_id, db) = (who.bulk_id.clone(), &app.pool);
                let wanted = PageParams { record_count: u32::try_from(MAX_ROWS).ok(), cursor };
                let page = if *with_paid {
                    linked(&app, lists::page(db, &AllBills { bulk_id }, Sort::default(), wanted).await?)
                } else {
                    let bills = UnpaidBills::new(bulk_id, BillFilter::default(), Day::at(app.now()))?;
                    linked(&app, lists::page(db, &bills, Sort::default(), wanted).await?)
                };
                Ok(any_page(page))
            }
        }
    }
}

/// Returns the value of a row's cell. Fails when the row belongs to another list.
pub fn cell<'a>(column: &Column, row: &'a AnyRow, reader: ExportReader) -> anyhow::Result<Cell<'a>> {
    column.cell(row, reader).with_context(|| format!("a row without {}", column.field))
}
