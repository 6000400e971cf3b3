//! Rows as a workbook: typed cells, a header that stays, filters, and totals that are formulas over real numbers. Rows go to a
//! file without a name as they come, so a hundred thousand of them need no more memory than one.
//!
//! Every text is written as a text, so none is taken for a formula or a link, whatever it begins with.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use chrono::TimeDelta;
use gridbill_core::list::export::{Column, Kind, Reader};
use gridbill_core::{Instant, Money};
use rust_xlsxwriter::utility::column_number_to_name;
use rust_xlsxwriter::{ColNum, Format, FormatBorder, Formula, Workbook, Worksheet, XlsxError};
use serde_json::Value;

use super::cells::{Cell, Field, fields};
use super::words;
use crate::error::Answer;

/// The most rows: a sheet has 1,048,576, with the header and the totals.
pub const MAX_ROWS: i64 = 1_000_000;
/// The most characters that Excel takes in a cell.
const MAX_CHARACTERS: usize = 32_767;
/// Days from Excel's first day to 1970.
const EPOCH_DAYS: f64 = 25_569.0;
const SECONDS_OF_DAY: f64 = 86_400.0;

/// A workbook that is being written.
pub struct Sheets {
    workbook: Workbook,
    fields: Vec<Field>,
    reader: Reader,
    formats: Formats,
    /// The sheet of the rows; another may stand before it.
    sheet: usize,
    next_row: u32,
    /// What each column of amounts comes to, for readers that do not calculate.
    totals: Vec<Money>,
    with_totals: bool,
}

struct Formats {
    heading: Format,
    count: Format,
    amount: Format,
    day: Format,
    instant: Format,
    total: Format,
    total_amount: Format,
}

impl Formats {
    fn new() -> Self {
        let total = Format::new().set_bold().set_border_top(FormatBorder::Thin);
        Self {
            heading: Format::new().set_bold().set_border_bottom(FormatBorder::Thin).set_text_wrap(),
            count: Format::new().set_num_format("#,##0"),
            amount: Format::new().set_num_format(AMOUNT),
            day: Format::new().set_num_format("dd mmm yyyy"),
            instant: Format::new().set_num_format("dd mmm yyyy hh:mm"),
            total_amount: total.clone().set_num_format(AMOUNT),
            total,
        }
    }
}

const AMOUNT: &str = "#,##0.00";

impl Sheets {
    /// # Errors
    /// When the folder cannot be written to.
    pub fn begin(folder: &Path, reader: Reader) -> anyhow::Result<Self> {
        let mut workbook = Workbook::new();
        workbook.set_tempdir(folder)?;
        let formats = Formats::new();
        Ok(Self {
            workbook,
            fields: Vec::new(),
            reader,
            formats,
            sheet: 0,
            next_row: 1,
            totals: Vec::new(),
            with_totals: false,
        })
    }

    /// A sheet of names and values: one row of a list, downwards.
    ///
    /// # Errors
    /// When it cannot be written, or the row is not of that list.
    pub fn about(&mut self, title: &str, columns: &'static [Column], row: &Value) -> anyhow::Result<()> {
        let (reader, formats) = (self.reader, &self.formats);
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(title)?.set_column_width(0, 26)?.set_column_width(1, 44)?;
        for (place, field) in (0..).zip(fields(columns)) {
            let name = heading(field.column, reader)?;
            sheet.write_string_with_format(place, 0, name, &formats.heading)?;
            write(sheet, formats, place, 1, &field.cell(row, reader)?)?;
        }
        self.sheet += 1;
        Ok(())
    }

