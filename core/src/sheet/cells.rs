//! Reads the cells of a sheet, row by row.

use quick_xml::events::{BytesStart, Event};

use super::strings::Strings;
use super::xml::{Events, attribute, push, referred};
use super::{Limits, SheetRow, TextBudget, number};
use crate::{Code, Problem};

/// Maximum columns of a spreadsheet.
const MAX_COLUMNS: usize = 16_384;
/// Maximum rows of a spreadsheet.
const MAX_LINES: u32 = 1_048_576;

/// How a cell's value is encoded.
#[derive(Clone, Copy)]
enum CellEncoding {
    /// An index into the shared strings.
    Shared,
    /// A number.
    Number,
    /// The text itself.
    Text,
}

/// The cell that is being read.
struct Cell {
    line: u32,
    column: usize,
    /// Whether its column is one of those that are read.
    is_wanted: bool,
    written: CellEncoding,
    text: String,
}

/// Reads the rows that are not empty, with their first `columns` columns.
pub fn rows(
    part: &str,
    strings: &Strings,
    columns: usize,
    texts: TextBudget,
    limits: &Limits,
) -> Result<Vec<SheetRow>, Problem> {
    let mut events = Events::of(part);
    let mut reading = Reading { rows: Vec::new(), columns, limits, texts, row: None, line: 0, next_column: 0 };
    let (mut cell, mut in_value, mut in_phonetic): (Option<Cell>, bool, bool) = (None, false, false);
    while let Some(event) = events.next()? {
        match event {
            Event::Start(start) => match start.local_name().as_ref() {
                "row" => reading.begin_row(&start)?,
                "c" => cell = Some(reading.begin_cell(&start)?),
                "v" | "t" => in_value = !in_phonetic,
                "rPh" => in_phonetic = true,
                "f" => cell
                    .as_ref()
                    .map_or(Ok(()), |cell| Err(Problem::new(Code::SheetHasFormula).with("cell", cell.name())))?,
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                "row" => reading.end_row()?,
                "c" => {
                    if let Some(cell) = cell.take() {
                        reading.end_cell(&cell, strings)?;
                    }
                }
                "v" | "t" => in_value = false,
                "rPh" => in_phonetic = false,
                _ => {}
            },
            _ if !in_value => {}
            Event::Text(text) => add(cell.as_mut(), &text.xml10_content(), limits)?,
            Event::CData(text) => add(cell.as_mut(), &text.xml10_content(), limits)?,
            Event::GeneralRef(reference) => {
                add(cell.as_mut(), referred(&reference)?.encode_utf8(&mut [0; 4]), limits)?;
            }
            _ => {}
        }
    }
    Ok(reading.rows)
}

/// Appends to a cell's text, unless that makes it longer than a cell may be.
fn add(cell: Option<&mut Cell>, text: &str, limits: &Limits) -> Result<(), Problem> {
    let Some(cell) = cell.filter(|cell| cell.is_wanted) else { return Ok(()) };
    if cell.text.len() + text.len() > limits.cell * 4 {
        return Err(too_long(cell, limits));
    }
    Ok(push(&mut cell.text, text, text.len())?)
}

fn too_long(cell: &Cell, limits: &Limits) -> Problem {
    Problem::new(Code::SheetCellTooLong).with("cell", cell.name()).with("limit", limits.cell)
}

impl Cell {
    /// Returns the cell's name as spreadsheet programs show it, such as `AB7`.
    fn name(&self) -> String {
        let (mut letters, mut left) = (Vec::new(), self.column + 1);
        while let Some(rest) = left.checked_sub(1) {
            letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or_default()));
            left = rest / 26;
        }
        let letters: String = letters.into_iter().rev().collect();
        format!("{letters}{}", self.line)
    }
}

struct Reading<'a> {
    rows: Vec<SheetRow>,
    columns: usize,
    limits: &'a Limits,
    texts: TextBudget,
    row: Option<SheetRow>,
    /// The number of the current row, or of the last one.
    line: u32,
    /// The column of the next cell if the cell does not name its own.
    next_column: usize,
}

impl Reading<'_> {
    fn begin_row(&mut self, start: &BytesStart<'_>) -> Result<(), Code> {
        let line = match attribute(start, "r")? {
            Some(line) => line.parse().map_err(|_| Code::SheetDamaged)?,
            None => self.line + 1,
        };
        if line <= self.line || line > MAX_LINES || self.row.is_some() {
            return Err(Code::SheetDamaged);
        }
        (self.line, self.next_column) = (line, 0);
        self.row = Some(SheetRow { line, cells: Vec::new() });
        Ok(())
    }

    fn begin_cell(&mut self, start: &BytesStart<'_>) -> Result<Cell, Code> {
        let column = match attribute(start, "r")? {
            Some(name) => column_of(&name).ok_or(Code::SheetDamaged)?,
            None => self.next_column,
        };
        if column < self.next_column || column >= MAX_COLUMNS || self.row.is_none() {
            return Err(Code::SheetDamaged);
        }
        self.next_column = column + 1;
        let written = match attribute(start, "t")?.as_deref() {
            Some("s") => CellEncoding::Shared,
            None | Some("n") => CellEncoding::Number,
            Some(_) => CellEncoding::Text,
        };
        Ok(Cell { line: self.line, column, is_wanted: column < self.columns, written, text: String::new() })
    }

    fn end_cell(&mut self, cell: &Cell, strings: &Strings) -> Result<(), Problem> {
        let Some(row) = self.row.as_mut().filter(|_| cell.is_wanted) else { return Ok(()) };
        let shared = || cell.text.trim().parse().ok().and_then(|place| strings.get(place));
        let text = match cell.written {
            CellEncoding::Shared if cell.text.is_empty() => String::new(),
            CellEncoding::Shared => shared().ok_or(Code::SheetDamaged)?.trim().to_owned(),
            CellEncoding::Number => number::plain(cell.text.trim()),
            CellEncoding::Text => cell.text.trim().to_owned(),
        };
        if text.chars().count() > self.limits.cell {
            return Err(too_long(cell, self.limits));
        }
        if !text.is_empty() {
            self.texts.take(text.len())?;
            row.cells.resize(self.columns, String::new());
            row.cells[cell.column] = text;
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Problem> {
        let Some(row) = self.row.take().filter(|row| !row.cells.is_empty()) else { return Ok(()) };
        if self.rows.len() == self.limits.rows {
            return Err(Problem::new(Code::SheetTooManyRows).with("limit", self.limits.rows - 1));
        }
        self.rows.push(row);
        Ok(())
    }
}

/// Returns the column of a cell name: `0` for `A1`, `26` for `AA1`. Limited to three letters, because more could
/// overflow on 32-bit targets.
fn column_of(name: &str) -> Option<usize> {
    let digits = name.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let letters = &name[..name.len() - digits.len()];
    if letters.len() > 3 || digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let column = letters.bytes().fold(0_usize, |column, letter| column * 26 + usize::from(letter - b'A') + 1);
    column.checked_sub(1).filter(|column| *column < MAX_COLUMNS)
}
