//! Reads the rows of an .xlsx workbook within bounds (docs/domain/accounts.md#workbooks).
//!
//! A workbook comes from anybody, so nothing that it says of itself is believed: sizes are counted while unpacking, rows
//! and depths while reading, and no space is set aside for what is only announced. The browser runs this in a worker
//! before the file is sent; the server runs it again.

mod cells;
mod corrected;
mod number;
mod package;
mod relations;
mod stored;
mod strings;
mod write;
mod xml;

pub use corrected::{corrected, heading, sheet_name};
pub use write::write;

use crate::accounts::{UploadedAccounts, read_rows};
use crate::{Code, Problem};

/// What a workbook may be at most.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of the file.
    pub bytes: usize,
    /// Bytes of all that is unpacked from it.
    pub unpacked: usize,
    /// Bytes of the texts that are kept while it is read. A text that many cells share counts for each of them.
    pub text: usize,
    /// Rows with anything in them, the heading among them.
    pub rows: usize,
    /// Characters of a cell.
    pub cell: usize,
}

/// The limits of this portal unless configured: 2 MB, 20 MB unpacked, 10,000 rows under a heading.
pub const LIMITS: Limits = Limits { bytes: 2 << 20, unpacked: 20 << 20, text: 8 << 20, rows: 10_001, cell: 1_000 };

/// A row with anything in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number, as the spreadsheet shows it.
    pub line: u32,
    /// What stands in its first columns; an empty text for nothing.
    pub cells: Vec<String>,
}

/// How many bytes of texts may still be kept.
struct Texts {
    left: usize,
}

impl Texts {
    fn take(&mut self, bytes: usize) -> Result<(), Code> {
        self.left = self.left.checked_sub(bytes).ok_or(Code::SheetUnpacksTooLarge)?;
        Ok(())
    }
}

/// The rows of the first sheet that is not hidden, of their first so many columns.
///
/// # Errors
/// The code that says what to do about the file, with the cell where there is one.
pub fn read(file: &[u8], columns: usize, limits: &Limits) -> Result<Vec<Row>, Problem> {
    let mut package = package::Package::open(file, limits)?;
    let places = package.places()?;
    let mut texts = Texts { left: limits.text };
    let part = match &places.strings {
        Some(name) => package.part(name)?,
        None => None,
    };
    let strings = part.map(|part| strings::read(&part, &mut texts, limits)).transpose()?.unwrap_or_default();
    let part = package.part(&places.sheet)?.ok_or(Code::SheetDamaged)?;
    cells::rows(&part, &strings, columns, texts, limits)
}

/// The accounts in a workbook: numbers in its first column, reference IDs in its second, each row checked.
///
/// # Errors
/// As [`read`], and a workbook without accounts.
pub fn accounts(file: &[u8]) -> Result<UploadedAccounts, Problem> {
    let rows = read(file, 2, &LIMITS)?.into_iter().map(|Row { line, cells }| {
        let mut cells = cells.into_iter();
        (line, cells.next().unwrap_or_default(), cells.next().unwrap_or_default())
    });
    let accounts = read_rows(rows.collect());
    if accounts.rows.is_empty() { Err(Code::SheetEmpty.into()) } else { Ok(accounts) }
}
