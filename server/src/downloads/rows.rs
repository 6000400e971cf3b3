//! The rows of an export: those of a list's own call, page by page, so that they are what the list shows, in its order, and
//! whoever may not read it exports nothing. At most one page is in memory.

use anyhow::Context as _;
use gridbill_core::bills::BillFilter;
use gridbill_core::downloads::ExportRequest;
use gridbill_core::endpoint::Caller;
use gridbill_core::list::export::{AnyRow, Cell, Column, Reader, any_page};
use gridbill_core::list::{Entry, Sort, unknown};
use gridbill_core::number::BulkId;
use gridbill_core::page::{MAX_ROWS, Page, Wanted};
use gridbill_core::registry;
use gridbill_core::{Day, Problem};
use serde_json::json;

use crate::app::App;
use crate::auth::who::{Customer, Person};
use crate::bills::list::{AllBills, UnpaidBills};
use crate::endpoint::{Asked, Lister, Lists, find};
use crate::error::Answer;
use crate::list as lists;

/// Where the rows come from.
pub enum Rows {
    /// A list's call.
    List { list: &'static Entry, lister: Lister, asked: Asked },
    /// The unpaid bills of a bulk account, or with the paid ones all of them, newest first.
    Bills { who: Customer, with_paid: bool },
}

/// The list of that name, if there is something to export of it.
///
/// # Errors
/// [`gridbill_core::Code::ListUnknown`], with the names of those that can be exported.
pub fn list(name: &str) -> Result<&'static Entry, Problem> {
    let exported = || registry::lists().filter(|list| !list.columns.is_empty());
    exported().find(|list| list.name == name).ok_or_else(|| unknown(name, exported()))
}

/// The bulk account whose people's list staff read. A list that is not customers' is read as staff, whatever is named beside it.
pub fn viewed(person: &Person, request: &ExportRequest) -> Option<BulkId> {
    let call = list(&request.list).ok()?.call;
    let is_customers = registry::endpoints().any(|entry| entry.name == call && entry.caller == Caller::Customer);
    let named = request.view_bulk_id.as_deref().filter(|_| person.is_staff && is_customers)?;
    BulkId::parse(named).ok()
}

impl Rows {
    /// What a list's call answers somebody.
    ///
    /// # Errors
    /// [`gridbill_core::Code::ListUnknown`] when there is no such list.
    pub fn of(calls: &Lists, person: Person, request: &ExportRequest) -> Answer<(&'static [Column], Self)> {
        let list = list(&request.list)?;
        let asked = Asked { person, viewed: request.view_bulk_id.clone(), fields: request.request.clone() };
        let lister = find(calls, list.call)?.clone();
        Ok((list.columns, Self::List { list, lister, asked }))
    }

    /// That somebody may read them.
    ///
    /// # Errors
    /// What the list's call is refused with.
    pub async fn check(&self, app: &App) -> Answer<()> {
        if let Self::List { lister, asked, .. } = self {
            let mut asked = asked.clone();
            asked.fields.insert("recordCount".to_owned(), json!(1));
            lister.ask(app, asked).await?;
        }
        Ok(())
    }

    /// The rows behind a cursor, or the first ones.
    ///
    /// # Errors
    /// What the list's call is refused with.
    pub async fn page(&self, app: &App, cursor: Option<&str>) -> Answer<Page<AnyRow>> {
        app.read(|app| self.read(app, cursor)).await
    }

    async fn read(&self, app: App, cursor: Option<&str>) -> Answer<Page<AnyRow>> {
        match self {
            Self::List { list, lister, asked } => {
                let mut asked = asked.clone();
                asked.fields.insert("recordCount".to_owned(), json!(MAX_ROWS));
                asked.fields.insert("cursor".to_owned(), json!(cursor));
                let page = (list.page)(lister.ask(&app, asked).await?);
                Ok(page.with_context(|| format!("{} answers no page of {}", list.call, list.name))?)
            }
            Self::Bills { who, with_paid } => {
                let (bulk_id, db) = (who.bulk_id.clone(), &app.pool);
                let wanted = Wanted { record_count: u32::try_from(MAX_ROWS).ok(), cursor };
                let page = if *with_paid {
                    lists::page(db, &AllBills { bulk_id }, Sort::default(), wanted).await?
                } else {
                    let bills = UnpaidBills::new(bulk_id, BillFilter::default(), Day::at(app.now()))?;
                    lists::page(db, &bills, Sort::default(), wanted).await?
                };
                Ok(any_page(page))
            }
        }
    }
}

/// What stands in a row's cell.
///
/// # Errors
/// When the row is of another list.
pub fn cell<'a>(column: &Column, row: &'a AnyRow, reader: Reader) -> anyhow::Result<Cell<'a>> {
    column.cell(row, reader).with_context(|| format!("a row without {}", column.field))
}
