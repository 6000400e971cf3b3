//! Writes rows as CSV (RFC 4180) in UTF-8, with a byte order mark for Excel.

use std::borrow::Cow;
use std::io::Write;

use gridbill_core::list::export::{AnyRow, Cell, Column, ExportReader, no_formula};

use super::making::Target;
use super::rows::cell;
use super::words;

/// The byte order mark, by which Excel recognises UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A CSV file that is being written.
pub struct Text<W: Write> {
    out: csv::Writer<W>,
    columns: &'static [Column],
    reader: ExportReader,
}

impl<W: Write> Text<W> {
    /// Writes the mark and the header.
    pub fn begin(mut file: W, columns: &'static [Column], reader: ExportReader) -> anyhow::Result<Self> {
        file.write_all(MARK)?;
        let mut out = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(file);
        out.write_record(
            columns.iter().map(|column| words::heading(column.field, reader.language).unwrap_or_default()),
        )?;
        Ok(Self { out, columns, reader })
    }

    /// Finishes the file.
    pub fn finish(self) -> anyhow::Result<W> {
        self.out.into_inner().map_err(|error| anyhow::anyhow!("{}", error.error()))
    }
}

impl<W: Write + Send + 'static> Target for Text<W> {
    fn rows(&mut self, rows: &[AnyRow]) -> anyhow::Result<()> {
        for row in rows {
            for column in self.columns {
                self.out.write_field(&*written(cell(column, row, self.reader)?))?;
            }
            self.out.write_record(None::<&[u8]>)?;
        }
        Ok(())
    }
}

fn written(cell: Cell<'_>) -> Cow<'_, str> {
    match cell {
        Cell::Nothing => "".into(),
        Cell::Text(text) => no_formula(text),
        Cell::Count(count) => count.to_string().into(),
        Cell::Amount(amount) => amount.to_string().into(),
        Cell::Day(day) => day.to_string().into(),
        Cell::Instant(at) => at.local().format("%Y-%m-%d %H:%M:%S").to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        assert_eq!(written(Cell::Text("=1+1".into())), "'=1+1");
        assert_eq!(written(Cell::Amount(gridbill_core::Money::parse("-5").expect("an amount"))), "-5.00");
    }
}
