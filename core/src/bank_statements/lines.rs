//! Reads the lines of a statement by its columns.

use std::collections::HashMap;

use super::days::{self, Order};
use super::meanings::{Direction, Directions, Usual, is_foreign_amount, names_foreign};
use super::similar::reference_form;
use super::{Columns, LineCell, LineProblem, cells};
use crate::sheet::SheetRow;
use crate::{Code, Day, Money, Problem};

/// A line of a statement, parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The number of its [`SheetRow`].
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
    /// The normalised reference, or the description if there is no reference.
    pub reference_key: String,
    /// The line's number, from 1, among the file's lines with the same day, reference and amount.
    pub ordinal: i32,
}

/// Checks that the required columns are set, that they exist, and that no column is used twice.
/// Fails with [`Code::BankColumnRequired`] at each column that is missing, does not exist, or is used twice.
pub fn check_columns(columns: &Columns, width: usize) -> Result<(), Problem> {
    let Columns { day, reference, description, amount, credit, debit, direction, currency, status, ref ignored } =
        *columns;
    let said = [
        ("day", day, true),
        ("reference", reference, true),
        ("amount", amount, credit.is_none()),
        ("credit", credit, false),
        ("debit", debit, false),
        ("description", description, false),
        ("direction", direction, false),
        ("currency", currency, false),
        ("status", status, false),
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
    let is_wrong = |column: &u32| *column as usize >= width || [direction, currency, status].contains(&Some(*column));
    if ignored.len() > width || ignored.iter().any(is_wrong) {
        wrong.push(("ignored".to_owned(), Code::BankColumnRequired.into()));
    }
    Problem::of_fields(wrong).map_or(Ok(()), Err)
}

/// Reads each row as a line. The formats of dates and amounts are detected from the whole column.
#[must_use]
pub fn parse_lines(rows: &[SheetRow], columns: &Columns) -> Vec<Line> {
    parse_table(&[], rows, columns)
}

/// Reads each row as a line. Below a heading such as `Amount (USD)` all money is in that currency.
#[must_use]
pub fn parse_table(heading: &[String], rows: &[SheetRow], columns: &Columns) -> Vec<Line> {
    let order = days::order(&rows.iter().map(|row| cell(row, columns.day)));
    let column = columns.credit.or(columns.amount);
    let amounts = rows.iter().flat_map(|row| [cell(row, column), cell(row, columns.debit)]);
    let of = |column: Option<u32>| rows.iter().map(move |row| cell(row, column));
    let reading = Reading {
        columns,
        order,
        written: cells::detect_format(amounts),
        directions: Directions::of(of(columns.direction)),
        currencies: Usual::currency(of(columns.currency)),
        statuses: Usual::status(of(columns.status)),
        is_foreign: [columns.amount, columns.credit, columns.debit]
            .into_iter()
            .flatten()
            .any(|column| heading.get(column as usize).is_some_and(|name| names_foreign(name))),
    };
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

/// Returns the amount as the row has it, with its currency.
#[must_use]
pub fn written_amount(row: &SheetRow, columns: &Columns) -> Option<String> {
    let amounts = [columns.amount, columns.credit, columns.debit].map(|column| cell(row, column));
    let amount = amounts.into_iter().find(|amount| !amount.is_empty())?;
    let currency = cell(row, columns.currency);
    let is_said = currency.is_empty() || amount.contains(currency);
    Some(if is_said { amount.to_owned() } else { format!("{currency} {amount}") })
}

/// Returns the cells of a row that are not empty, without its day, reference and description, and without an amount that
/// was read.
#[must_use]
pub fn other_cells(row: &SheetRow, heading: &[String], columns: &Columns, is_amount_read: bool) -> Vec<LineCell> {
    let shown = [columns.day, columns.reference, columns.description];
    let amounts = [columns.amount, columns.credit, columns.debit];
    let is_shown = |column: u32| shown.contains(&Some(column)) || is_amount_read && amounts.contains(&Some(column));
    let cells = (0_u32..).zip(&row.cells).filter(|(column, cell)| !is_shown(*column) && !cell.trim().is_empty());
    let named = cells.map(|(column, cell)| LineCell {
        column,
        name: heading.get(column as usize).cloned().unwrap_or_default(),
        value: cell.trim().to_owned(),
    });
    named.collect()
}

struct Reading<'a> {
    columns: &'a Columns,
    order: Order,
    written: cells::AmountFormat,
    directions: Directions,
    currencies: Usual,
    statuses: Usual,
    /// Whether the heading of the amounts names another currency than the ringgit.
    is_foreign: bool,
}

impl Reading<'_> {
    fn line(&self, row: &SheetRow) -> Line {
        let text = |column| cell(row, column).split_whitespace().collect::<Vec<_>>().join(" ");
        let (reference, description) = (text(self.columns.reference), text(self.columns.description));
        let of_reference = reference_form(&reference);
        let reference_key = if of_reference.is_empty() { reference_form(&description) } else { of_reference };
        let day = days::parse(cell(row, self.columns.day), self.order);
        let amount = match self.currency_problem(row) {
            Some(problem) => Err(problem),
            None => self.amount(row),
        };
        let problem = match (day, amount) {
            (None, Ok(None)) => Some(LineProblem::NoLine),
            (None, _) if cell(row, self.columns.day).is_empty() => Some(LineProblem::NoLine),
            (None, _) => Some(LineProblem::DayUnknown),
            (_, Err(problem)) => Some(problem),
            (_, Ok(None)) => Some(LineProblem::AmountMissing),
            (_, Ok(Some(amount))) => self.problem(row, amount),
        };
        let amount = amount.ok().flatten();
        Line { line: row.line, day, reference, description, amount, problem, reference_key, ordinal: 1 }
    }

    /// Returns why an amount that was read is not money that came in.
    fn problem(&self, row: &SheetRow, amount: Money) -> Option<LineProblem> {
        if let Some(column) = self.columns.status
            && let Some(problem) = self.statuses.status_problem(cell(row, Some(column)))
        {
            return Some(problem);
        }
        match amount {
            amount if amount.is_positive() => None,
            amount if amount.sen() == 0 => Some(LineProblem::AmountZero),
            _ => Some(LineProblem::Outgoing),
        }
    }

    /// Returns why the amount of a row is not in ringgit; none for a row without an amount.
    fn currency_problem(&self, row: &SheetRow) -> Option<LineProblem> {
        let amounts = [self.columns.amount, self.columns.credit, self.columns.debit];
        let mut amounts = amounts.into_iter().map(|column| cell(row, column)).filter(|text| !is_blank(text)).peekable();
        amounts.peek()?;
        if self.is_foreign || amounts.any(is_foreign_amount) {
            return Some(LineProblem::Foreign);
        }
        let column = self.columns.currency?;
        self.currencies.currency_problem(cell(row, Some(column)))
    }

    /// Returns none if the cells are empty.
    fn amount(&self, row: &SheetRow) -> Result<Option<Money>, LineProblem> {
        let read = |column| match cell(row, column) {
            text if is_blank(text) => Ok(None),
            text => cells::amount(text, self.written).map(Some),
        };
        let Some(credit) = self.columns.credit else {
            let column = self.columns.amount;
            let Some(amount) = read(column)? else { return Ok(None) };
            return self.directed(row, amount, says_in(cell(row, column))).map(Some);
        };
        let (came, went) = (read(Some(credit))?, read(self.columns.debit)?);
        let is_zero = came.or(went).is_some();
        match (came.filter(|amount| amount.sen() != 0), went.filter(|amount| amount.sen() != 0)) {
            (Some(_), Some(_)) => Err(LineProblem::InAndOut),
            (Some(came), None) => self.directed(row, came, true).map(Some),
            (None, Some(went)) => self.directed(row, Money::from_sen(-went.absolute().sen()), false).map(Some),
            (None, None) => Ok(is_zero.then_some(Money::ZERO)),
        }
    }

    /// Returns the amount with the sign that its direction says. `says_in`: whether the amount says itself that it came
    /// in, by a plus sign or its column.
    fn directed(&self, row: &SheetRow, amount: Money, says_in: bool) -> Result<Money, LineProblem> {
        let Some(column) = self.columns.direction else { return Ok(amount) };
        match self.directions.read(cell(row, Some(column))) {
            Some(Direction::In) if amount.sen() >= 0 => Ok(amount),
            Some(Direction::Out) if !says_in => Ok(Money::from_sen(-amount.absolute().sen())),
            _ => Err(LineProblem::DirectionUnclear),
        }
    }
}

/// Whether a cell has no amount: it is empty or a dash.
fn is_blank(text: &str) -> bool {
    text.chars().all(|one| one.is_whitespace() || matches!(one, '-' | '\u{2212}' | '\u{2013}' | '\u{2014}'))
}

/// Whether an amount says that it came in: `+12.00`, `12.00 CR`, `Kredit 12.00`.
fn says_in(text: &str) -> bool {
    let text = text.to_ascii_uppercase();
    ["+", "CR", "KREDIT"].iter().any(|mark| text.contains(mark))
}