    /// The sheet of the rows, with its header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn table(&mut self, title: &str, columns: &'static [Column], with_totals: bool) -> anyhow::Result<()> {
        self.fields = fields(columns);
        self.totals = vec![Money::ZERO; columns.len()];
        self.with_totals = with_totals;
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(title)?.set_freeze_panes(1, 0)?;
        for (place, column) in (0..).zip(columns) {
            sheet.set_column_width(place, width(column.kind))?;
            sheet.write_string_with_format(0, place, heading(column, self.reader)?, &self.formats.heading)?;
        }
        Ok(())
    }

    /// # Errors
    /// When they cannot be written, or are not of that list.
    pub fn rows(&mut self, rows: &[Value]) -> anyhow::Result<()> {
        let sheet = self.workbook.worksheet_from_index(self.sheet)?;
        for row in rows {
            for (place, field) in self.fields.iter().enumerate() {
                let cell = field.cell(row, self.reader)?;
                if let Cell::Amount(amount) = cell {
                    let sum = self.totals[place].plus(amount);
                    self.totals[place] = sum.map_err(|code| anyhow::anyhow!("a total: {code:?}"))?;
                }
                write(sheet, &self.formats, self.next_row, ColNum::try_from(place)?, &cell)?;
            }
            self.next_row += 1;
        }
        Ok(())
    }

    /// The file, with filters, and with totals that follow them.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self, folder: &Path) -> anyhow::Result<File> {
        let sheet = self.workbook.worksheet_from_index(self.sheet)?;
        let last = self.next_row - 1;
        sheet.autofilter(0, 0, last.max(1), ColNum::try_from(self.fields.len())? - 1)?;
        if self.with_totals && last > 0 {
            let row = self.next_row;
            sheet.write_string_with_format(row, 0, words::total(self.reader.language), &self.formats.total)?;
            for (place, (field, total)) in self.fields.iter().zip(&self.totals).enumerate().skip(1) {
                let column = ColNum::try_from(place)?;
                if field.column.kind == Kind::Amount {
                    let name = column_number_to_name(column);
                    // Of the rows that the filters leave.
                    let sum = Formula::new(format!("=SUBTOTAL(109,{name}2:{name}{})", last + 1));
                    let sum = sum.set_result(total.to_string());
                    sheet.write_formula_with_format(row, column, sum, &self.formats.total_amount)?;
                } else {
                    sheet.write_blank(row, column, &self.formats.total)?;
                }
            }
        }
        let file = tempfile::tempfile_in(folder)?;
        self.workbook.save_to_writer(BufWriter::new(file.try_clone()?))?;
        Ok(file)
    }
}

fn heading(column: &Column, reader: Reader) -> anyhow::Result<&'static str> {
    let name = words::heading(column.field, reader.language);
    name.ok_or_else(|| anyhow::anyhow!("{} has no name", column.field))
}

const fn width(kind: Kind) -> u32 {
    match kind {
        Kind::Text | Kind::Word => 24,
        Kind::Instant | Kind::Amount => 18,
        Kind::Count | Kind::Day | Kind::YesNo => 13,
    }
}

fn write(sheet: &mut Worksheet, formats: &Formats, row: u32, column: ColNum, cell: &Cell<'_>) -> Result<(), XlsxError> {
    match cell {
        Cell::Nothing => {}
        Cell::Text(text) => {
            // Counted as Excel does, in units of UTF-16.
            let mut units = 0;
            let fits = text.char_indices().find(|(_, one)| {
                units += one.len_utf16();
                units > MAX_CHARACTERS
            });
            sheet.write_string(row, column, fits.map_or(&**text, |(end, _)| &text[..end]))?;
        }
        #[expect(clippy::cast_precision_loss, reason = "how many there are of something is far below 2^53")]
        Cell::Count(count) => {
            sheet.write_number_with_format(row, column, *count as f64, &formats.count)?;
        }
        Cell::Amount(amount) => {
            sheet.write_number_with_format(row, column, amount.as_f64(), &formats.amount)?;
        }
        Cell::Day(day) => {
            sheet.write_number_with_format(row, column, serial(day.begins()), &formats.day)?;
        }
        Cell::Instant(at) => {
            sheet.write_number_with_format(row, column, serial(*at), &formats.instant)?;
        }
    }
    Ok(())
}

/// An instant as Excel counts days, at +08:00.
#[expect(clippy::cast_precision_loss, reason = "seconds of this age are far below 2^53")]
fn serial(at: Instant) -> f64 {
    let here = at.utc() + TimeDelta::hours(8);
    here.timestamp() as f64 / SECONDS_OF_DAY + EPOCH_DAYS
}

/// More than one file holds is refused.
///
/// # Errors
/// [`gridbill_core::Code::DownloadTooLarge`].
pub fn fits(rows: i64) -> Answer<()> {
    if rows <= MAX_ROWS { Ok(()) } else { Err(super::too_large(MAX_ROWS)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_instants_are_what_excel_calls_them() {
        let day = gridbill_core::Day::parse("2026-11-21").expect("a day");
        assert!((serial(day.begins()) - 46_347.0).abs() < f64::EPSILON);
        let noon = Instant::parse("2026-11-21T04:00:00Z").expect("an instant");
        assert!((serial(noon) - 46_347.5).abs() < f64::EPSILON);
    }

    #[test]
    fn more_rows_than_a_sheet_has_are_refused() {
        assert!(fits(MAX_ROWS).is_ok() && fits(MAX_ROWS + 1).is_err());
    }
}
