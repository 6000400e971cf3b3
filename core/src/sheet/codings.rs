//! Workbooks of codings: accounts with their cost centres (docs/domain/costs.md#workbooks).

use super::list::rows;
use super::write::write;
use crate::accounting::NumberRow;
use crate::accounts::HiddenRows;
use crate::costs::{CODING_COLUMNS, CodingRow, DAY_COLUMNS};
use crate::{Language, Problem};

/// Returns the name of the sheet in a workbook of codings.
#[must_use]
pub const fn codings_sheet_name(language: Language) -> &'static str {
    language.pick(["Cost centres", "Pusat kos"])
}

const fn heading(language: Language) -> [&'static str; CODING_COLUMNS] {
    language.pick([
        ["Account number", "First day", "Last day", "Cost centre", "Share in percent", "Ledger account"],
        ["Nombor akaun", "Hari pertama", "Hari terakhir", "Pusat kos", "Bahagian dalam peratus", "Akaun lejar"],
    ])
}

/// Reads the rows of a workbook of codings within [`LIMITS`](super::LIMITS).
/// Fails with the codes of [`read`](super::read), [`Code::SheetHasFormula`](crate::Code::SheetHasFormula), and
/// [`Code::SheetRowsHidden`](crate::Code::SheetRowsHidden) if no choice was made for hidden rows.
pub fn coding_cells(file: &[u8], hidden: Option<HiddenRows>) -> Result<Vec<CodingRow>, Problem> {
    rows(file, hidden, &DAY_COLUMNS).map(|list| list.rows)
}

/// Reads the rows of a workbook with document numbers of an accounting program within [`LIMITS`](super::LIMITS).
/// Fails with the codes of [`coding_cells`].
pub fn number_cells(file: &[u8], hidden: Option<HiddenRows>) -> Result<Vec<NumberRow>, Problem> {
    rows(file, hidden, &[]).map(|list| list.rows)
}

/// Writes a workbook of codings.
#[must_use]
pub fn coding_workbook(rows: &[[String; CODING_COLUMNS]], language: Language) -> Vec<u8> {
    let cells = rows.iter().map(|row| row.each_ref().map(String::as_str));
    write(codings_sheet_name(language), heading(language), [16, 12, 12, 22, 12, 22], cells)
}
