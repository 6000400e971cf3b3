//! Sends a workbook while it is made.
//!
//! `rust_xlsxwriter` writes a sheet's rows into the package only when it saves the workbook. So each page of rows
//! is saved as a separate workbook with the same columns and formats. Its rows are copied into the sheet that is
//! sent. The other parts come from the last workbook, which knows the number of rows.

use std::io::{BufWriter, Cursor, Read as _, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use gridbill_core::list::export::AnyRow;
use rust_xlsxwriter::{Workbook, Worksheet};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::making::{ExportSpec, Target};
use super::workbook::{COMPRESSION, Table};

/// The parts that are sent first: the content types, by which readers recognise the package, and the rows.
const TYPES: &str = "[Content_Types].xml";
const SHEET: &str = "xl/worksheets/sheet1.xml";

/// Bytes that are written to the file at a time.
const BUFFER_BYTES: usize = 64 << 10;

/// A saved workbook.
type Package = ZipArchive<Cursor<Vec<u8>>>;

/// A workbook that is being sent, up to the last flushed page.
pub struct Streaming<W: Write> {
    zip: ZipWriter<StreamWriter<BufWriter<W>>>,
    table: Table,
    folder: PathBuf,
}

impl<W: Write> Streaming<W> {
    /// Begins the package, up to the header row of its sheet.
    pub fn begin(out: W, folder: PathBuf, wanted: &ExportSpec) -> anyhow::Result<Self> {
        let mut this = Self {
            zip: ZipWriter::new_stream(BufWriter::with_capacity(BUFFER_BYTES, out)),
            table: Table::new(wanted),
            folder,
        };
        let mut package = this.package(|_, _| Ok(()))?;
        this.zip.start_file(TYPES, options())?;
        this.zip.write_all(part(&mut package, TYPES)?.as_bytes())?;
        this.zip.start_file(SHEET, options())?;
        let sheet = part(&mut package, SHEET)?;
        let (head, _) = split_after_header(&sheet)?;
        // The number of rows is not known yet, so the optional dimension is left out.
        let (before, rest) = head.split_once("<dimension ").context("a sheet without its dimension")?;
        let (_, behind) = rest.split_once("/>").context("a dimension without its end")?;
        this.zip.write_all(before.as_bytes())?;
        this.zip.write_all(behind.as_bytes())?;
        // Sends the beginning immediately.
        this.zip.flush()?;
        Ok(this)
    }

    /// Writes the totals and all other parts.
    pub fn finish(mut self) -> anyhow::Result<()> {
        let mut package = self.package(|table, sheet| table.end(sheet))?;
        self.zip.write_all(split_after_header(&part(&mut package, SHEET)?)?.1.as_bytes())?;
        let names: Vec<_> = package.file_names().map(|name| Ok(name?.into_owned())).collect::<anyhow::Result<_>>()?;
        for name in names.iter().map(String::as_str).filter(|name| ![TYPES, SHEET].contains(name)) {
            self.zip.start_file(name, options())?;
            self.zip.write_all(part(&mut package, name)?.as_bytes())?;
        }
        Ok(self.zip.finish()?.flush()?)
    }

    /// Returns a workbook with the columns, the header and the rows that `write` adds.
    fn package(
        &mut self,
        write: impl FnOnce(&mut Table, &mut Worksheet) -> anyhow::Result<()>,
    ) -> anyhow::Result<Package> {
        let mut workbook = Workbook::new();
        // Low compression, because it is unpacked immediately.
        workbook.set_tempdir(&self.folder)?.set_zip_compression_level(1);
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        self.table.begin(sheet)?;
        write(&mut self.table, sheet)?;
        Ok(ZipArchive::new(Cursor::new(workbook.save_to_buffer()?))?)
    }
}

impl<W: Write + Send + 'static> Target for Streaming<W> {
    fn rows(&mut self, rows: &[AnyRow]) -> anyhow::Result<()> {
        let sheet = part(&mut self.package(|table, sheet| table.rows(sheet, rows))?, SHEET)?;
        let behind = split_after_header(&sheet)?.1;
        let (rows, _) = behind.rsplit_once("</sheetData>").context("a sheet without an end of its rows")?;
        self.zip.write_all(rows.as_bytes())?;
        Ok(self.zip.flush()?)
    }
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(i64::from(COMPRESSION)))
        .unix_permissions(0o600)
}

