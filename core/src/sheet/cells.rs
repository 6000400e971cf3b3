//! Reads the cells of a sheet, row by row.

use quick_xml::events::{BytesStart, Event};

use super::formats::{Epoch, Formats};
use super::strings::Strings;
use super::xml::{Events, attribute, is_true, push, referred};
use super::{Limits, Sheet, SheetRow, TextBudget, escaped};
use crate::{Code, Problem};

/// Maximum columns of a spreadsheet.
const MAX_COLUMNS: usize = 16_384;
/// Maximum rows of a spreadsheet.
const MAX_LINES: u32 = 1_048_576;
/// Maximum bytes of a formula that stands for a result that the workbook does not have.
const MAX_FORMULA: usize = 100;
/// The words of a row with totals, without spaces and punctuation.
const TOTALS: [&str; 8] =
    ["total", "totals", "subtotal", "grandtotal", "jumlah", "jumlahkeseluruhan", "jumlahbesar", "jumlahkecil"];

/// How a cell's value is encoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellEncoding {
    /// An index into the shared strings.
    Shared,
    Number,
    Boolean,
    /// A day or an instant by ISO 8601.
    Instant,
    /// The name of an error, such as `#N/A`.
    Error,
    /// The text itself, or the text that is a formula's result.
    Text,
    ResultText,
}

/// The cell that is being read.
struct Cell {
    line: u32,
    column: usize,
    /// Whether its column is one of those that are read.
    is_wanted: bool,
    written: CellEncoding,
    style: usize,
    text: String,
    /// The beginning of its formula.
    formula: Option<String>,
}

/// What the other parts of a workbook say about its cells.
pub struct Book {
    pub strings: Strings,
    pub formats: Formats,
    /// Whether programs calculate all formulas on opening the workbook, because its results may be placeholders.
    pub is_uncalculated: bool,
}

/// Reads the rows that are not empty, with their first `columns` columns.
pub fn read(part: &str, book: &Book, columns: usize, texts: TextBudget, limits: &Limits) -> Result<Sheet, Problem> {
    let mut events = Events::of(part);
    let epoch = book.formats.epoch;
    let sheet = Sheet {
        rows: Vec::new(),
        hidden: Vec::new(),
        totals: Vec::new(),
        formulas: Vec::new(),
        units: Vec::new(),
        numbers: Vec::new(),
        epoch,
    };
    let mut reading = Reading { sheet, book, columns, limits, texts, row: None, line: 0, next_column: 0 };
    let (mut cell, mut in_value, mut in_formula, mut in_phonetic): (Option<Cell>, _, _, _) =
        (None, false, false, false);
    while let Some(event) = events.next()? {
        match event {
            Event::Start(start) => match start.local_name().as_ref() {
                "row" => reading.begin_row(&start)?,
                "c" => cell = Some(reading.begin_cell(&start)?),
                "v" | "t" => in_value = !in_phonetic,
                "rPh" => in_phonetic = true,
                "f" => {
                    in_formula = true;
                    if let Some(cell) = &mut cell {
                        cell.formula = Some(String::new());
                    }
                }
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                "row" => reading.end_row()?,
                "c" => {
                    if let Some(cell) = cell.take() {
                        reading.end_cell(&cell)?;
                    }
                }
                "v" | "t" => in_value = false,
                "f" => in_formula = false,
                "rPh" => in_phonetic = false,
                _ => {}
            },
            Event::Text(text) if in_formula => add_formula(cell.as_mut(), &text.xml10_content())?,
            _ if !in_value => {}
            Event::Text(text) => add(cell.as_mut(), &text.xml10_content(), limits)?,
            Event::CData(text) => add(cell.as_mut(), &text.xml10_content(), limits)?,
            Event::GeneralRef(reference) => {
                add(cell.as_mut(), referred(&reference)?.encode_utf8(&mut [0; 4]), limits)?;
            }
            _ => {}
        }
    }
    Ok(reading.sheet)
}

/// Appends to a cell's text, unless that makes it longer than a cell may be.
fn add(cell: Option<&mut Cell>, text: &str, limits: &Limits) -> Result<(), Problem> {
    let Some(cell) = cell.filter(|cell| cell.is_wanted) else { return Ok(()) };
    if cell.text.len() + text.len() > limits.cell * 4 {
        return Err(too_long(cell, limits));
    }
    Ok(push(&mut cell.text, text, text.len())?)
}

