//! What a searched text is (docs/domain/lists-and-search.md#search): nobody has to choose a type first.

use std::collections::HashSet;

use crate::number::{AccountNo, BatchId, InvoiceNo, TransactionNo};
use crate::{Code, Money, Problem};

/// The most numbers that one search takes.
pub const MAX_NUMBERS: usize = 1_000;
/// The fewest characters of a text search, and of a part of a number.
pub const MIN_TEXT_LENGTH: usize = 3;
/// The longest number: a part of one is not longer.
const MAX_NUMBER_LENGTH: usize = 14;
/// A number in groups has at most so many: `2100 0000 0001` has 3.
const MAX_GROUPS: usize = 4;
/// The fewest digits of a malformed number. Postcodes, years and quantities of other columns have fewer.
const MIN_MALFORMED_DIGITS: usize = 6;

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
        /// The text as a part of a number, without what groups its digits.
        pub part: Option<String>,
        /// The text as an amount.
        pub amount: Option<Money>,
        /// Parts of a list of numbers that are mostly digits and no number, as they were typed: a digit was lost.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub malformed: Vec<String>,
    }
}

/// Recognises a searched text: one number or many, among whatever else was pasted with them, or else plain text.
///
/// Nothing typed finds everything.
///
/// # Errors
/// [`Code::SearchTooShort`] under 3 characters, [`Code::SearchTooMany`] over 1,000 numbers, or as many words without one.
pub fn recognise(typed: &str) -> Result<Search, Problem> {
    let typed = typed.trim();
    let parts = || typed.split(SEPARATORS).map(str::trim).filter(|part| !part.is_empty());
    let mut search = Search::default();
    let mut left = MAX_NUMBERS;
    for part in parts() {
        search.take_all(part, &mut left)?;
    }
    if search.numbers().next().is_some() || parts().next().is_none() {
        return Ok(search);
    }
    // One malformed number on its own is searched for as a part of a number.
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

/// Returns the text of a search that may not be left out, and that looks for no numbers: names, reference IDs.
///
/// # Errors
/// Those of [`recognise`], and [`Code::SearchTooShort`] for a blank text.
pub fn required_text(typed: &str) -> Result<&str, Problem> {
    text(typed)?.ok_or_else(|| Code::SearchTooShort.into())
}

/// Returns the text of a search that looks for no numbers, such as a search of groups or users; none if it is blank.
/// It keeps the rules of [`recognise`], which every search field of the app applies.
///
/// # Errors
/// Those of [`recognise`].
pub fn text(typed: &str) -> Result<Option<&str>, Problem> {
    let search = recognise(typed)?;
    Ok((!search.is_empty()).then(|| typed.trim()))
}

const SEPARATORS: [char; 5] = [',', ';', '\n', '\r', '\t'];

fn too_many() -> Problem {
    Problem::new(Code::SearchTooMany).with("limit", MAX_NUMBERS)
}

/// As it is stored, without what people group digits by.
fn compact(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, ' ' | '-')).collect::<String>().to_ascii_uppercase()
}

/// Digits, with the letter of a transaction before them or without.
fn part_of_a_number(typed: &str) -> Option<String> {
    let part = compact(typed);
    let digits = part.strip_prefix('P').unwrap_or(&part);
    let is_part = (MIN_TEXT_LENGTH..=MAX_NUMBER_LENGTH).contains(&part.len())
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_part.then_some(part)
}

fn is_mostly_digits(word: &str) -> bool {
    2 * digits_of(word) > compact(word).chars().count()
}

fn digits_of(word: &str) -> usize {
    word.bytes().filter(u8::is_ascii_digit).count()
}

/// Whether a text that is no number was meant as one. Amounts, days and times are not.
fn is_malformed(word: &str) -> bool {
    is_mostly_digits(word)
        && digits_of(word) >= MIN_MALFORMED_DIGITS
        && !word.contains(['.', '/', ':'])
        && !is_day(word)
}

/// `24-11-2026` or `2026-11-24`.
fn is_day(word: &str) -> bool {
    let lengths: Vec<_> = word.split('-').map(str::len).collect();
    matches!(lengths[..], [1..=2, 1..=2, 4] | [4, 1..=2, 1..=2])
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

    /// All numbers, each once.
    pub fn numbers(&self) -> impl Iterator<Item = &String> {
        [&self.accounts, &self.invoices, &self.batches, &self.transactions].into_iter().flatten()
    }

    /// The numbers that are not among those that were found.
    #[must_use]
    pub fn not_found(&self, found: &HashSet<String>) -> Vec<String> {
        self.numbers().filter(|number| !found.contains(*number)).cloned().collect()
    }

    /// Takes the numbers of a part: the whole of it, or those among its words. Keeps what looks like a number and is none.
    fn take_all(&mut self, part: &str, left: &mut usize) -> Result<(), Problem> {
        if self.take(&compact(part)) {
            *left = left.checked_sub(1).ok_or_else(too_many)?;
            return Ok(());
        }
        let words: Vec<_> = part.split_whitespace().collect();
        let compacted: Vec<_> = words.iter().map(|word| compact(word)).collect();
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
        // Groups of digits: each is too short, but together they are nearly a number.
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
