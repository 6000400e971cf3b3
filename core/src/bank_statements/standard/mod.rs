//! Reads the statements that banks write for programs: camt.053, MT940 and OFX. Each becomes a table with fixed columns,
//! so that its lines are matched like those of any other file.

mod camt;
mod mt940;
mod ofx;

use std::str::FromStr as _;

use rust_decimal::Decimal;

use super::read::MAX_ROWS;
use crate::sheet::SheetRow;
use crate::{Code, Day, Money, Problem};

/// The columns of a statement that was read here.
pub const HEADING: [&str; 4] = ["Date", "Reference", "Description", "Amount"];
/// Maximum bytes of a text of a line. Further text is cut.
const MAX_TEXT: usize = 1_000;

/// A line of a statement.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Entry {
    day: Option<Day>,
    reference: String,
    description: String,
    /// Negative for money that went out.
    sen: i64,
    /// The currency, unless it is the ringgit.
    foreign: Option<String>,
}

/// The lines between two balances.
#[derive(Debug, Default)]
struct Statement {
    opening: Option<i64>,
    closing: Option<i64>,
    entries: Vec<Entry>,
}

/// A format for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Camt053,
    Mt940,
    Ofx,
    /// Marked-up text that is none of these, such as a web page.
    OtherMarkup,
}

/// Recognises a format by the beginning of the text; none for a table.
pub fn recognise(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let head: String = text.chars().take(2_000).collect();
    if head.starts_with("OFXHEADER") || head.contains("<OFX>") {
        Some(Format::Ofx)
    } else if head.starts_with('<') {
        Some(if head.contains("camt.") { Format::Camt053 } else { Format::OtherMarkup })
    } else if (head.starts_with(":20:") || head.starts_with("{1:")) && text.contains("\n:6") {
        Some(Format::Mt940)
    } else {
        None
    }
}

/// Reads the lines of a statement as rows.
///
/// # Errors
/// [`Code::BankFileUnknown`], [`Code::BankFormatVersion`], [`Code::BankFileDamaged`] with the line,
/// [`Code::BankBalanceWrong`], [`Code::BankFileEmpty`], [`Code::BankRowsTooMany`].
pub fn rows(format: Format, text: &str) -> Result<Vec<SheetRow>, Problem> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let statements = match format {
        Format::Camt053 => camt::statements(text)?,
        Format::Mt940 => mt940::statements(text)?,
        Format::Ofx => ofx::statements(text)?,
        Format::OtherMarkup => return Err(Code::BankFileUnknown.into()),
    };
    statements.iter().try_for_each(check_balance)?;
    let entries: Vec<_> = statements.into_iter().flat_map(|statement| statement.entries).collect();
    if entries.is_empty() {
        return Err(Code::BankFileEmpty.into());
    }
    Ok((2..).zip(entries).map(|(line, entry)| SheetRow { line, cells: entry.cells() }).collect())
}

impl Entry {
    fn cells(self) -> Vec<String> {
        let amount = Money::from_sen(self.sen).decimal().to_string();
        // An amount in another currency is shown, but cannot be read as ringgit.
        let amount = match self.foreign {
            Some(currency) => format!("{currency} {amount}"),
            None => amount,
        };
        vec![self.day.map_or_else(String::new, |day| day.to_string()), self.reference, self.description, amount]
    }
}

impl Statement {
    fn add(&mut self, entry: Entry) -> Result<(), Problem> {
        if self.entries.len() >= MAX_ROWS - 1 {
            return Err(Problem::new(Code::BankRowsTooMany).with("limit", MAX_ROWS - 1));
        }
        self.entries.push(entry);
        Ok(())
    }
}

/// Refuses a statement whose lines do not lead from its opening to its closing balance: a line is missing or repeated.
fn check_balance(statement: &Statement) -> Result<(), Problem> {
    let (Some(opening), Some(closing)) = (statement.opening, statement.closing) else { return Ok(()) };
    let total = statement.entries.iter().try_fold(opening, |total, entry| total.checked_add(entry.sen));
    if total == Some(closing) {
        return Ok(());
    }
    let shown = |sen: i64| Money::from_sen(sen).decimal().to_string();
    let problem = Problem::new(Code::BankBalanceWrong).with("opening", shown(opening)).with("closing", shown(closing));
    Err(problem.with("computed", total.map_or_else(String::new, shown)))
}

/// Reads an amount without its sign, with a point or a comma before the decimals.
fn sen(text: &str) -> Option<i64> {
    let text = text.trim().replace(',', ".");
    let is_amount = text.starts_with(|one: char| one.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = Decimal::from_str(text.trim_end_matches('.')).ok().filter(|_| is_amount)?;
    let amount = Money::round(number).ok()?;
    (amount.decimal() == number).then(|| amount.sen())
}

/// Returns the currency if it is not the ringgit.
fn foreign(currency: &str) -> Option<String> {
    let currency = currency.trim();
    (!currency.is_empty() && currency != "MYR").then(|| currency.chars().take(3).collect())
}

fn damaged(line: usize) -> Problem {
    Problem::new(Code::BankFileDamaged).with("line", line)
}

/// Returns the number of the line that contains a byte.
fn line_at(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(place, _)| *place < byte).filter(|(_, one)| *one == '\n').count() + 1
}

/// Joins the parts that are not empty, each once.
fn joined<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut shown: Vec<&str> = Vec::new();
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        if !shown.contains(&part) {
            shown.push(part);
        }
    }
    shown.join(" ").chars().take(MAX_TEXT).collect()
}
