//! The numbers that an accounting program gave to documents, read from the rows of a file.

use std::collections::BTreeSet;

use super::{AccountingNumber, ReadAccountingNumbers, WrongNumberRow};
use crate::costs::limited;
use crate::{Code, Language, Problem};

/// Maximum characters of a number of the accounting program.
pub const MAX_THEIR_NUMBER_LENGTH: usize = 40;
/// Maximum characters of our own document numbers.
const MAX_DOCUMENT_NO_LENGTH: usize = 50;
/// Maximum numbers in a call.
pub const MAX_NUMBERS: usize = 10_000;
/// The columns of a file: our number, their number.
pub const NUMBER_COLUMNS: usize = 2;

/// The number of a row in the file, and its cells.
pub type NumberRow = (u32, [String; NUMBER_COLUMNS]);

/// Checks numbers, and returns them as they are stored. Fails with the problems of all fields together.
pub fn check_accounting_numbers(numbers: &[AccountingNumber]) -> Result<Vec<AccountingNumber>, Problem> {
    if numbers.is_empty() {
        return Err(Problem::at("numbers", Code::AccountingNumbersRequired));
    }
    if numbers.len() > MAX_NUMBERS {
        return Err(Problem::at("numbers", limited(Code::AccountingNumbersTooMany, MAX_NUMBERS)));
    }
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    let mut read = Vec::with_capacity(numbers.len());
    for (place, number) in numbers.iter().enumerate() {
        match check_number(&number.document_no, &number.their_no, &mut seen) {
            Ok(number) => read.push(number),
            Err((field, problem)) => wrong.push((format!("numbers.{place}.{field}"), problem)),
        }
    }
    Problem::of_fields(wrong).map_or(Ok(read), Err)
}

fn check_number(
    document_no: &str,
    their_no: &str,
    seen: &mut BTreeSet<String>,
) -> Result<AccountingNumber, (&'static str, Problem)> {
    let (document_no, their_no) = (document_no.trim(), their_no.trim());
    if document_no.is_empty() || document_no.chars().count() > MAX_DOCUMENT_NO_LENGTH {
        let shown: String = document_no.chars().take(MAX_DOCUMENT_NO_LENGTH).collect();
        return Err(("documentNo", Problem::new(Code::AccountingDocumentUnknown).with("number", shown)));
    }
    if their_no.chars().count() > MAX_THEIR_NUMBER_LENGTH || their_no.chars().any(char::is_control) {
        return Err(("theirNo", limited(Code::AccountingTheirNumberInvalid, MAX_THEIR_NUMBER_LENGTH)));
    }
    if !seen.insert(document_no.to_owned()) {
        return Err(("documentNo", Problem::new(Code::AccountingDocumentRepeated).with("number", document_no)));
    }
    Ok(AccountingNumber { document_no: document_no.to_owned(), their_no: their_no.to_owned() })
}

/// Reads the rows of a file. A heading is optional, and rows without a number of the accounting program are left out. `unknown` has
/// the document numbers of the file that no document of the profile has.
/// Fails with [`Code::AccountingNumbersRequired`] if there is no number, [`Code::AccountingNumbersTooMany`] above
/// [`MAX_NUMBERS`] rows.
pub fn read_accounting_numbers(
    rows: &[NumberRow],
    unknown: &BTreeSet<String>,
    language: Language,
) -> Result<ReadAccountingNumbers, Problem> {
    let is_heading = |number: &str| !number.is_empty() && !number.bytes().any(|byte| byte.is_ascii_digit());
    let has_heading = rows.first().is_some_and(|(_, cells)| is_heading(cells[0].trim()));
    if rows.len() > MAX_NUMBERS + usize::from(has_heading) {
        return Err(limited(Code::AccountingNumbersTooMany, MAX_NUMBERS));
    }
    let (mut numbers, mut wrong, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (line, [document_no, their_no]) in rows.iter().skip(usize::from(has_heading)) {
        if their_no.trim().is_empty() {
            continue;
        }
        let problem = match check_number(document_no, their_no, &mut seen) {
            Ok(number) if unknown.contains(&number.document_no) => {
                Problem::new(Code::AccountingDocumentUnknown).with("number", number.document_no)
            }
            Ok(number) => {
                numbers.push(number);
                continue;
            }
            Err((_, problem)) => problem,
        };
        wrong.push(WrongNumberRow {
            line: *line,
            code: problem.code,
            sentence: problem.sentence(language),
            params: problem.params,
        });
    }
    if numbers.is_empty() && wrong.is_empty() {
        return Err(Code::AccountingNumbersRequired.into());
    }
    Ok(ReadAccountingNumbers { numbers, wrong })
}

/// Returns the rows of a text of two columns, such as a CSV file. The first comma, semicolon or tab of a line separates its cells.
/// Of a text with too many rows it returns enough for [`read_accounting_numbers`] to refuse them.
#[must_use]
pub fn accounting_number_rows(text: &str) -> Vec<NumberRow> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).map(|(number, line)| {
        let mut cells = cells(line).into_iter();
        (number, [cells.next().unwrap_or_default(), cells.next().unwrap_or_default()])
    });
    rows.take(MAX_NUMBERS + 2).collect()
}

/// Splits a line into cells. A quoted cell may contain separators, and quotes that are written twice. `="0012"` and `'0012`, by which
/// spreadsheet programs keep zeros, are the text without these marks.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut separator, mut is_quoted) = (Vec::new(), String::new(), None, false);
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted => match characters.next_if_eq(&'"') {
                Some(quote) => cell.push(quote),
                None => is_quoted = false,
            },
            '"' if matches!(cell.trim(), "" | "=") => {
                is_quoted = true;
                cell.clear();
            }
            ',' | ';' | '\t' if !is_quoted && separator.is_none_or(|used| used == character) => {
                separator = Some(character);
                cells.push(unmarked(&std::mem::take(&mut cell)));
            }
            other => cell.push(other),
        }
    }
    cells.push(unmarked(&cell));
    cells
}

/// Returns a cell without space around it, and without the mark of a text.
fn unmarked(cell: &str) -> String {
    let cell = cell.trim();
    cell.strip_prefix('\'').unwrap_or(cell).to_owned()
}
