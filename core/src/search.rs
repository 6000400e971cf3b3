//! Recognises what a search text contains, so that users need not choose a type first
//! (docs/domain/lists-and-search.md#search).

use std::borrow::Cow;
use std::collections::HashSet;

use crate::number::{AccountNo, BatchId, InvoiceNo, TransactionNo};
use crate::typed::{clean, compact};
use crate::{Code, Money, Problem};

/// Maximum numbers in a search.
pub const MAX_NUMBERS: usize = 1_000;
/// Minimum characters of a text search, and of a part of a number.
pub const MIN_TEXT_LENGTH: usize = 3;
/// Length of the longest number, and so the maximum of a part of a number.
const MAX_NUMBER_LENGTH: usize = 14;
/// Maximum groups in which a number may be written: `2100 0000 0001` has 3.
const MAX_GROUPS: usize = 4;
/// Minimum digits of a malformed number. Postcodes, years and quantities from other columns have fewer.
const MIN_MALFORMED_DIGITS: usize = 6;

wire! {
    /// A search text, split into what it can match.
    #[derive(Eq, Default)]
    pub struct Search {
        /// Account numbers: 12 digits that begin with 21 or 22. Invoice numbers can look the same, so they are also
        /// searched as invoices.
        pub accounts: Vec<String>,
        /// Invoice numbers: 12 digits with any other beginning.
        pub invoices: Vec<String>,
        /// Bill batch numbers: 10 digits that begin with 28.
        pub batches: Vec<String>,
        pub transactions: Vec<String>,
        /// Any other text; it matches parts of names and reference IDs.
        pub text: Option<String>,
        /// The text as a part of a number, without spaces and hyphens.
        pub part: Option<String>,
        /// The text as an amount.
        pub amount: Option<Money>,
        /// Parts of a list of numbers, as typed, that have mostly digits but are not valid numbers. Usually a digit is
        /// missing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub malformed: Vec<String>,
    }
}

/// Recognises a search text: one or more numbers, also among other pasted text, or else plain text.
///
/// An empty text matches everything.
/// Fails with [`Code::SearchTooShort`] under 3 characters, [`Code::SearchTooMany`] over 1,000 numbers, or over 1,000
/// separated parts without a number.
pub fn recognise(typed: &str) -> Result<Search, Problem> {
    let typed = &*clean(typed);
    let parts = || typed.split(SEPARATORS).map(str::trim).filter(|part| !part.is_empty());
    let mut search = Search::default();
    let mut left = MAX_NUMBERS;
    for part in parts() {
        search.take_all(part, &mut left)?;
    }
    if search.numbers().next().is_some() || parts().next().is_none() {
        return Ok(search);
    }
    // A single malformed number is searched for as a part of a number.
    if parts().nth(1).is_none() && search.malformed.len() < 2 {
        search.malformed.clear();
    }
    if parts().nth(MAX_NUMBERS).is_some() {
        return Err(too_many());
    }
    if typed.chars().count() < MIN_TEXT_LENGTH {
        return Err(Code::SearchTooShort.into());
    }
    Ok(Search {
        text: Some(typed.to_owned()),
        part: part_of_a_number(typed),
        amount: Money::parse(&typed.to_ascii_uppercase()).ok(),
        ..search
    })
}

/// Returns the text of a required search that does not look for numbers, but for names or reference IDs.
/// Fails with the codes of [`recognise`], and [`Code::SearchTooShort`] for a blank text.
pub fn required_text(typed: &str) -> Result<Cow<'_, str>, Problem> {
    text(typed)?.ok_or_else(|| Code::SearchTooShort.into())
}

/// Returns the text of a search that does not look for numbers, such as a search of groups or users; none if it is
/// blank. Applies the rules of [`recognise`], like every search field of the app. Fails with the codes of [`recognise`].
pub fn text(typed: &str) -> Result<Option<Cow<'_, str>>, Problem> {
    let search = recognise(typed)?;
    Ok((!search.is_empty()).then(|| clean(typed)))
}

const SEPARATORS: [char; 5] = [',', ';', '\n', '\r', '\t'];

fn too_many() -> Problem {
    Problem::new(Code::SearchTooMany).with("limit", MAX_NUMBERS)
}

/// Returns a number in its stored form, without the spaces and hyphens between its digits.
fn number_of(text: &str) -> String {
    compact(text).to_ascii_uppercase()
}

