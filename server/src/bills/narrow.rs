//! What a list of bills is narrowed by, as the queries take it.

use gridbill_core::bills::BillFilter;
use gridbill_core::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use gridbill_core::search::recognise;
use gridbill_core::{Day, Problem};

/// A bulk account's bills, of which everything named must hold; what is none narrows nothing.
pub struct Narrow {
    /// The tenant.
    pub bulk_id: BulkId,
    pub today: Day,
    pub search: Option<Numbers>,
    pub text: Option<String>,
    pub batches: Option<Vec<String>>,
    pub accounts: Option<Vec<String>>,
    pub groups: Option<Vec<String>>,
    pub invoices: Option<Vec<String>>,
    pub overdue: Option<bool>,
    pub due_from: Option<Day>,
    pub due_to: Option<Day>,
    /// Only bills with a charge from earlier bills.
    pub charges: bool,
}

/// Searched numbers: a bill is found by any of them.
pub struct Numbers {
    pub accounts: Vec<String>,
    pub invoices: Vec<String>,
    pub batches: Vec<String>,
    pub transactions: Vec<String>,
}

impl Narrow {
    /// # Errors
    /// What core says of the searched text.
    pub fn new(bulk_id: BulkId, filter: BillFilter, groups: Option<Vec<String>>, today: Day) -> Result<Self, Problem> {
        let search = recognise(filter.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at("filter.search", problem))?;
        let by_number = !search.is_empty() && search.text.is_none();
        let text = search.text.clone();
        let numbers = by_number.then(|| Numbers {
            invoices: search.account_or_invoice(),
            accounts: search.accounts,
            batches: search.batches,
            transactions: search.transactions,
        });
        Ok(Self {
            bulk_id,
            today,
            search: numbers,
            text,
            batches: filter.batch_ids.map(|ids| texts(&ids, BatchId::as_str)),
            accounts: filter.account_nos.map(|numbers| texts(&numbers, AccountNo::as_str)),
            groups,
            invoices: None,
            overdue: filter.overdue,
            due_from: filter.due_from,
            due_to: filter.due_to,
            charges: false,
        })
    }

    pub fn charges(self, charges: bool) -> Self {
        Self { charges, ..self }
    }

    pub fn invoices(self, invoices: Option<Vec<InvoiceNo>>) -> Self {
        Self { invoices: invoices.map(|numbers| texts(&numbers, InvoiceNo::as_str)), ..self }
    }

    /// Whether anything is left out. All unpaid bills of a bulk account are counted from an index alone.
    pub fn is_narrow(&self) -> bool {
        self.charges
            || self.search.is_some()
            || self.text.is_some()
            || self.overdue.is_some()
            || [self.due_from, self.due_to].iter().any(Option::is_some)
            || [&self.batches, &self.accounts, &self.groups, &self.invoices].into_iter().any(Option::is_some)
    }
}

fn texts<T>(numbers: &[T], text: fn(&T) -> &str) -> Vec<String> {
    numbers.iter().map(|number| text(number).to_owned()).collect()
}
