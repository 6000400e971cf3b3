//! Reads the rows of an .xlsx workbook within bounds (specification, section 5; domain, "Not shown").
//!
//! A workbook comes from anybody, so nothing that it says of itself is believed: sizes are counted while unpacking, rows
//! and depths while reading, and no space is set aside for what is only announced. The browser runs this in a worker
//! before the file is sent; the server runs it again.

mod cells;
mod number;
mod package;
mod strings;
mod xml;

use crate::{Code, Problem};

/// What a workbook may be at most.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of the file.
    pub bytes: usize,
    /// Bytes of all that is unpacked from it.
    pub unpacked: usize,
    /// Rows with anything in them, the heading among them.
    pub rows: usize,
    /// Characters of a cell.
    pub cell: usize,
}

/// The limits of this portal unless configured: 2 MB, 20 MB unpacked, 10,000 rows under a heading.
pub const LIMITS: Limits = Limits { bytes: 2 << 20, unpacked: 20 << 20, rows: 10_001, cell: 1_000 };

/// A row with anything in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number, as the spreadsheet shows it.
    pub line: u32,
    /// What stands in its first columns; an empty text for nothing.
    pub cells: Vec<String>,
}

/// The rows of the first sheet, of their first so many columns.
///
/// # Errors
/// The code that says what to do about the file, with the cell where there is one.
pub fn read(file: &[u8], columns: usize, limits: &Limits) -> Result<Vec<Row>, Problem> {
    let mut package = package::Package::open(file, limits)?;
    let sheet = package.first_sheet()?;
    let strings = match package.part("xl/sharedStrings.xml")? {
        Some(part) => strings::read(&part)?,
        None => strings::Strings::default(),
    };
    let part = package.part(&sheet)?.ok_or(Code::SheetDamaged)?;
    cells::rows(&part, &strings, columns, limits)
}
