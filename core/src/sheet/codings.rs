//! Workbooks of codings: accounts with their cost centres (docs/domain/costs.md#workbooks).

use super::write::write;
use super::{LIMITS, SheetRow, read};
use crate::accounting::NumberRow;
use crate::costs::{CODING_COLUMNS, CodingRow};
use crate::{Language, Problem};

/// Returns the name of the sheet in a workbook of codings.
#[must_use]
pub const fn codings_sheet_name(language: Language) -> &'static str {
    match language {
        Language::En => "Cost centres",
        Language::Ms => "Pusat kos",
    }
}

const fn heading(language: Language) -> [&'static str; CODING_COLUMNS] {
    match language {
        Language::En => {
            ["Account number", "First day", "Last day", "Cost centre", "Share in percent", "Ledger account"]
        }
        Language::Ms => {
            ["Nombor akaun", "Hari pertama", "Hari terakhir", "Pusat kos", "Bahagian dalam peratus", "Akaun lejar"]
        }
    }
}

/// Reads the rows of a workbook of codings within [`LIMITS`].
///
/// # Errors
/// Those of [`read`].
pub fn coding_cells(file: &[u8]) -> Result<Vec<CodingRow>, Problem> {
    rows(file)
}

/// Reads the first cells of each row.
fn rows<const N: usize>(file: &[u8]) -> Result<Vec<(u32, [String; N])>, Problem> {
    let rows = read(file, N, &LIMITS)?.into_iter().map(|SheetRow { line, cells }| {
        let mut cells = cells.into_iter();
        (line, std::array::from_fn(|_| cells.next().unwrap_or_default()))
    });
    Ok(rows.collect())
}

/// Reads the rows of a workbook with document numbers of an accounting program within [`LIMITS`].
///
/// # Errors
/// Those of [`read`].
pub fn number_cells(file: &[u8]) -> Result<Vec<NumberRow>, Problem> {
    rows(file)
}

/// Writes a workbook of codings.
#[must_use]
pub fn coding_workbook(rows: &[[String; CODING_COLUMNS]], language: Language) -> Vec<u8> {
    let cells = rows.iter().map(|row| row.each_ref().map(String::as_str));
    write(codings_sheet_name(language), heading(language), [16, 12, 12, 22, 12, 22], cells)
}
