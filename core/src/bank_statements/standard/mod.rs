//! Reads the statements that banks write for programs: camt.053, MT940 and OFX. Each becomes a table with fixed columns,
//! so that its lines are matched like those of any other file.

mod camt;
mod mt940;
mod ofx;

use std::str::FromStr as _;

use rust_decimal::Decimal;

use super::read::MAX_ROWS;
use super::similar::reference_form;
use super::{Booking, Columns};
use crate::sheet::SheetRow;
use crate::{Code, Day, Instant, Money, Problem};

/// The columns of a statement that was read here, before those of [`Reference::ALL`].
const FIRST_COLUMNS: [&str; 10] =
    ["Date", "Reference", "Description", "Amount", "Currency", "Account", "Booking date", "Value date", "Time", "Format"];
/// The indices of the columns that a booking is read from.
const ACCOUNT: usize = 5;
const BOOKING_DAY: usize = 6;
const VALUE_DAY: usize = 7;
const TIME: usize = 8;
const FORMAT: usize = 9;
/// The columns of which every line consists.
const COLUMNS: Columns = Columns {
    day: Some(0),
    reference: Some(1),
    description: Some(2),
    amount: Some(3),
    credit: None,
    debit: None,
    direction: None,
    currency: Some(4),
    status: None,
    ignored: Vec::new(),
};
/// The column that marks reversals.
const KIND: &str = "Kind";
/// Maximum bytes of a text of a line. Further text is cut.
const MAX_TEXT: usize = 1_000;

/// A kind of reference. Two lines with different references of one kind are different transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reference {
    /// The payer's reference, which passes from bank to bank: `EndToEndId` of camt.053, `EREF` in MT940.
    EndToEnd,
    /// The number of a cheque: `ChqNb` of camt.053, `CHECKNUM` of OFX.
    Cheque,
    /// `TxId` of camt.053.
    Transaction,
    /// `InstrId` of camt.053.
    Instruction,
    /// `AcctSvcrRef` of a transfer in camt.053.
    Servicer,
    /// `AcctSvcrRef` of an entry in camt.053. All transfers of an entry have the same.
    EntryServicer,
    /// Subfield 7 of `:61:` in MT940.
    Owner,
    /// Subfield 8 of `:61:` in MT940, behind `//`.
    Bank,
    /// `FITID` of OFX.
    FitId,
    /// `REFNUM` of OFX.
    RefNum,
}

impl Reference {
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::EndToEnd, "End-to-end reference"),
        (Self::Cheque, "Cheque number"),
        (Self::Transaction, "Transaction id"),
        (Self::Instruction, "Instruction id"),
        (Self::Servicer, "Bank's reference of the transfer"),
        (Self::EntryServicer, "Bank's reference of the entry"),
        (Self::Owner, "Account owner's reference"),
        (Self::Bank, "Bank's reference"),
        (Self::FitId, "FITID"),
        (Self::RefNum, "REFNUM"),
    ];
}

/// A line of a statement.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Entry {
    /// The booking day, otherwise the value day.
    day: Option<Day>,
    booking_day: Option<Day>,
    value_day: Option<Day>,
    /// When it was booked, if the file has a time with a zone.
    instant: Option<Instant>,
    /// The best reference, for the screen.
    reference: String,
    /// Everything else that the file says, for the screen and for the search of numbers.
    description: String,
    /// Each reference with its kind.
    references: Vec<(Reference, String)>,
    /// Negative for money that went out.
    sen: i64,
    /// The currency, unless it is the ringgit.
    foreign: Option<String>,
}

/// The lines between two balances.
#[derive(Debug, Default)]
struct Statement {
    /// The account, as the file writes it.
    account: String,
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

impl Format {
    const fn name(self) -> &'static str {
        match self {
            Self::Camt053 => "camt.053",
            Self::Mt940 => "MT940",
            Self::Ofx => "OFX",
            Self::OtherMarkup => "",
        }
    }
}

/// Reads what the bank says about a line from its row.
pub fn booking(cells: &[String], day: Day) -> Booking {
    let cell = |at: usize| cells.get(at).map_or("", |cell| cell.trim());
    let day_of = |at: usize| Day::parse(cell(at)).ok();
    let references = Reference::ALL.iter().enumerate().map(|(at, (_, name))| {
        ((*name).to_owned(), reference_form(cell(FIRST_COLUMNS.len() + at)))
    });
    Booking {
        source: cell(FORMAT).to_owned(),
        account: Some(cell(ACCOUNT).to_owned()).filter(|account| !account.is_empty()),
        day,
        booking_day: day_of(BOOKING_DAY),
        value_day: day_of(VALUE_DAY),
        instant: Instant::parse(cell(TIME)).ok(),
        references: references.filter(|(_, reference)| !reference.is_empty()).collect(),
    }
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
    let entries: Vec<_> = statements
        .into_iter()
        .flat_map(|Statement { account, entries, .. }| entries.into_iter().map(move |entry| entry.cells(&account, format)))
        .collect();
    if entries.is_empty() {
        return Err(Code::BankFileEmpty.into());
    }
    Ok((2..).zip(entries).map(|(line, cells)| SheetRow { line, cells }).collect())
}

/// Returns the names of the columns.
pub fn heading() -> Vec<String> {
    FIRST_COLUMNS.into_iter().chain(Reference::ALL.map(|(_, name)| name)).map(str::to_owned).collect()
}

/// Returns the meanings of the columns. The mark of a reversal is a status: it is empty for a booked line.
pub fn columns(heading: &[String]) -> Columns {
    let kind = heading.iter().position(|name| name == KIND).and_then(|place| u32::try_from(place).ok());
    Columns { status: kind, ..COLUMNS }
}

impl Entry {
    fn cells(self, account: &str, format: Format) -> Vec<String> {
        let amount = Money::from_sen(self.sen).decimal().to_string();
        // An amount in another currency is shown, but cannot be read as ringgit.
        let amount = match &self.foreign {
            Some(currency) => format!("{currency} {amount}"),
            None => amount,
        };
        let written = |day: Option<Day>| day.map_or_else(String::new, |day| day.to_string());
        let of_kind = |kind| {
            let values = self.references.iter().filter(|(of, _)| *of == kind).map(|(_, value)| value.as_str());
            joined(values)
        };
        let mut cells = vec![
            written(self.day),
            self.reference.clone(),
            self.description.clone(),
            amount,
            self.foreign.clone().unwrap_or_default(),
            account.to_owned(),
            written(self.booking_day),
            written(self.value_day),
            self.instant.map_or_else(String::new, |instant| instant.to_string()),
            format.name().to_owned(),
        ];
        cells.extend(Reference::ALL.map(|(kind, _)| of_kind(kind)));
        cells
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
