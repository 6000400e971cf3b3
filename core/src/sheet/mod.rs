//! Reads the rows of an .xlsx workbook within limits (docs/domain/accounts.md#workbooks).
//!
//! Workbooks come from untrusted users, so nothing in them is trusted. Sizes are counted while decompressing, rows and
//! nesting while reading, and no memory is allocated for a claimed size. The browser runs this in a worker before it
//! sends the file; the server runs it again.

mod cells;
mod codings;
mod corrected;
mod kind;
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

use crate::accounts::{UploadedAccounts, read_rows};
use crate::{Code, Problem};

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
    /// The row number that spreadsheet programs show.
    pub line: u32,
    /// The values of its first columns; an empty string for an empty cell.
    pub cells: Vec<String>,
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
///
/// # Errors
/// The code that says how to fix the file, with the cell where there is one.
pub fn read(file: &[u8], columns: usize, limits: &Limits) -> Result<Vec<SheetRow>, Problem> {
    let mut package = package::Package::open(file, limits)?;
    let places = package.places()?;
    let mut texts = TextBudget { left: limits.text };
    let part = match &places.strings {
        Some(name) => package.part(name)?,
        None => None,
    };
    let strings = part.map(|part| strings::read(&part, &mut texts, limits)).transpose()?.unwrap_or_default();
    let part = package.part(&places.sheet)?.ok_or(Code::SheetDamaged)?;
    cells::rows(&part, &strings, columns, texts, limits)
}

/// Reads the accounts of a workbook: numbers in the first column, reference IDs in the second. Each row is checked.
///
/// # Errors
/// Those of [`read`], and [`Code::SheetEmpty`] for a workbook without accounts.
pub fn accounts(file: &[u8]) -> Result<UploadedAccounts, Problem> {
    let rows = read(file, 2, &LIMITS)?.into_iter().map(|SheetRow { line, cells }| {
        let mut cells = cells.into_iter();
        (line, cells.next().unwrap_or_default(), cells.next().unwrap_or_default())
    });
    let accounts = read_rows(rows.collect());
    if accounts.rows.is_empty() { Err(Code::SheetEmpty.into()) } else { Ok(accounts) }
}
