//! Reads the rows of an .xlsx workbook within limits (docs/domain/accounts.md#workbooks).
//!
//! Workbooks come from untrusted users, so nothing in them is trusted. Sizes are counted while decompressing, rows and
//! nesting while reading, and no memory is allocated for a claimed size. The browser runs this in a worker before it
//! sends the file; the server runs it again.

mod cells;
mod codings;
mod corrected;
mod escaped;
mod formats;
mod kind;
mod list;
mod number;
mod package;
mod relations;
mod stored;
mod strings;
mod write;
pub(crate) mod xml;

pub use codings::{coding_cells, coding_workbook, codings_sheet_name, number_cells};
pub use corrected::{corrected, heading, sheet_name};
pub use kind::refusal_of_other;
pub use write::write;

use crate::accounts::{HiddenRows, UploadedAccounts, read_rows};
use crate::{Code, Problem};
use cells::Book;
use formats::{Epoch, Formats};

/// The limits of a workbook.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum bytes of the file.
    pub bytes: usize,
    /// Maximum bytes of all decompressed parts.
    pub unpacked: usize,
    /// Maximum bytes of text held in memory while reading. A string that several cells share counts for each of them.
    pub text: usize,
    /// Maximum rows that are not empty, including the heading.
    pub rows: usize,
    /// Maximum characters of a cell.
    pub cell: usize,
}

/// The portal's limits unless configured otherwise: 2 MB, 20 MB decompressed, 10,000 rows below a heading.
pub const LIMITS: Limits = Limits { bytes: 2 << 20, unpacked: 20 << 20, text: 8 << 20, rows: 10_001, cell: 1_000 };

/// A row that is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    /// The row number that spreadsheet programs show. In a bank statement for programs, the line's number, from 2, in the
    /// table that it becomes; the file has no such rows.
    pub line: u32,
    /// The values of its first columns; an empty string for an empty cell.
    pub cells: Vec<String>,
}

/// The rows of a sheet. Values are as spreadsheet programs show them. A formula has its result; without one its cell
/// has the formula itself, such as `=SUM(D2:D9)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The rows that are not empty.
    pub rows: Vec<SheetRow>,
    /// The numbers of the rows that a filter, a group or a user has hidden.
    pub hidden: Vec<u32>,
    /// The numbers of the rows with totals: the first cell is a word for totals, or the cells have only such words and
    /// formulas, and the first one is empty.
    pub totals: Vec<u32>,
    /// The numbers of the rows with formulas whose result is not in the file, each with the name of its first such cell.
    pub formulas: Vec<(u32, String)>,
    /// The units that the formats of numbers show, such as `USD`, each with the index of its row and of its column.
    pub units: Vec<(usize, usize, String)>,
    /// The numbers in a workbook that counts from 1904, each with the index of its row and of its column.
    numbers: Vec<(usize, usize)>,
    epoch: Epoch,
}

impl Sheet {
    /// Writes units of a kind behind their numbers: `12.5 USD`.
    pub fn write_units(&mut self, is_kind: impl Fn(&str) -> bool) {
        for (row, column, unit) in self.units.drain(..).filter(|(_, _, unit)| is_kind(unit)) {
            if let Some(cell) = self.rows.get_mut(row).and_then(|row| row.cells.get_mut(column)) {
                *cell = format!("{cell} {unit}");
            }
        }
    }

    /// Writes the numbers of a column as days, in a workbook that counts from 1904. Days with a format of days are
    /// written as days in any workbook. Without a format a number is read as a day of 1900 later. Texts stay, because
    /// `31.12.2026` is a day, and `31.12` no number of days.
    pub fn write_days(&mut self, column: usize) {
        for (row, _) in self.numbers.iter().filter(|(_, of_number)| *of_number == column) {
            let Some(cell) = self.rows.get_mut(*row).and_then(|row| row.cells.get_mut(column)) else { continue };
            let whole = cell.split_once('.').map_or(cell.as_str(), |(whole, _)| whole);
            // Other characters are of a format, such as that of a percentage.
            let is_plain = cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let days = whole.parse().ok().filter(|_| is_plain);
            if let Some(day) = days.and_then(|days| formats::day(days, self.epoch)) {
                *cell = day.to_string();
            }
        }
    }
}

/// The bytes of text that may still be stored.
struct TextBudget {
    left: usize,
}

impl TextBudget {
    fn take(&mut self, bytes: usize) -> Result<(), Code> {
        self.left = self.left.checked_sub(bytes).ok_or(Code::SheetUnpacksTooLarge)?;
        Ok(())
    }
}

/// Reads the first visible sheet's rows, with their first `columns` columns.
/// Fails with the code that says how to fix the file, with the cell where there is one.
pub fn read(file: &[u8], columns: usize, limits: &Limits) -> Result<Sheet, Problem> {
    let mut package = package::Package::open(file, limits)?;
    let places = package.places()?;
    let mut texts = TextBudget { left: limits.text };
    let epoch = if places.workbook.is_from_1904 { Epoch::From1904 } else { Epoch::From1900 };
    let mut named = |name: Option<&String>| name.map_or(Ok(None), |name| package.part(name));
    let formats = Formats::read(named(places.styles.as_ref())?.as_deref(), epoch)?;
    let strings = named(places.strings.as_ref())?.map(|part| strings::read(&part, &mut texts, limits)).transpose()?;
    let part = package.part(&places.sheet)?.ok_or(Code::SheetDamaged)?;
    let is_uncalculated = places.workbook.is_uncalculated;
    let book = Book { strings: strings.unwrap_or_default(), formats, is_uncalculated };
    cells::read(&part, &book, columns, texts, limits)
}

/// Reads the accounts of a workbook: numbers in the first column, reference IDs in the second. Each row is checked.
/// Fails with the codes of [`read`], [`Code::SheetHasFormula`], [`Code::SheetRowsHidden`] if no choice was made for hidden
/// rows, and [`Code::SheetEmpty`] for a workbook without accounts.
pub fn accounts(file: &[u8], hidden: Option<HiddenRows>) -> Result<UploadedAccounts, Problem> {
    let list = list::rows(file, hidden, &[])?;
    let rows = list.rows.into_iter().map(|(line, [number, reference])| (line, number, reference));
    let accounts = read_rows(rows.collect(), list.hidden);
    if accounts.rows.is_empty() { Err(Code::SheetEmpty.into()) } else { Ok(accounts) }
}
