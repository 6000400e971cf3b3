//! The SQL of lists, for `make bench`, so that it measures the portal's own queries.

use gridbill_core::accounts::AccountFilter;
use gridbill_core::bills::{BatchFilter, BillFilter, HistoryFilter, history_begins};
use gridbill_core::number::{BulkId, InvoiceNo};
use gridbill_core::payments::TransactionFilter;
use gridbill_core::{Day, Problem};

use crate::accounts::list::Accounts;
use crate::bills::history::History;
use crate::bills::list::{Batches, UnpaidBills};
use crate::list::page_sql;
use crate::payments::list::Payments;

/// A list of a bulk account that the benchmark measures.
#[derive(Debug, Clone, Copy)]
pub enum Measured {
    UnpaidBills,
    Batches,
    Payments,
    Accounts,
}

/// The SQL of a list's first page, or of the page after the given key values. `$1` is the bulk account; then follow the
/// values and the number of rows. Fails with Never: no text is searched.
pub fn statement(list: Measured, bulk_id: &BulkId, after: Option<&[Option<String>]>) -> Result<String, Problem> {
    Ok(match list {
        Measured::UnpaidBills => {
            // Overdue is not a filter here, so any day will do.
            let today = Day::parse("2026-01-01")?;
            page_sql(&UnpaidBills::new(bulk_id.clone(), BillFilter::default(), today)?, after)
        }
        Measured::Batches => page_sql(&Batches::new(bulk_id, &BatchFilter::default())?, after),
        Measured::Payments => page_sql(&Payments::of(bulk_id, &TransactionFilter::default())?, after),
        Measured::Accounts => page_sql(&Accounts::new(bulk_id, &AccountFilter::default())?, after),
    })
}

/// Returns the SQL that finds a bill in the history by number, and its parameters. The last parameter, the number of
/// rows, is left out. Fails with Never: the number is valid.
pub fn search(bulk_id: &BulkId, invoice_no: &InvoiceNo, today: Day) -> Result<(String, Vec<String>), Problem> {
    let filter = HistoryFilter { search: Some(invoice_no.to_string()), ..HistoryFilter::default() };
    let statement = page_sql(&History::new(bulk_id.clone(), filter, today)?, None);
    let number = format!("{{{invoice_no}}}");
    Ok((statement, vec![bulk_id.to_string(), history_begins(today).to_string(), number.clone(), number]))
}