/// Returns the text as a part of a number, if it is only digits, optionally after the `P` of a transaction number.
fn part_of_a_number(typed: &str) -> Option<String> {
    let part = number_of(typed);
    let digits = part.strip_prefix('P').unwrap_or(&part);
    let is_part = (MIN_TEXT_LENGTH..=MAX_NUMBER_LENGTH).contains(&part.len())
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_part.then_some(part)
}

fn is_mostly_digits(word: &str) -> bool {
    2 * digits_of(word) > number_of(word).chars().count()
}

fn digits_of(word: &str) -> usize {
    word.bytes().filter(u8::is_ascii_digit).count()
}

/// Whether a text that is not a number was probably meant as a number. Amounts, dates and times were not.
fn is_malformed(word: &str) -> bool {
    is_mostly_digits(word)
        && digits_of(word) >= MIN_MALFORMED_DIGITS
        && !word.contains(['.', '/', ':'])
        && !is_day(word)
}

/// Whether the text looks like `24-11-2026` or `2026-11-24`.
fn is_day(word: &str) -> bool {
    let lengths: Vec<_> = word.split('-').map(str::len).collect();
    matches!(lengths[..], [1..=2, 1..=2, 4] | [4, 1..=2, 1..=2])
}

impl Search {
    /// Whether the search is empty and matches everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The numbers by which a bill may be found. Account numbers are included, because an invoice number can look the
    /// same.
    #[must_use]
    pub fn account_or_invoice(&self) -> Vec<String> {
        self.accounts.iter().chain(&self.invoices).cloned().collect()
    }

    /// All numbers, without duplicates.
    pub fn numbers(&self) -> impl Iterator<Item = &String> {
        [&self.accounts, &self.invoices, &self.batches, &self.transactions].into_iter().flatten()
    }

    /// The numbers of the search that are not in `found`.
    #[must_use]
    pub fn not_found(&self, found: &HashSet<String>) -> Vec<String> {
        self.numbers().filter(|number| !found.contains(*number)).cloned().collect()
    }

    /// Takes the numbers from a part of the text: the entire part, or those among its words. Remembers malformed
    /// numbers. `left` is how many more numbers the search may take.
    fn take_all(&mut self, part: &str, left: &mut usize) -> Result<(), Problem> {
        if self.take(&number_of(part)) {
            *left = left.checked_sub(1).ok_or_else(too_many)?;
            return Ok(());
        }
        let words: Vec<_> = part.split_whitespace().collect();
        let compacted: Vec<_> = words.iter().map(|word| number_of(word)).collect();
        let mut ignored = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let rest = &compacted[at..];
            let groups = (1..=rest.len().min(MAX_GROUPS)).find(|groups| self.take(&rest[..*groups].concat()));
            if groups.is_some() {
                *left = left.checked_sub(1).ok_or_else(too_many)?;
            } else {
                ignored.push(words[at]);
            }
            at += groups.unwrap_or(1);
        }
        let mut malformed: Vec<_> = ignored.iter().copied().filter(|word| is_malformed(word)).collect();
        // The words are groups of digits that are too short alone, but together almost form a number.
        let is_in_groups = ignored.len() == words.len() && words.iter().all(|word| is_mostly_digits(word));
        if malformed.is_empty() && is_in_groups && is_malformed(part) {
            malformed.push(part);
        }
        for part in malformed {
            if self.malformed.iter().all(|known| known != part) {
                *left = left.checked_sub(1).ok_or_else(too_many)?;
                self.malformed.push(part.to_owned());
            }
        }
        Ok(())
    }

    fn take(&mut self, compact: &str) -> bool {
        let list = if AccountNo::parse(compact).is_ok() {
            &mut self.accounts
        } else if BatchId::parse(compact).is_ok() {
            &mut self.batches
        } else if InvoiceNo::parse(compact).is_ok() {
            &mut self.invoices
        } else if TransactionNo::parse(compact).is_ok() {
            &mut self.transactions
        } else {
            return false;
        };
        if list.iter().all(|known| known != compact) {
            list.push(compact.to_owned());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_names_the_numbers_that_were_not_found() {
        let search = recognise("210000000001 510000000001 P2611050000001").expect("a search");
        assert_eq!(search.account_or_invoice(), ["210000000001", "510000000001"]);
        let found = HashSet::from(["510000000001".to_owned()]);
        assert_eq!(search.not_found(&found), ["210000000001", "P2611050000001"]);
        assert!(search.not_found(&search.numbers().cloned().collect()).is_empty());
    }
}
