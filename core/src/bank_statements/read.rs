//! A bank's statement as rows under the names of columns.

use super::{Columns, guess, text};
use crate::sheet::{self, Limits, Row};
use crate::{Code, Problem};

/// The most rows of a file, its heading and what is over it among them.
pub const MAX_ROWS: usize = 5_001;
/// The most columns that are read.
pub const MAX_COLUMNS: usize = 40;
/// The most bytes of a file, before anything of it is read.
const MAX_BYTES: usize = 2 << 20;

/// What stands in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The names of its columns.
    pub heading: Vec<String>,
    /// The rows under them.
    pub rows: Vec<Row>,
    /// What the names suggest.
    pub guessed: Columns,
}

/// Reads a workbook or a text with columns. What is over the heading is left out.
///
/// # Errors
/// [`Code::FileTooLarge`] before anything is read, [`Code::BankFileUnknown`] for another kind of file, [`Code::BankFileEmpty`],
/// [`Code::BankRowsTooMany`], and those of [`sheet::read`].
pub fn read(file: &[u8]) -> Result<Table, Problem> {
    let mut rows = if file.len() > MAX_BYTES {
        return Err(Problem::new(Code::FileTooLarge).with("limit", format!("{} MB", MAX_BYTES >> 20)));
    } else if file.starts_with(b"PK\x03\x04") {
        workbook(file)?
    } else {
        text::rows(file, MAX_COLUMNS, MAX_ROWS)?
    };
    let at = guess::heading(&rows);
    if rows.len() < at + 2 {
        return Err(Code::BankFileEmpty.into());
    }
    let rest = rows.split_off(at + 1);
    let mut heading = rows.pop().map(|row| row.cells).unwrap_or_default();
    // A column without a name may hold something all the same.
    let width = rest.iter().map(|row| filled(&row.cells)).chain([filled(&heading)]).max().unwrap_or_default();
    heading.resize(width, String::new());
    let guessed = guess::columns(&heading);
    Ok(Table { heading, rows: rest, guessed })
}

fn filled(cells: &[String]) -> usize {
    cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1)
}

/// What is said of workbooks of accounts is said of statements in other words.
fn workbook(file: &[u8]) -> Result<Vec<Row>, Problem> {
    let limits = Limits { bytes: MAX_BYTES, rows: MAX_ROWS, ..sheet::LIMITS };
    sheet::read(file, MAX_COLUMNS, &limits).map_err(|problem| match problem.code {
        Code::SheetTooManyRows => Problem::new(Code::BankRowsTooMany).with("limit", MAX_ROWS - 1),
        Code::SheetUnpacksTooLarge | Code::SheetHasObjects | Code::SheetNotXlsx => Code::BankFileUnknown.into(),
        _ => problem,
    })
}