fn part(package: &mut Package, name: &str) -> anyhow::Result<String> {
    let mut file = package.by_name(name)?;
    let mut text = String::with_capacity(usize::try_from(file.size())?);
    file.read_to_string(&mut text)?;
    Ok(text)
}

/// Splits a sheet after its header row.
fn split_after_header(sheet: &str) -> anyhow::Result<(&str, &str)> {
    const END: &str = "</row>";
    let at = sheet.find(END).context("a sheet without a header")?;
    Ok(sheet.split_at(at + END.len()))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use gridbill_core::bills::Bill;
    use gridbill_core::downloads::ExportFormat;
    use gridbill_core::list::export::ExportReader;
    use gridbill_core::{Day, Language};
    use serde_json::json;

    use super::*;
    use crate::downloads::rows::list;
    use crate::downloads::workbook::Sheets;

    fn bill(number: usize) -> AnyRow {
        let bill: Bill = serde_json::from_value(json!({
            "invoiceNo": format!("{:012}", 510_000_000_000 + number), "collectiveInvoiceNo": "610000000001",
            "accountNo": "220000000001", "referenceId": number.is_multiple_of(2).then_some("=1+1 <&> \"é\""),
            "groupName": " kept ", "billBatchId": "2800000001", "extractionDate": "2026-11-10",
            "invoiceDate": "2026-11-10", "dueDate": number.is_multiple_of(3).then_some("2026-12-10"),
            "collectiveInvoiceDueDate": null, "currentCharge": "100.10", "outstandingAmount": "-0.05",
            "totalAmountPayable": "100.05", "status": 1, "disablePayment": false, "settledAmount": "0.00",
            "payable": true, "reason": null,
        }))
        .expect("a bill");
        Box::new(bill)
    }

    fn unpacked(file: File) -> Vec<(String, String)> {
        let mut package = ZipArchive::new(file).expect("a package");
        let mut parts: Vec<_> = (0..package.len())
            .map(|at| {
                let mut part = package.by_index(at).expect("a part");
                let mut text = String::new();
                part.read_to_string(&mut text).expect("a text");
                (part.name().expect("a name").to_string(), text)
            })
            // It contains the time of its creation.
            .filter(|(name, _)| name != "docProps/core.xml")
            .collect();
        parts.sort();
        parts
    }

    #[test]
    fn a_streamed_workbook_equals_a_stored_one() {
        let folder = tempfile::tempdir().unwrap();
        let reader = ExportReader { language: Language::En, is_staff: false, today: Day::parse("2026-11-20").unwrap() };
        for (with_totals, pages) in [(true, vec![3, 4, 1]), (false, vec![2]), (true, vec![0])] {
            let columns = list("outstandingBills").unwrap().columns;
            let format = ExportFormat::Xlsx;
            let wanted = ExportSpec { title: "Bills", columns, format, with_totals, untotalled: &[], reader };
            let sent = tempfile::tempfile().unwrap();
            let mut streaming = Streaming::begin(sent.try_clone().unwrap(), folder.path().to_owned(), &wanted).unwrap();
            let mut sheets = Sheets::begin(folder.path(), &wanted, None).unwrap();
            let mut number = 0;
            for page in pages {
                let rows: Vec<_> = (number..number + page).map(bill).collect();
                streaming.rows(&rows).unwrap();
                sheets.rows(&rows).unwrap();
                number += page;
            }
            streaming.finish().unwrap();
            let mut kept = unpacked(sheets.finish(folder.path(), None).unwrap());
            let sheet = &mut kept.iter_mut().find(|(name, _)| name == SHEET).unwrap().1;
            let (before, rest) = sheet.split_once("<dimension ").unwrap();
            *sheet = format!("{before}{}", rest.split_once("/>").unwrap().1);
            assert_eq!(unpacked(sent), kept);
        }
    }
}
