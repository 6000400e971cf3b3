//! Writes rows as a workbook: typed cells, a fixed header, filters, and totals as formulas over numbers. Rows are
//! written to an unlinked temporary file immediately, so memory does not grow with their number.
//!
//! Every text is written as a text cell, so none is taken for a formula or a link.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use gridbill_core::list::export::{AnyRow, Cell, CellKind, Column, ExportReader};
use gridbill_core::{Instant, Money};
use rust_xlsxwriter::utility::column_number_to_name;
use rust_xlsxwriter::{ColNum, Format, FormatBorder, Formula, Workbook, Worksheet, XlsxError};

use super::making::{ExportSpec, ExtraSheet, NotesSheet, Target};
use super::rows::cell;
use super::words;
use crate::error::Answer;

/// Maximum rows. A sheet has 1,048,576, including the header and the totals.
pub const MAX_ROWS: i64 = 1_000_000;
/// Maximum characters that Excel allows in a cell.
const MAX_CHARACTERS: usize = 32_767;
/// Days from Excel's epoch to 1970.
const EPOCH_DAYS: f64 = 25_569.0;
const SECONDS_OF_DAY: f64 = 86_400.0;

/// Compression level. Level 6 takes half as long again for the same size.
pub const COMPRESSION: u8 = 5;

/// A workbook that is being written.
pub struct Sheets {
    workbook: Workbook,
    table: Table,
    /// Index of the sheet with the rows; another sheet may come before it.
    sheet: usize,
}

/// The sheet with the rows.
pub struct Table {
    title: &'static str,
    columns: &'static [Column],
    reader: ExportReader,
    formats: Formats,
    next_row: u32,
    /// Totals of the columns that have one, for readers that do not calculate formulas.
    totals: Vec<Total>,
    with_totals: bool,
}

/// The total of a column.
#[derive(Debug, Clone, Copy)]
enum Total {
    /// The column has none, because its values are not added up.
    None,
    Amount(Money),
    Count(i64),
}

/// Whole numbers that are rounded quantities and have a total. Others, such as the number of a run, have none.
const TOTALLED_COUNTS: [&str; 4] = ["kg", "first_kg", "market_kg", "first_market_kg"];

/// Amounts of a list that are not added up: a newer bill contains the carried ones, a bill has several findings, and the largest
/// bill is no part of a sum.
pub fn untotalled(list: &str) -> &'static [&'static str] {
    match list {
        "billHistory" => &["outstanding_amount", "total_amount_payable"],
        "findings" => &["total_amount_payable", "at_stake"],
        "proposals" => &["largest_bill"],
        _ => &[],
    }
}

impl Total {
    fn of(column: &Column, untotalled: &[&str]) -> Self {
        match column.kind {
            CellKind::Amount if !untotalled.contains(&column.field) => Self::Amount(Money::ZERO),
            CellKind::Count if TOTALLED_COUNTS.contains(&column.field) => Self::Count(0),
            _ => Self::None,
        }
    }

