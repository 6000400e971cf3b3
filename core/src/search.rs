//! What a searched text is (docs/domain/lists-and-search.md#search): nobody has to choose a type first.

use crate::number::{AccountNo, BatchId, InvoiceNo, TransactionNo};
use crate::{Code, Problem};

/// The most numbers that one search takes.
pub const MAX_NUMBERS: usize = 1_000;
/// The fewest characters of a text search.
pub const MIN_TEXT_LENGTH: usize = 3;

wire! {
    /// A text as it will be looked for.
    #[derive(Eq, Default)]
    pub struct Search {
        /// Account numbers, 12 digits from 21 or 22. They may be invoices too: both are looked up.
        pub accounts: Vec<String>,
        /// Invoice numbers, 12 digits of another start.
        pub invoices: Vec<String>,
        /// Bill batches, 10 digits from 28.
        pub batches: Vec<String>,
        pub transactions: Vec<String>,
        /// Anything else, looked for as a part of names and reference IDs.
        pub text: Option<String>,
    }
}

/// Recognises a searched text: one number or many, parted by commas, semicolons or lines, or else plain text.
///
/// Nothing typed finds everything.
///
/// # Errors
/// [`Code::SearchTooShort`] under 3 characters, [`Code::SearchTooMany`] over 1,000 numbers.
pub fn recognise(typed: &str) -> Result<Search, Problem> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(Search::default());
    }
    let parts = || typed.split([',', ';', '\n', '\r', '\t']).map(str::trim).filter(|part| !part.is_empty());
    // Before they are read: a megabyte of separators must cost nothing.
    if parts().nth(MAX_NUMBERS).is_some() {
        return Err(Problem::new(Code::SearchTooMany).with("limit", MAX_NUMBERS));
    }
    let mut search = Search::default();
    let all_numbers = parts().all(|part| search.take(part));
    if !all_numbers {
        if typed.chars().count() < MIN_TEXT_LENGTH {
            return Err(Code::SearchTooShort.into());
        }
        return Ok(Search { text: Some(typed.to_owned()), ..Search::default() });
    }
    Ok(search)
}

impl Search {
    /// Whether it finds everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The numbers by which a bill may be found: accounts are tried as invoices too.
    #[must_use]
    pub fn account_or_invoice(&self) -> Vec<String> {
        self.accounts.iter().chain(&self.invoices).cloned().collect()
    }

    fn take(&mut self, part: &str) -> bool {
        let compact: String = part.chars().filter(|c| !matches!(c, ' ' | '-')).collect::<String>().to_ascii_uppercase();
        let list = if AccountNo::parse(&compact).is_ok() {
            &mut self.accounts
        } else if BatchId::parse(&compact).is_ok() {
            &mut self.batches
        } else if InvoiceNo::parse(&compact).is_ok() {
            &mut self.invoices
        } else if TransactionNo::parse(&compact).is_ok() {
            &mut self.transactions
        } else {
            return false;
        };
        if !list.contains(&compact) {
            list.push(compact);
        }
        true
    }
}
