//! Reads the cells of a workbook.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

/// The content of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Text(String),
    Number(f64),
    Formula { formula: String, result: String },
}

/// Rows by number, each with its cells by column.
pub type Rows = BTreeMap<u32, BTreeMap<String, Cell>>;

/// Returns a file of the package as text.
pub fn part(bytes: &[u8], name: &str) -> Option<String> {
    let mut package = zip::ZipArchive::new(Cursor::new(bytes)).expect("a package");
    let mut file = package.by_name(name).ok()?;
    let mut text = String::new();
    file.read_to_string(&mut text).expect("a text");
    Some(text)
}

pub fn rows(bytes: &[u8], sheet: usize) -> Rows {
    let xml = part(bytes, &format!("xl/worksheets/sheet{sheet}.xml")).expect("a sheet");
    let mut rows = Rows::new();
    for cell in xml.split("<c ").skip(1) {
        let (open, rest) = cell.split_once('>').expect("a tag");
        if open.ends_with('/') {
            continue;
        }
        let place = between(open, "r=\"", "\"").expect("a place");
        let at = place.find(|one: char| one.is_ascii_digit()).expect("a row");
        let body = rest.split("</c>").next().expect("a body");
        let value = || between(body, "<v>", "</v>").unwrap_or_default().to_owned();
        let read = if open.contains("t=\"inlineStr\"") {
            let text = body.split_once("<t").and_then(|(_, rest)| rest.split_once('>')).expect("a text").1;
            Cell::Text(plain(text.split("</t>").next().expect("its end")))
        } else if let Some(formula) = between(body, "<f>", "</f>") {
            Cell::Formula { formula: plain(formula), result: value() }
        } else {
            assert!(!open.contains("t=\""), "a cell of another kind: {open}");
            Cell::Number(value().parse().expect("a number"))
        };
        rows.entry(place[at..].parse().expect("a number")).or_default().insert(place[..at].to_owned(), read);
    }
    rows
}

fn between<'a>(text: &'a str, begins: &str, ends: &str) -> Option<&'a str> {
    text.split_once(begins)?.1.split(ends).next()
}

fn plain(text: &str) -> String {
    let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    // Decode the escapes that Excel uses for characters that XML cannot hold.
    plain.replace("_x0009_", "\t").replace("_x000D_", "\r").replace("_x005F_", "_")
}
