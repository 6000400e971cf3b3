//! What a bank says about a line, so that the line can be compared with lines of other files.

use std::collections::BTreeMap;

use super::lines::Line;
use super::similar::reference_form;
use super::{Columns, standard};
use crate::sheet::SheetRow;
use crate::{Day, Instant, Money};

/// Maximum days between two days of the same booking, such as its booking day and its value day.
const MAX_DAYS: i64 = super::EXACT_DAYS;

/// A line of a statement as the bank describes it. It is made of the bank's own fields, never of a text that a reader
/// composed: two downloads of the same day may have other texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// The kind of file: its format, or its columns with the one that has the day. Within a source, days and references
    /// have the same meaning.
    pub source: String,
    /// The account of the statement, if the file says it.
    pub account: Option<String>,
    /// The day that is shown: the booking day, otherwise the value day, or the only one.
    pub day: Day,
    /// The day in the bank's books, if the file says which day that is.
    pub booking_day: Option<Day>,
    /// The day from which the money counts, if the file says which day that is.
    pub value_day: Option<Day>,
    /// When it was booked, if the file has a time with a zone.
    pub instant: Option<Instant>,
    /// The amount of the entry, if the line is one of its several transfers.
    pub entry_amount: Option<Money>,
    /// References by their kind, normalised.
    pub references: BTreeMap<String, String>,
}

impl Booking {
    /// Whether both may describe the same transfer, if their amounts are equal: nothing that both say contradicts it.
    #[must_use]
    pub fn may_be(&self, other: &Self) -> bool {
        let differ = |one: &Option<Day>, other: &Option<Day>| one.is_some() && other.is_some() && one != other;
        let same_kind_differs = self.source == other.source
            && (differ(&self.booking_day, &other.booking_day)
                || differ(&self.value_day, &other.value_day)
                || (self.is_of_table() && self.day != other.day));
        // The cheapest comparison first: thousands of lines may have one amount.
        !same_kind_differs
            && self.references.iter().all(|(kind, own)| other.references.get(kind).is_none_or(|its| its == own))
            && self.days_apart(other) <= MAX_DAYS
            && self.may_be_of_account(other)
    }

    /// Whether this line may be one of the transfers of an entry that the other line is. Their references differ.
    #[must_use]
    pub fn may_be_part_of(&self, entry: &Self) -> bool {
        self.days_apart(entry) <= MAX_DAYS && self.may_be_of_account(entry)
    }

    fn may_be_of_account(&self, other: &Self) -> bool {
        let accounts = self.account.as_ref().zip(other.account.as_ref());
        accounts.is_none_or(|(one, other)| one == other || is_same_account(one, other))
    }

    /// Whether the bank's own words prove that both are the same transfer, if [`Self::may_be`] holds: a reference of the
    /// same kind is equal, or the same source gives nothing that could tell them apart.
    #[must_use]
    pub fn is_proven(&self, other: &Self) -> bool {
        let has_same_kinds = || self.references.keys().eq(other.references.keys());
        (self.source == other.source && has_same_kinds())
            || self.references.iter().any(|(kind, own)| other.references.get(kind) == Some(own))
    }

    /// The payer's own references of the formats that have a field for them. A table's column may have any reference.
    pub(super) fn payer_references(&self) -> Vec<&str> {
        standard::PAYER_REFERENCES.iter().filter_map(|kind| self.references.get(*kind)).map(String::as_str).collect()
    }

    /// The number of references that are equal in any kind.
    #[must_use]
    pub fn equal_references(&self, other: &Self) -> usize {
        self.references.values().filter(|own| other.references.values().any(|its| its == *own)).count()
    }

    fn is_of_table(&self) -> bool {
        self.booking_day.is_none() && self.value_day.is_none()
    }

    fn days_apart(&self, other: &Self) -> i64 {
        let days = |one: &Self| [Some(one.day), one.booking_day, one.value_day].into_iter().flatten();
        days(self).flat_map(|own| days(other).map(move |its| own.days_since(its).abs())).min().unwrap_or_default()
    }
}

/// Minimum digits of an account number for the comparison of its end. Shorter ends are equal by chance.
const MIN_ACCOUNT_LENGTH: usize = 4;

/// Whether two texts may be one account: banks write it with a branch or bank before it, with a currency after it, and
/// with its first digits hidden.
fn is_same_account(one: &str, other: &str) -> bool {
    let digits = |text: &str| -> String {
        // `BANKCODE/ACCOUNT`, as in MT940.
        let text = text.rsplit('/').next().unwrap_or(text);
        let last = text.rsplit(|one: char| !one.is_ascii_digit() && one != '-' && one != ' ');
        let run = last.map(|part| part.chars().filter(char::is_ascii_digit).collect::<String>());
        let longest = run.max_by_key(String::len).unwrap_or_default();
        longest.trim_start_matches('0').to_owned()
    };
    let (one, other) = (digits(one), digits(other));
    let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
    short == long || short.len() < MIN_ACCOUNT_LENGTH || long.ends_with(short.as_str())
}

/// Returns what the bank says about each line; none for a line without a day.
#[must_use]
pub fn bookings(heading: &[String], rows: &[SheetRow], columns: &Columns, lines: &[Line]) -> Vec<Option<Booking>> {
    let is_standard = heading == standard::heading();
    let source = if is_standard { String::new() } else { table_source(heading, columns) };
    let kind = columns.reference.and_then(|column| heading.get(column as usize)).map(|name| name.to_lowercase());
    let described = |(row, line): (&SheetRow, &Line)| {
        let day = line.day?;
        if is_standard {
            return Some(standard::booking(&row.cells, day));
        }
        let reference = reference_form(&line.reference);
        let references = kind.iter().map(|kind| (format!("{source} {kind}"), reference.clone()));
        Some(Booking {
            source: source.clone(),
            account: None,
            day,
            booking_day: None,
            value_day: None,
            instant: None,
            entry_amount: None,
            references: references.filter(|(_, reference)| !reference.is_empty()).collect(),
        })
    };
    rows.iter().zip(lines).map(described).collect()
}

/// Names the source of a table: a short hash of its column names, and the column with the day.
fn table_source(heading: &[String], columns: &Columns) -> String {
    // FNV-1a of 64 bits: short, and the same on every machine.
    let names = heading.iter().flat_map(|name| name.bytes().chain([0]));
    let hash =
        names.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("table {hash:016x} {}", columns.day.unwrap_or_default())
}
