//! The statements behind lists, for `make bench`: what the portal sends is what is measured beside it.

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

/// A list of a bulk account that is measured.
#[derive(Debug, Clone, Copy)]
pub enum Measured {
    UnpaidBills,
    Batches,
    Payments,
    Accounts,
}

/// The statement of its first page, or of the one after those values of its keys. `$1` is the bulk account; behind it come
/// the values, and the number of rows.
///
/// # Errors
/// Never: nothing is searched for.
pub fn statement(list: Measured, bulk_id: &BulkId, after: Option<&[Option<String>]>) -> Result<String, Problem> {
    Ok(match list {
        Measured::UnpaidBills => {
            // What is overdue is not asked for, so any day will do.
            let today = Day::parse("2026-01-01")?;
            page_sql(&UnpaidBills::new(bulk_id.clone(), BillFilter::default(), today)?, after)
        }
        Measured::Batches => page_sql(&Batches::new(bulk_id, &BatchFilter::default())?, after),
        Measured::Payments => page_sql(&Payments::of(bulk_id, &TransactionFilter::default())?, after),
        Measured::Accounts => page_sql(&Accounts::new(bulk_id, &AccountFilter::default())?, after),
    })
}

/// The statement that finds one bill in history by its number, and its values but the last, which is the number of rows.
///
/// # Errors
/// Never: the number is one.
pub fn search(bulk_id: &BulkId, invoice_no: &InvoiceNo, today: Day) -> Result<(String, Vec<String>), Problem> {
    let filter = HistoryFilter { search: Some(invoice_no.to_string()), ..HistoryFilter::default() };
    let statement = page_sql(&History::new(bulk_id.clone(), filter, today)?, None);
    let number = format!("{{{invoice_no}}}");
    Ok((statement, vec![bulk_id.to_string(), history_begins(today).to_string(), number.clone(), number]))
}
