//! Reads a bank statement as rows below named columns.

use super::meanings::{find_meanings, foreign_above, is_unit_of_money};
use super::{Columns, Meaning, guess, standard, text};
use crate::sheet::{self, Limits, SheetRow};
use crate::{Code, Problem};

/// Maximum rows of a file, including the heading and the rows above it.
pub const MAX_ROWS: usize = 5_001;
/// Maximum columns that are read; further columns are ignored.
pub const MAX_COLUMNS: usize = 40;
/// Maximum bytes of a file, checked before parsing.
const MAX_BYTES: usize = 2 << 20;

/// The content of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub heading: Vec<String>,
    /// The rows below the heading.
    pub rows: Vec<SheetRow>,
    /// The columns that names and values suggest.
    pub guessed: Columns,
    /// Whether the format of the file says which column has what, so that no user has to.
    pub is_known: bool,
    /// The numbers of the rows that are hidden in a workbook. They are read like the others.
    pub hidden: Vec<u32>,
}

/// Reads a statement for programs, a workbook or a text with columns. Rows above a heading are dropped.
/// Fails with [`Code::FileTooLarge`] before parsing, [`Code::BankFileUnknown`] for another kind of file,
/// [`Code::BankFileEmpty`], [`Code::BankRowsTooMany`], and those of [`sheet::read`] and [`standard::rows`].
pub fn read(file: &[u8]) -> Result<Table, Problem> {
    if file.len() > MAX_BYTES {
        return Err(Problem::new(Code::FileTooLarge).with("limit", format!("{} MB", MAX_BYTES >> 20)));
    }
    let (mut rows, mut hidden) = if file.starts_with(b"PK\x03\x04") {
        workbook(file)?
    } else {
        let text = text::decoded(file).ok_or_else(|| match sheet::refusal_of_other(file) {
            code @ (Code::SheetIsXls | Code::SheetIsProtected) => code,
            _ => Code::BankFileUnknown,
        })?;
        if let Some(format) = standard::recognise(&text) {
            let rows = standard::rows(format, &text)?;
            let heading = standard::heading();
            let guessed = standard::columns(&heading);
            return Ok(Table { guessed, heading, rows, is_known: true, hidden: Vec::new() });
        }
        (text::rows(&text, MAX_COLUMNS, MAX_ROWS)?, Vec::new())
    };
    let at = guess::heading(&rows);
    leave_out_repeated(&mut rows, at);
    if rows.len() < at + 2 {
        return Err(Code::BankFileEmpty.into());
    }
    let mut rest = rows.split_off(at + 1);
    let mut heading = rows.pop().map(|row| row.cells).unwrap_or_default();
    // A column without a name may still contain values.
    let width = rest.iter().map(|row| filled(&row.cells)).chain([filled(&heading)]).max().unwrap_or_default();
    heading.resize(width, String::new());
    if let Some(currency) = foreign_above(&rows)
        && !find_meanings(&heading, &rest).iter().any(|one| one.meaning == Meaning::Currency)
    {
        add_currency(currency, &mut heading, &mut rest);
    }
    let guessed = guess::of_table(&heading, &rest);
    hidden.retain(|line| rest.first().is_some_and(|first| first.line <= *line));
    Ok(Table { heading, rows: rest, guessed, is_known: false, hidden })
}

/// Adds the currency that the file names above its heading as a column, so that no line is taken for ringgit.
fn add_currency((label, currency): (String, String), heading: &mut Vec<String>, rows: &mut [SheetRow]) {
    for row in rows {
        row.cells.resize(heading.len(), String::new());
        row.cells.push(currency.clone());
    }
    heading.push(label);
}

/// Leaves out the rows of a table that stands in the file several times: the whole file, or all from its heading.
fn leave_out_repeated(rows: &mut Vec<SheetRow>, heading: usize) {
    for first in [0, heading] {
        let table = &rows[first.min(rows.len())..];
        let is_repeated = |length: &usize| {
            table.len().is_multiple_of(*length)
                && table.iter().zip(&table[*length..]).all(|(row, next)| row.cells == next.cells)
        };
        // A part that begins with the heading has at least one row below it.
        let begins = (heading - first + 2)..=table.len() / 2;
        let names = table.get(heading - first).map(|row| &row.cells);
        let length = begins
            .filter(|length| table.get(length + heading - first).map(|row| &row.cells) == names)
            .find(is_repeated);
        if let Some(length) = length {
            rows.truncate(first + length);
            return;
        }
    }
}

fn filled(cells: &[String]) -> usize {
    cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1)
}

/// Reads a workbook and the numbers of its hidden rows. Problems that speak of a workbook of accounts are replaced by
/// those for statements.
fn workbook(file: &[u8]) -> Result<(Vec<SheetRow>, Vec<u32>), Problem> {
    let limits = Limits { bytes: MAX_BYTES, rows: MAX_ROWS, ..sheet::LIMITS };
    let mut sheet = sheet::read(file, MAX_COLUMNS, &limits).map_err(|problem| match problem.code {
        Code::SheetTooManyRows => Problem::new(Code::BankRowsTooMany).with("limit", MAX_ROWS - 1),
        Code::SheetUnpacksTooLarge | Code::SheetHasObjects | Code::SheetNotXlsx => Code::BankFileUnknown.into(),
        _ => problem,
    })?;
    sheet.write_units(is_unit_of_money);
    let table = sheet.rows.get(guess::heading(&sheet.rows)..).and_then(<[SheetRow]>::split_first);
    if let Some(day) = table.and_then(|(heading, rest)| guess::of_table(&heading.cells, rest).day) {
        sheet.write_days(day as usize);
    }
    Ok((sheet.rows, sheet.hidden))
}
