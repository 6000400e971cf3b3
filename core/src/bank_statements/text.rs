//! Reads texts with columns, as banks export them: detects the encoding and the separator, and parses quotes.

use std::iter::Peekable;
use std::str::Chars;

use super::guess;
use crate::sheet::SheetRow;
use crate::{Code, Problem};

/// The possible separators of columns.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
/// Maximum characters of a cell.
const MAX_CELL: usize = 1_000;

/// The characters of bytes 0x80 to 0x9f in Windows-1252. Bytes that it leaves undefined are as in Latin-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the rows that are not empty. Uses the separator that yields the most columns with recognised names and the
/// most uniform rows.
pub fn rows(text: &str, columns: usize, most: usize) -> Result<Vec<SheetRow>, Problem> {
    let (mut best, mut refused): (Option<(usize, Vec<SheetRow>)>, Option<Problem>) = (None, None);
    for separator in SEPARATORS {
        match split_rows(text, separator, columns, most) {
            Ok(rows) => {
                let score = score(&rows);
                if best.as_ref().is_none_or(|(before, _)| score > *before) {
                    best = Some((score, rows));
                }
            }
            // With the wrong separator, a row can become a single cell that is too long.
            Err(problem) => refused = refused.or(Some(problem)),
        }
    }
    match (best, refused) {
        (Some((score, rows)), refused) if score > 0 || refused.is_none() => Ok(rows),
        (_, Some(problem)) => Err(problem),
        (_, None) => Ok(Vec::new()),
    }
}

/// Scores a way to split the text: recognised column names count most, then rows with as many cells as the heading.
fn score(rows: &[SheetRow]) -> usize {
    let heading = guess::heading(rows);
    let Some(names) = rows.get(heading) else { return 0 };
    let width = names.cells.len();
    if width < 2 {
        return 0;
    }
    let alike = rows.iter().skip(heading + 1).filter(|row| row.cells.len() == width).count();
    guess::known(&names.cells) * 1_000_000 + alike * 100 + width
}

/// Decodes UTF-8 or UTF-16 with or without a byte order mark, otherwise Windows-1252. None if the result is not a text.
#[must_use]
pub fn decoded(file: &[u8]) -> Option<String> {
    let text = match file {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        [0xef, 0xbb, 0xbf, rest @ ..] => std::str::from_utf8(rest).ok()?.to_owned(),
        // Without a mark, the characters of headings and figures have a zero as their other byte.
        [first, 0, ..] if *first != 0 => utf16(file, u16::from_le_bytes)?,
        [0, second, ..] if *second != 0 => utf16(file, u16::from_be_bytes)?,
        _ => std::str::from_utf8(file).map_or_else(|_| file.iter().copied().map(windows).collect(), str::to_owned),
    };
    let is_text =
        |one: char| !one.is_control() || matches!(one, '\t' | '\r' | '\n' | '\u{b}' | '\u{c}' | '\u{80}'..='\u{9f}');
    // Some programs end a text with Ctrl-Z, the end mark of an old system.
    let text = text.trim_end_matches('\u{1a}');
    // SWIFT messages begin with SOH and end with ETX.
    let text = if text.contains(":20:") { text.replace(['\u{1}', '\u{2}', '\u{3}'], "") } else { text.to_owned() };
    text.chars().all(is_text).then_some(text)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    if bytes.len() % 2 == 1 {
        return None;
    }
    char::decode_utf16(units).collect::<Result<_, _>>().ok()
}

/// Returns the character of a byte in Windows-1252.
pub fn windows(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Splits the text into rows by a separator. A quoted cell may contain separators, line breaks, and quotes that are
/// written twice.
fn split_rows(text: &str, separator: char, columns: usize, most: usize) -> Result<Vec<SheetRow>, Problem> {
    let mut reading = Reading { rows: Vec::new(), cells: Vec::new(), cell: String::new(), length: 0, columns, most };
    let (mut line, mut begun, mut is_quoted) = (1_u32, 1_u32, false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                reading.push('"', begun)?;
            }
            '"' if is_quoted => is_quoted = false,
            // Some banks write `="0012"`, so that spreadsheet programs keep the zeros.
            // Any other quote is a part of its text, as in files of banks that do not quote.
            '"' if matches!(reading.cell.trim(), "" | "=") && is_closed(characters.clone(), separator) => {
                is_quoted = true;
                reading.cell.clear();
            }
            '\r' if characters.peek() == Some(&'\n') => {}
            '\n' | '\r' if !is_quoted => {
                reading.end_row(begun)?;
                line += 1;
                begun = line;
            }
            '\n' | '\r' => {
                line += 1;
                reading.push(' ', begun)?;
            }
            one if one == separator && !is_quoted => reading.end_cell(),
            one => reading.push(one, begun)?,
        }
    }
    reading.end_row(begun)?;
    Ok(reading.rows)
}

/// Whether the quote before these characters opens a cell: its closing quote is at the end of a cell. The calls for a
/// text take linear time together. Each stops at the next odd number of quotes in a row, one of an even number within it.
fn is_closed(mut behind: Peekable<Chars<'_>>, separator: char) -> bool {
    let ends_cell = |one: char| one == separator || matches!(one, '\r' | '\n');
    while behind.any(|one| one == '"') {
        if behind.next_if_eq(&'"').is_none() {
            let next = behind.find(|one| ends_cell(*one) || !one.is_whitespace());
            return next.is_none_or(ends_cell);
        }
    }
    false
}

struct Reading {
    rows: Vec<SheetRow>,
    cells: Vec<String>,
    cell: String,
    /// Characters of the current cell.
    length: usize,
    columns: usize,
    most: usize,
}

impl Reading {
    fn push(&mut self, character: char, line: u32) -> Result<(), Problem> {
        self.length += 1;
        if self.length > MAX_CELL {
            let cell = format!("{} ({line})", self.cells.len() + 1);
            return Err(Problem::new(Code::SheetCellTooLong).with("cell", cell).with("limit", MAX_CELL));
        }
        self.cell.push(character);
        Ok(())
    }

    fn end_cell(&mut self) {
        let cell = std::mem::take(&mut self.cell);
        self.length = 0;
        if self.cells.len() < self.columns {
            self.cells.push(cell.trim().to_owned());
        }
    }

    fn end_row(&mut self, line: u32) -> Result<(), Problem> {
        self.end_cell();
        let cells = std::mem::take(&mut self.cells);
        if cells.iter().all(String::is_empty) {
            return Ok(());
        }
        if self.rows.len() == self.most {
            return Err(Problem::new(Code::BankRowsTooMany).with("limit", self.most - 1));
        }
        self.rows.push(SheetRow { line, cells });
        Ok(())
    }
}
