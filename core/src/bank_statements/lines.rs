//! Reads the lines of a statement by its columns.

use std::collections::HashMap;

use super::days::{self, Order};
use super::similar::reference_form;
use super::{Columns, LineProblem, cells};
use crate::sheet::SheetRow;
use crate::{Code, Day, Money, Problem};

/// A line of a statement, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The row number in the file.
    pub line: u32,
    /// The date of the line in the bank's books.
    pub day: Option<Day>,
    /// The reference as written in the file.
    pub reference: String,
    /// The description as written in the file.
    pub description: String,
    /// The amount that came in; negative for money that went out.
    pub amount: Option<Money>,
    /// Why the line is not money that came in.
    pub problem: Option<LineProblem>,
    /// The normalised reference, or the description if there is no reference. A part of the line's identity.
    pub reference_key: String,
    /// The line's number, from 1, among the file's lines with the same day, reference and amount. Together with these
    /// and the bank it identifies the line, so that the same line is recognised in another file.
    pub ordinal: i32,
}

/// Checks that the required columns are set, that they exist, and that no column is used twice.
///
/// # Errors
/// [`Code::BankColumnRequired`] at each column that is missing, does not exist, or is used twice.
pub fn check_columns(columns: &Columns, width: usize) -> Result<(), Problem> {
    let Columns { day, reference, description, amount, credit, debit } = *columns;
    let said = [
        ("day", day, true),
        ("reference", reference, true),
        ("amount", amount, credit.is_none()),
        ("credit", credit, false),
        ("debit", debit, false),
        ("description", description, false),
    ];
    let mut wrong = Vec::new();
    for (place, (name, column, is_needed)) in said.iter().enumerate() {
        let is_twice = column.is_some() && said[..place].iter().any(|(_, before, _)| before == column);
        let is_there = column.map_or(!is_needed, |column| (column as usize) < width);
        if is_twice || !is_there {
            wrong.push(((*name).to_owned(), Code::BankColumnRequired.into()));
        }
    }
    if amount.is_some() && credit.is_some() {
        wrong.push(("credit".to_owned(), Code::BankColumnRequired.into()));
    }
    Problem::of_fields(wrong).map_or(Ok(()), Err)
}

/// Reads each row as a line. The formats of dates and amounts are detected from the whole column.
#[must_use]
pub fn parse_lines(rows: &[SheetRow], columns: &Columns) -> Vec<Line> {
    let order = days::order(&rows.iter().map(|row| cell(row, columns.day)));
    let column = columns.credit.or(columns.amount);
    let amounts = rows.iter().flat_map(|row| [cell(row, column), cell(row, columns.debit)]);
    let reading = Reading { columns, order, written: cells::detect_format(amounts) };
    let mut equal: HashMap<(Day, String, i64), i32> = HashMap::new();
    let mut lines: Vec<Line> = rows.iter().map(|row| reading.line(row)).collect();
    for line in &mut lines {
        if let (None, Some(day), Some(amount)) = (line.problem, line.day, line.amount) {
            let count = equal.entry((day, line.reference_key.clone(), amount.sen())).or_default();
            *count += 1;
            line.ordinal = *count;
        }
    }
    lines
}

fn cell(row: &SheetRow, column: Option<u32>) -> &str {
    column.and_then(|column| row.cells.get(column as usize)).map_or("", |cell| cell.trim())
}

struct Reading<'a> {
    columns: &'a Columns,
    order: Order,
    written: cells::AmountFormat,
}

impl Reading<'_> {
    fn line(&self, row: &SheetRow) -> Line {
        let text = |column| cell(row, column).split_whitespace().collect::<Vec<_>>().join(" ");
        let (reference, description) = (text(self.columns.reference), text(self.columns.description));
        let of_reference = reference_form(&reference);
        let reference_key = if of_reference.is_empty() { reference_form(&description) } else { of_reference };
        let day = days::parse(cell(row, self.columns.day), self.order);
        let amount = self.amount(row);
        let problem = match (day, amount) {
            (None, Ok(None)) => Some(LineProblem::NoLine),
            (None, _) if cell(row, self.columns.day).is_empty() => Some(LineProblem::NoLine),
            (None, _) => Some(LineProblem::DayUnknown),
            (_, Err(problem)) => Some(problem),
            (_, Ok(None)) => Some(LineProblem::AmountMissing),
            (_, Ok(Some(amount))) => (!amount.is_positive()).then_some(LineProblem::Outgoing),
        };
        let amount = amount.ok().flatten();
        Line { line: row.line, day, reference, description, amount, problem, reference_key, ordinal: 1 }
    }

    /// Returns none if the cells are empty.
    fn amount(&self, row: &SheetRow) -> Result<Option<Money>, LineProblem> {
        let read = |text: &str| if text.is_empty() { Ok(None) } else { cells::amount(text, self.written).map(Some) };
        let Some(credit) = self.columns.credit else { return read(cell(row, self.columns.amount)) };
        let came = read(cell(row, Some(credit)))?.filter(|amount| amount.sen() != 0);
        let went = match came {
            Some(_) => None,
            None => read(cell(row, self.columns.debit))?,
        };
        Ok(came.or_else(|| went.map(|went| Money::from_sen(-went.absolute().sen()))))
    }
}
