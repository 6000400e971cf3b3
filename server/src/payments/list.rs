//! Lists of payments, a customer's and the staff's: one filter, four orders, pages by the last row.

use gridbill_core::number::BulkId;
use gridbill_core::page::rows;
use gridbill_core::payments::{
    PaymentMethod, Status, Transaction, TransactionFilter, TransactionSort, TransactionSortBy,
};
use gridbill_core::search::recognise;
use gridbill_core::{Instant, Page, Problem};
use sqlx::PgPool;

use crate::cursor;
use crate::error::Answer;
use crate::pattern::contains;

mod sql;

/// Which payments, in which order, and how many.
pub struct Wanted<'a> {
    pub record_count: Option<u32>,
    pub cursor: Option<&'a str>,
    pub filter: &'a TransactionFilter,
    pub sort: TransactionSort,
}

/// What a list is narrowed by, as its queries take it.
#[derive(Default)]
struct Narrow {
    bulk_id: Option<BulkId>,
    statuses: Option<Vec<i16>>,
    methods: Option<Vec<&'static str>>,
    from: Option<Instant>,
    before: Option<Instant>,
    /// Numbers that were searched for; none when nothing was searched.
    numbers: Option<Vec<String>>,
    text: Option<String>,
    pattern: Option<String>,
}

/// A page of the payments of one bulk account, for staff of all; only those in `states`, where they are given.
pub async fn page(
    pool: &PgPool,
    bulk_id: Option<&BulkId>,
    states: Option<&[Status]>,
    wanted: Wanted<'_>,
) -> Answer<Page<Transaction>> {
    let narrow = Narrow::new(bulk_id, states, wanted.filter)?;
    let rows = rows(wanted.record_count);
    let items = sql::page(pool, &narrow, wanted.sort, wanted.cursor, rows + 1).await?;
    let total = sql::count(pool, &narrow).await?;
    Ok(Page::of(items, rows, total, |row| cursor(row, wanted.sort)))
}

impl Narrow {
    fn new(bulk_id: Option<&BulkId>, states: Option<&[Status]>, filter: &TransactionFilter) -> Result<Self, Problem> {
        let asked = filter.statuses.as_deref();
        let statuses = match (states, asked) {
            (Some(states), Some(asked)) => Some(states.iter().copied().filter(|state| asked.contains(state)).collect()),
            (Some(states), None) => Some(states.to_vec()),
            (None, asked) => asked.map(<[Status]>::to_vec),
        };
        let typed = filter.search.as_deref().unwrap_or_default().trim();
        let found = recognise(typed)?;
        let numbers = [&found.accounts, &found.invoices, &found.batches, &found.transactions];
        Ok(Self {
            bulk_id: bulk_id.cloned(),
            statuses: statuses.map(|statuses: Vec<Status>| statuses.into_iter().map(|status| status as i16).collect()),
            methods: filter.methods.as_ref().map(|methods| methods.iter().copied().map(PaymentMethod::code).collect()),
            from: filter.from.map(gridbill_core::Day::begins),
            before: filter.to.map(|day| day.plus_days(1).begins()),
            numbers: (!found.is_empty()).then(|| numbers.into_iter().flatten().cloned().collect()),
            // A reference number may look like an account's, so every searched text is tried as one.
            text: (!found.is_empty()).then(|| typed.to_owned()),
            pattern: found.text.as_deref().map(contains),
        })
    }
}

/// The name of a list in this order, which its cursors are bound to.
fn name(sort: TransactionSort) -> String {
    format!("payments by {:?}, ascending {}", sort.by, sort.ascending)
}

/// Where the list goes on after this row: the value that it is ordered by, and the payment.
fn cursor(row: &Transaction, sort: TransactionSort) -> String {
    let transaction_no = row.transaction_no.as_str();
    match sort.by {
        TransactionSortBy::PaymentDate => cursor::write(&name(sort), &(row.payment_date, transaction_no)),
        TransactionSortBy::TransactionAmount => cursor::write(&name(sort), &(row.transaction_amount, transaction_no)),
    }
}