    fn add(&mut self, cell: &Cell<'_>) -> anyhow::Result<()> {
        match (self, cell) {
            (Self::Amount(total), Cell::Amount(amount)) => {
                *total = total.plus(*amount).map_err(|code| anyhow::anyhow!("a total: {code:?}"))?;
            }
            (Self::Count(total), Cell::Count(count)) => {
                *total = total.checked_add(*count).ok_or_else(|| anyhow::anyhow!("a total is too large"))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn shown(self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Amount(total) => Some(total.to_string()),
            Self::Count(total) => Some(total.to_string()),
        }
    }
}

pub(super) struct Formats {
    pub heading: Format,
    count: Format,
    pub amount: Format,
    pub day: Format,
    instant: Format,
    pub total: Format,
    pub total_amount: Format,
    total_count: Format,
}

impl Formats {
    pub fn new() -> Self {
        let total = Format::new().set_bold().set_border_top(FormatBorder::Thin);
        Self {
            heading: Format::new().set_bold().set_border_bottom(FormatBorder::Thin).set_text_wrap(),
            count: Format::new().set_num_format(COUNT),
            amount: Format::new().set_num_format(AMOUNT),
            day: Format::new().set_num_format("dd mmm yyyy"),
            instant: Format::new().set_num_format("dd mmm yyyy hh:mm"),
            total_amount: total.clone().set_num_format(AMOUNT),
            total_count: total.clone().set_num_format(COUNT),
            total,
        }
    }

    const fn of(&self, kind: CellKind) -> Option<&Format> {
        match kind {
            CellKind::Count => Some(&self.count),
            CellKind::Amount => Some(&self.amount),
            CellKind::Day => Some(&self.day),
            CellKind::Instant => Some(&self.instant),
            CellKind::Text | CellKind::YesNo | CellKind::Word => None,
        }
    }
}

/// Excel's code of the paper size.
const A4: u8 = 9;
/// Maximum characters of a row in portrait; wider rows would be printed too small to read.
const MAX_PORTRAIT: u32 = 100;
const AMOUNT: &str = "#,##0.00";
const COUNT: &str = "#,##0";

impl Sheets {
    /// Creates the sheet of the rows with its header, and an additional sheet before it if requested.
    pub fn begin(folder: &Path, wanted: &ExportSpec, about: Option<ExtraSheet>) -> anyhow::Result<Self> {
        let mut workbook = Workbook::new();
        workbook.set_tempdir(folder)?.set_zip_compression_level(COMPRESSION);
        let mut sheets = Self { workbook, table: Table::new(wanted), sheet: 0 };
        if let Some((title, columns, row)) = about {
            sheets.about(title, columns, &row)?;
        }
        sheets.table.begin(sheets.workbook.add_worksheet_with_constant_memory()?)?;
        Ok(sheets)
    }

    /// Adds a sheet that shows one row of a list as names and values.
    fn about(&mut self, title: &str, columns: &'static [Column], row: &AnyRow) -> anyhow::Result<()> {
        let Table { reader, formats, .. } = &self.table;
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(title)?.set_column_width(0, 26)?.set_column_width(1, 44)?;
        set_up_printing(sheet, 26 + 44);
        for (place, column) in (0..).zip(columns) {
            sheet.write_string_with_format(place, 0, heading(column, *reader)?, &formats.heading)?;
            write(sheet, formats.of(column.kind), place, 1, &cell(column, row, *reader)?)?;
        }
        self.sheet += 1;
        Ok(())
    }

    /// Adds a sheet that explains the rows.
    fn notes(&mut self, title: &str, rows: &[Vec<Cell<'_>>]) -> anyhow::Result<()> {
        let formats = &self.table.formats;
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(title)?.set_column_width(0, 36)?.set_column_range_width(1, 7, 18)?;
        set_up_printing(sheet, 36 + 7 * 18);
        for (row, cells) in (0..).zip(rows) {
            for (column, cell) in (0..).zip(cells) {
                let format = match cell {
                    Cell::Count(_) => formats.of(CellKind::Count),
                    Cell::Amount(_) => formats.of(CellKind::Amount),
                    Cell::Day(_) => formats.of(CellKind::Day),
                    Cell::Nothing | Cell::Text(_) | Cell::Instant(_) => None,
                };
                write(sheet, format, row, column, cell)?;
            }
        }
        Ok(())
    }

    /// Finishes the file, with filters, with totals of the visible rows, and with a sheet of notes if requested.
    pub fn finish(mut self, folder: &Path, notes: Option<NotesSheet>) -> anyhow::Result<File> {
        self.table.end(self.workbook.worksheet_from_index(self.sheet)?)?;
        if let Some((title, rows)) = notes {
            self.notes(title, &rows)?;
        }
        let file = tempfile::tempfile_in(folder)?;
        save(&mut self.workbook, file.try_clone()?)?;
        Ok(file)
    }
}

/// Saves a workbook and flushes it. Dropping the buffer instead would lose data and hide the error.
pub(super) fn save(workbook: &mut Workbook, out: impl Write + Send) -> anyhow::Result<()> {
    let mut out = BufWriter::new(out);
    workbook.save_to_writer(&mut out)?;
    Ok(out.flush()?)
}

impl Target for Sheets {
    fn rows(&mut self, rows: &[AnyRow]) -> anyhow::Result<()> {
        self.table.rows(self.workbook.worksheet_from_index(self.sheet)?, rows)
    }
}

impl Table {
    pub fn new(wanted: &ExportSpec) -> Self {
        Self {
            title: wanted.title,
            columns: wanted.columns,
            reader: wanted.reader,
            formats: Formats::new(),
            next_row: 1,
            totals: wanted.columns.iter().map(|column| Total::of(column, wanted.untotalled)).collect(),
            with_totals: wanted.with_totals,
        }
    }

    /// Writes the columns and the header. The format is set for the column and not for each cell, because looking
    /// it up for each cell takes a quarter of the time.
    pub fn begin(&self, sheet: &mut Worksheet) -> anyhow::Result<()> {
        sheet.set_name(self.title)?.set_freeze_panes(1, 0)?.set_repeat_rows(0, 0)?;
        set_up_printing(sheet, self.columns.iter().map(|column| width(column.kind)).sum());
        for (place, column) in (0..).zip(self.columns) {
            sheet.set_column_width(place, width(column.kind))?;
            if let Some(format) = self.formats.of(column.kind) {
                sheet.set_column_format(place, format)?;
            }
        }
        for (place, column) in (0..).zip(self.columns) {
            sheet.write_string_with_format(0, place, heading(column, self.reader)?, &self.formats.heading)?;
        }
        Ok(())
    }

    pub fn rows(&mut self, sheet: &mut Worksheet, rows: &[AnyRow]) -> anyhow::Result<()> {
        for row in rows {
            for ((place, column), total) in (0..).zip(self.columns).zip(&mut self.totals) {
                let cell = cell(column, row, self.reader)?;
                total.add(&cell)?;
                write(sheet, None, self.next_row, place, &cell)?;
            }
            self.next_row += 1;
        }
        Ok(())
    }

    /// Adds filters, and totals of the rows that they leave. A list without anything to add up has no row of totals.
    pub fn end(&self, sheet: &mut Worksheet) -> anyhow::Result<()> {
        let (row, last) = (self.next_row, self.next_row - 1);
        sheet.autofilter(0, 0, last.max(1), ColNum::try_from(self.columns.len())? - 1)?;
        let has_totals = self.totals.iter().any(|total| !matches!(total, Total::None));
        if !self.with_totals || !has_totals || last == 0 {
            return Ok(());
        }
        let is_rounded = self.totals.iter().any(|total| matches!(total, Total::Count(_)));
        let name = if is_rounded { words::rounded_total } else { words::total };
        sheet.write_string_with_format(row, 0, name(self.reader.language), &self.formats.total)?;
        for (place, total) in (0..).zip(&self.totals).skip(1) {
            let Some(shown) = total.shown() else {
                sheet.write_blank(row, place, &self.formats.total)?;
                continue;
            };
            let name = column_number_to_name(place);
            let sum = Formula::new(format!("=SUBTOTAL(109,{name}2:{name}{})", last + 1)).set_result(shown);
            let is_count = matches!(total, Total::Count(_));
            let format = if is_count { &self.formats.total_count } else { &self.formats.total_amount };
            sheet.write_formula_with_format(row, place, sum, format)?;
        }
        Ok(())
    }
}

/// Prints a sheet on A4, one page wide, with page numbers, in landscape if its rows are wide. `characters` is the
/// width of a row.
pub(super) fn set_up_printing(sheet: &mut Worksheet, characters: u32) {
    sheet.set_paper_size(A4).set_print_fit_to_pages(1, 0).set_footer("&C&P / &N");
    if characters > MAX_PORTRAIT {
        sheet.set_landscape();
    }
}

fn heading(column: &Column, reader: ExportReader) -> anyhow::Result<&'static str> {
    let name = words::heading(column.field, reader.language);
    name.ok_or_else(|| anyhow::anyhow!("{} has no name", column.field))
}

const fn width(kind: CellKind) -> u32 {
    match kind {
        CellKind::Text | CellKind::Word => 24,
        CellKind::Instant | CellKind::Amount => 18,
        CellKind::Count | CellKind::Day | CellKind::YesNo => 13,
    }
}

pub(super) fn write(
    sheet: &mut Worksheet,
    format: Option<&Format>,
    row: u32,
    column: ColNum,
    cell: &Cell<'_>,
) -> Result<(), XlsxError> {
    let number = match cell {
        Cell::Nothing => return Ok(()),
        Cell::Text(text) => {
            // Counted in UTF-16 units like in Excel. A text never has more of them than bytes.
            let mut units = 0;
            let fits = text.char_indices().filter(|_| text.len() > MAX_CHARACTERS).find(|(_, one)| {
                units += one.len_utf16();
                units > MAX_CHARACTERS
            });
            return sheet.write_string(row, column, fits.map_or(&**text, |(end, _)| &text[..end])).map(drop);
        }
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        Cell::Count(count) => *count as f64,
        Cell::Amount(amount) => amount.as_f64(),
        Cell::Day(day) => serial(day.begins()),
        Cell::Instant(at) => serial(*at),
    };
    match format {
        Some(format) => sheet.write_number_with_format(row, column, number, format).map(drop),
        None => sheet.write_number(row, column, number).map(drop),
    }
}

/// Converts an instant to Excel's day number, at +08:00.
#[expect(clippy::cast_precision_loss, reason = "seconds of this age are far below 2^53")]
fn serial(at: Instant) -> f64 {
    let here = at.local().naive_local().and_utc();
    here.timestamp() as f64 / SECONDS_OF_DAY + EPOCH_DAYS
}

/// Refuses more rows than a file can hold. Fails with [`gridbill_core::Code::DownloadTooLarge`].
pub fn fits(rows: i64) -> Answer<()> {
    if rows <= MAX_ROWS { Ok(()) } else { Err(super::too_large(MAX_ROWS)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_instants_equal_excels_numbers() {
        let day = gridbill_core::Day::parse("2026-11-21").expect("a day");
        assert!((serial(day.begins()) - 46_347.0).abs() < f64::EPSILON);
        let noon = Instant::parse("2026-11-21T04:00:00Z").expect("an instant");
        assert!((serial(noon) - 46_347.5).abs() < f64::EPSILON);
    }

    #[test]
    fn a_workbook_for_whose_end_there_is_no_room_is_none() {
        let mut workbook = Workbook::new();
        workbook.add_worksheet();
        let size = workbook.save_to_buffer().expect("a workbook").len();
        assert!(save(&mut workbook, vec![0; size + 100].as_mut_slice()).is_ok());
        assert!(save(&mut workbook, vec![0; size - 100].as_mut_slice()).is_err());
    }

    #[test]
    fn more_rows_than_a_sheet_has_are_refused() {
        assert!(fits(MAX_ROWS).is_ok() && fits(MAX_ROWS + 1).is_err());
    }
}