/// Appends to a cell's formula up to the limit.
fn add_formula(cell: Option<&mut Cell>, text: &str) -> Result<(), Code> {
    let formula = cell.filter(|cell| cell.is_wanted).and_then(|cell| cell.formula.as_mut());
    formula.filter(|formula| formula.len() < MAX_FORMULA).map_or(Ok(()), |formula| push(formula, text, MAX_FORMULA))
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

/// The row that is being read.
struct Row {
    read: SheetRow,
    is_hidden: bool,
    /// Its first cell with a formula without a result.
    uncalculated: Option<String>,
    /// Whether cells have other values than results of formulas and words for totals.
    has_values: bool,
    has_totals: bool,
}

struct Reading<'a> {
    sheet: Sheet,
    book: &'a Book,
    columns: usize,
    limits: &'a Limits,
    texts: TextBudget,
    row: Option<Row>,
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
        // Filters, groups and users hide a row, or give it no height.
        let is_flat = attribute(start, "ht")?
            .and_then(|height| height.trim().parse::<f32>().ok())
            .is_some_and(|height| height <= 0.0);
        let is_hidden = is_flat || is_true(start, "hidden")?;
        let row = SheetRow { line, cells: Vec::new() };
        self.row = Some(Row { read: row, is_hidden, uncalculated: None, has_values: false, has_totals: false });
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
        let is_wanted = column < self.columns;
        let asked = |name| if is_wanted { attribute(start, name) } else { Ok(None) };
        let written = match asked("t")?.as_deref() {
            Some("s") => CellEncoding::Shared,
            None | Some("n") => CellEncoding::Number,
            Some("b") => CellEncoding::Boolean,
            Some("d") => CellEncoding::Instant,
            Some("e") => CellEncoding::Error,
            Some("str") => CellEncoding::ResultText,
            Some(_) => CellEncoding::Text,
        };
        let style = asked("s")?.and_then(|style| style.parse().ok()).unwrap_or_default();
        Ok(Cell { line: self.line, column, is_wanted, written, style, text: String::new(), formula: None })
    }

    fn end_cell(&mut self, cell: &Cell) -> Result<(), Problem> {
        let Some(row) = self.row.as_mut().filter(|_| cell.is_wanted) else { return Ok(()) };
        let text = match &cell.formula {
            Some(formula) if !self.book.has_result(cell) => {
                row.uncalculated.get_or_insert_with(|| cell.name());
                format!("={formula}")
            }
            _ => self.book.shown(cell)?,
        };
        if text.chars().count() > self.limits.cell {
            return Err(too_long(cell, self.limits));
        }
        if !text.is_empty() {
            let is_total = is_total(&text);
            row.has_totals |= is_total || cell.formula.is_some();
            row.has_values |= !is_total && cell.formula.is_none();
            self.texts.take(text.len())?;
            if let Some(unit) = self.book.formats.unit(cell.style).filter(|_| cell.written == CellEncoding::Number) {
                self.texts.take(unit.len() + size_of::<(usize, usize, String)>())?;
                self.sheet.units.push((self.sheet.rows.len(), cell.column, unit.to_owned()));
            }
            if cell.written == CellEncoding::Number && self.sheet.epoch == Epoch::From1904 {
                self.texts.take(size_of::<(usize, usize)>())?;
                self.sheet.numbers.push((self.sheet.rows.len(), cell.column));
            }
            row.read.cells.resize(self.columns, String::new());
            row.read.cells[cell.column] = text;
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), Problem> {
        let Some(read) = self.row.take().filter(|read| !read.read.cells.is_empty()) else { return Ok(()) };
        if self.sheet.rows.len() == self.limits.rows {
            return Err(Problem::new(Code::SheetTooManyRows).with("limit", self.limits.rows - 1));
        }
        let Row { read: row, is_hidden, uncalculated, has_values, has_totals } = read;
        if is_hidden {
            self.sheet.hidden.push(row.line);
        }
        let first = &row.cells[0];
        if is_total(first) || (first.is_empty() && has_totals && !has_values) {
            self.sheet.totals.push(row.line);
        }
        self.sheet.formulas.extend(uncalculated.map(|cell| (row.line, cell)));
        self.sheet.rows.push(row);
        Ok(())
    }
}

impl Book {
    /// Whether the result of a cell's formula is in the file. Programs that do not calculate leave it out, or write 0
    /// and ask for a calculation.
    fn has_result(&self, cell: &Cell) -> bool {
        let is_placeholder = self.is_uncalculated && cell.written == CellEncoding::Number && cell.text.trim() == "0";
        // An empty text is the result of `=""`.
        cell.written == CellEncoding::ResultText || !(cell.text.is_empty() || is_placeholder)
    }

    /// Returns the value of a cell as spreadsheet programs show it, without spaces around it.
    fn shown(&self, cell: &Cell) -> Result<String, Code> {
        let text = cell.text.trim();
        Ok(match cell.written {
            CellEncoding::Shared if text.is_empty() => String::new(),
            CellEncoding::Shared => {
                let shared = text.parse().ok().and_then(|place| self.strings.get(place));
                shared.ok_or(Code::SheetDamaged)?.trim().to_owned()
            }
            CellEncoding::Number => self.formats.shown(text, cell.style),
            CellEncoding::Boolean => match text {
                "1" | "true" => "TRUE".to_owned(),
                "0" | "false" => "FALSE".to_owned(),
                other => other.to_owned(),
            },
            CellEncoding::Instant => day_of(text).to_owned(),
            CellEncoding::Error => text.to_owned(),
            CellEncoding::Text | CellEncoding::ResultText => escaped::decode(&cell.text).trim().to_owned(),
        })
    }
}

/// Whether a text is a word for totals.
fn is_total(text: &str) -> bool {
    /// The longest word, with spaces and punctuation.
    const MAX_WORD: usize = 30;
    text.len() <= MAX_WORD && {
        let letters = text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_lowercase);
        TOTALS.contains(&letters.collect::<String>().as_str())
    }
}

/// Returns the day of an instant at midnight; any other text as it is.
fn day_of(text: &str) -> &str {
    let midnight = |time: &str| time.bytes().all(|byte| matches!(byte, b'0' | b':' | b'.' | b'Z'));
    text.split_once('T').filter(|(_, time)| midnight(time)).map_or(text, |(day, _)| day)
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
