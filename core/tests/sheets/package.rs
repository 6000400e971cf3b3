//! Builds workbooks part by part.
// Each test program that includes this file leaves some functions unused.
#![allow(dead_code)]

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub const MAIN: &str = r#"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships""#;
pub const KINDS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The parts in order; setting a part again replaces it.
#[derive(Clone)]
pub struct Book(pub Vec<(String, Vec<u8>)>);

impl Book {
    /// Makes a complete workbook with the XML of the rows of its only sheet and of its shared strings.
    pub fn of(rows: &str, strings: &str) -> Self {
        let sheet = format!("<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>");
        Self(Vec::new())
            .with("[Content_Types].xml", r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>"#)
            .with("_rels/.rels", &relations(&[("rId1", "officeDocument", "xl/workbook.xml")]))
            .with("xl/workbook.xml", &format!(r#"<workbook {MAIN}><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>"#))
            .with("xl/_rels/workbook.xml.rels", &relations(&[("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId2", "sharedStrings", "sharedStrings.xml")]))
            .with("xl/sharedStrings.xml", &format!("<sst {MAIN}>{strings}</sst>"))
            .with("xl/worksheets/sheet1.xml", &sheet)
    }

    /// Makes a complete workbook with accounts as numbers.
    pub fn of_numbers(numbers: &[&str]) -> Self {
        let rows = (1..)
            .zip(numbers)
            .map(|(line, number)| format!(r#"<row r="{line}"><c r="A{line}"><v>{number}</v></c></row>"#));
        Self::of(&rows.collect::<String>(), "")
    }

    pub fn with(self, name: &str, text: &str) -> Self {
        self.with_bytes(name, text.as_bytes().to_vec())
    }

    pub fn with_bytes(mut self, name: &str, bytes: Vec<u8>) -> Self {
        match self.0.iter_mut().find(|(there, _)| there == name) {
            Some((_, old)) => *old = bytes,
            None => self.0.push((name.to_owned(), bytes)),
        }
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(there, _)| there != name);
        self
    }

    /// Writes the parts as a zip file with that compression.
    pub fn zipped(&self, method: CompressionMethod) -> Vec<u8> {
        let mut package = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in &self.0 {
            package.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
            package.write_all(bytes).unwrap();
        }
        package.finish().unwrap().into_inner()
    }

    pub fn file(&self) -> Vec<u8> {
        self.zipped(CompressionMethod::Deflated)
    }

    /// Writes the parts as a zip file and appends digits to the last part, without holding all of them in memory.
    pub fn file_with(&self, mut digits: usize) -> Vec<u8> {
        let mut package = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in &self.0 {
            package.start_file(name, SimpleFileOptions::default()).unwrap();
            package.write_all(bytes).unwrap();
        }
        let piece = vec![b'2'; 1 << 16];
        while digits > 0 {
            let now = digits.min(piece.len());
            package.write_all(&piece[..now]).unwrap();
            digits -= now;
        }
        package.finish().unwrap().into_inner()
    }
}

/// Makes relations, each with id, kind and target.
pub fn relations(lines: &[(&str, &str, &str)]) -> String {
    let lines = lines
        .iter()
        .map(|(id, kind, target)| format!(r#"<Relationship Id="{id}" Type="{KINDS}/{kind}" Target="{target}"/>"#));
    format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>"#,
        lines.collect::<String>()
    )
}
