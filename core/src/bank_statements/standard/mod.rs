//! Reads the statements that banks write for programs: camt.053, MT940 and OFX. Each becomes a table with fixed columns,
//! so that its lines are matched like those of any other file.

mod camt;
mod mt940;
mod numbers;
mod ofx;
mod tags;

use std::collections::{HashMap, HashSet};
use std::str::FromStr as _;

use rust_decimal::Decimal;

use super::read::MAX_ROWS;
use super::similar::reference_form;
use super::{Booking, Columns};
use crate::sheet::SheetRow;
use crate::{Code, Day, Instant, Money, Problem};

/// The columns of a statement that was read here, before those of [`Reference::ALL`].
const FIRST_COLUMNS: [&str; 12] = [
    "Date",
    "Reference",
    "Description",
    "Amount",
    "Currency",
    "Account",
    "Booking date",
    "Value date",
    "Time",
    KIND,
    "Format",
    "Amount of the entry",
];
/// The indices of the columns that a booking is read from.
const ACCOUNT: usize = 5;
const BOOKING_DAY: usize = 6;
const VALUE_DAY: usize = 7;
const TIME: usize = 8;
const FORMAT: usize = 10;
const ENTRY_AMOUNT: usize = 11;
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
/// The column that marks reversals and the credits that they take back.
const KIND: &str = "Kind";
/// Maximum characters of a text of a line. Further text is cut.
const MAX_TEXT: usize = 1_000;
/// Maximum characters of the references and numbers behind a description. An entry of many transfers has many.
const MAX_NUMBERS: usize = 4_000;
/// What the table calls [`Entry::is_reversal`] and [`Entry::is_taken_back`].
const REVERSAL: &str = "reversal";
const TAKEN_BACK: &str = "reversed";
/// Maximum references of a line that are compared with those of a reversal. An entry of many transfers has many.
const MAX_COMPARED: usize = Reference::ALL.len();
/// The formats to ask the bank for, if a file has none of them.
const KNOWN: &str = "camt.053, MT940, OFX";

/// A kind of reference. Two lines with different references of one kind are different transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reference {
    /// The payer's reference, which passes from bank to bank: `EndToEndId` of camt.053, `EREF` in MT940.
    EndToEnd,
    /// The number of a cheque: `ChqNb` of camt.053, `CHECKNUM` of OFX.
    Cheque,
    /// `TxId` of camt.053.
    Transaction,
    /// `InstrId` of camt.053.
    Instruction,
    /// `UETR` of camt.053, which is unique in the world.
    Uetr,
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

/// The kinds of references that the payer wrote.
pub const PAYER_REFERENCES: [&str; 2] = ["End-to-end reference", "Account owner's reference"];

impl Reference {
    pub const ALL: [(Self, &'static str); 11] = [
        (Self::EndToEnd, "End-to-end reference"),
        (Self::Cheque, "Cheque number"),
        (Self::Transaction, "Transaction id"),
        (Self::Instruction, "Instruction id"),
        (Self::Uetr, "UETR"),
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
    /// The texts of the line, for the screen and for the search of numbers.
    description: String,
    /// The references and numbers that no kind has, for the search.
    numbers: Vec<String>,
    /// Each reference with its kind.
    references: Vec<(Reference, String)>,
    /// Whether it takes an earlier booking back: a credit then is the utility's own money.
    is_reversal: bool,
    /// Whether a reversal of the file takes this credit back.
    is_taken_back: bool,
    /// Negative for money that went out.
    amount: Decimal,
    /// The amount of the whole entry, if this is one of its several transfers.
    whole: Option<Decimal>,
    /// The currency, unless it is the ringgit.
    foreign: Option<String>,
}

/// The balance of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Balance {
    amount: Decimal,
    /// The currency, unless it is the ringgit.
    foreign: Option<String>,
}

/// The lines between two balances.
#[derive(Debug, Default)]
struct Statement {
    /// The number of the account, without the bank's code before it.
    account: String,
    /// What the bank calls the statement: its id or its number.
    id: String,
    opening: Option<Balance>,
    closing: Option<Balance>,
    entries: Vec<Entry>,
}

/// A format for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Camt053,
    Mt940,
    Ofx,
    /// A format for programs that is not read, with its name.
    Other(&'static str),
    /// Marked-up text that is none of these, such as a web page.
    OtherMarkup,
}

impl Format {
    const fn name(self) -> &'static str {
        match self {
            Self::Camt053 => "camt.053",
            Self::Mt940 => "MT940",
            Self::Ofx => "OFX",
            Self::Other(name) => name,
            Self::OtherMarkup => "",
        }
    }
}

/// Reads what the bank says about a line from its row.
pub fn booking(cells: &[String], day: Day) -> Booking {
    let cell = |at: usize| cells.get(at).map_or("", |cell| cell.trim());
    let day_of = |at: usize| Day::parse(cell(at)).ok();
    let references = Reference::ALL
        .iter()
        .enumerate()
        .map(|(at, (_, name))| ((*name).to_owned(), reference_form(cell(FIRST_COLUMNS.len() + at))));
    Booking {
        source: cell(FORMAT).to_owned(),
        account: Some(cell(ACCOUNT).to_owned()).filter(|account| !account.is_empty()),
        day,
        booking_day: day_of(BOOKING_DAY),
        value_day: day_of(VALUE_DAY),
        instant: Instant::parse(cell(TIME)).ok(),
        entry_amount: Money::parse(cell(ENTRY_AMOUNT)).ok(),
        references: references.filter(|(_, reference)| !reference.is_empty()).collect(),
    }
}

/// Recognises a format by the beginning of the text; none for a table.
pub fn recognise(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let head: String = text.chars().take(2_000).collect::<String>().to_ascii_uppercase();
    if head.starts_with("OFXHEADER") || head.contains("<OFX>") || head.contains("<OFX ") || head.contains("<?OFX") {
        Some(Format::Ofx)
    } else if head.starts_with('<') {
        let is_camt = head.contains("CAMT.") || text.contains("BkToCstmr");
        Some(if is_camt { Format::Camt053 } else { Format::OtherMarkup })
    } else if ["!TYPE:", "!ACCOUNT", "!OPTION:", "!CLEAR:"].iter().any(|begin| head.starts_with(begin)) {
        Some(Format::Other("QIF"))
    } else if is_bai2(text) {
        Some(Format::Other("BAI2"))
    } else {
        mt940::is_message(text).then_some(Format::Mt940)
    }
}

/// Whether each line begins with the code of a record of BAI2: 01 is the file, 02 a group, 03 an account.
fn is_bai2(text: &str) -> bool {
    let codes = ["01,", "02,", "03,"];
    codes
        .iter()
        .zip(text.lines().map(str::trim).filter(|line| !line.is_empty()))
        .all(|(code, line)| line.starts_with(code) || (line.starts_with("88,") && *code != "01,"))
        && text.lines().any(|line| line.starts_with("99,") || line.starts_with("49,"))
}

/// Refuses a format by its name.
fn other_format(name: &str) -> Problem {
    Problem::new(Code::BankFormatVersion).with("format", name).with("known", KNOWN)
}

/// Reads the lines of a statement as rows.
/// Fails with [`Code::BankFileUnknown`], [`Code::BankFormatVersion`], [`Code::BankFileDamaged`] with the line,
/// [`Code::BankBalanceWrong`], [`Code::BankFileEmpty`], [`Code::BankRowsTooMany`].
pub fn rows(format: Format, text: &str) -> Result<Vec<SheetRow>, Problem> {
    let text = text.trim_start_matches('\u{feff}');
    let statements = match format {
        Format::Camt053 => camt::statements(text)?,
        Format::Mt940 => mt940::statements(text)?,
        Format::Ofx => ofx::statements(text)?,
        Format::Other(name) => return Err(other_format(name)),
        Format::OtherMarkup => return Err(Code::BankFileUnknown.into()),
    };
    if statements.iter().map(|statement| statement.entries.len()).sum::<usize>() > MAX_ROWS - 1 {
        return Err(too_many());
    }
    statements.iter().try_for_each(check_balance)?;
    let mut statements = fold(statements);
    mark_taken_back(&mut statements);
    let entries: Vec<_> = statements
        .into_iter()
        .flat_map(|Statement { account, entries, .. }| {
            entries.into_iter().map(move |entry| entry.cells(&account, format))
        })
        .collect();
    if entries.is_empty() {
        return Err(Code::BankFileEmpty.into());
    }
    Ok((2..).zip(entries).map(|(line, cells)| SheetRow { line, cells }).collect())
}

/// Leaves out a statement that stands in the file before, with the same account, balances and lines. Without balances
/// it needs the same id, too: pages of a statement share their id, but not their lines.
fn fold(statements: Vec<Statement>) -> Vec<Statement> {
    let mut folded: Vec<Statement> = Vec::new();
    for statement in statements {
        let is_same = |before: &Statement| {
            let has_balances = statement.opening.is_some() && statement.closing.is_some();
            (has_balances || (!statement.id.is_empty() && before.id == statement.id))
                && (&before.account, &before.opening, &before.closing)
                    == (&statement.account, &statement.opening, &statement.closing)
                && before.entries == statement.entries
        };
        if !folded.iter().any(is_same) {
            folded.push(statement);
        }
    }
    folded
}

/// Marks the credits that later lines of their account take back. A reversal takes one credit of its amount back: that
/// with the most of its references, of equal ones the last. Without a common reference it takes none.
fn mark_taken_back(statements: &mut [Statement]) {
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for (of, statement) in statements.iter().enumerate() {
        lines.extend((0..statement.entries.len()).map(|at| (of, at)));
    }
    // The statements of a file may be in any order.
    lines.sort_by_key(|(of, at)| statements[*of].entries[*at].day);
    let mut credits: HashMap<_, Vec<(usize, usize)>> = HashMap::new();
    for (of, at) in lines {
        let entry = &statements[of].entries[at];
        let credits = credits.entry((statements[of].account.clone(), entry.amount.abs(), entry.foreign.clone()));
        let credits = credits.or_default();
        if !entry.is_reversal && entry.amount.is_sign_positive() {
            credits.push((of, at));
        } else if entry.is_reversal && entry.amount.is_sign_negative() {
            let common = |(of, at): (usize, usize)| {
                let references = statements[of].entries[at].references.iter().take(MAX_COMPARED);
                references.filter(|its| entry.references.iter().take(MAX_COMPARED).any(|own| own == *its)).count()
            };
            let taken = credits.iter().enumerate().map(|(place, line)| (common(*line), place)).max();
            if let Some((1.., place)) = taken {
                let (of, at) = credits.remove(place);
                statements[of].entries[at].is_taken_back = true;
            }
        }
    }
}

/// Returns the names of the columns.
pub fn heading() -> Vec<String> {
    FIRST_COLUMNS.into_iter().chain(Reference::ALL.map(|(_, name)| name)).map(str::to_owned).collect()
}

/// Returns the meanings of the columns. The kind is a status: it is empty for a booked line.
pub fn columns(heading: &[String]) -> Columns {
    let kind = heading.iter().position(|name| name == KIND).and_then(|place| u32::try_from(place).ok());
    Columns { status: kind, ..COLUMNS }
}

impl Entry {
    fn cells(self, account: &str, format: Format) -> Vec<String> {
        let amount = match &self.foreign {
            // An amount in another currency is shown, but cannot be read as ringgit.
            Some(currency) => foreign_amount(currency, self.amount),
            None => Money::round(self.amount).map_or_else(|_| self.amount.to_string(), |sum| sum.decimal().to_string()),
        };
        let written = |day: Option<Day>| day.map_or_else(String::new, |day| day.to_string());
        let of_kind = |kind| {
            let values = self.references.iter().filter(|(of, _)| *of == kind).map(|(_, value)| value.as_str());
            joined(values, MAX_NUMBERS)
        };
        let taken_back = if self.is_taken_back { TAKEN_BACK } else { "" };
        let mut cells = vec![
            written(self.day),
            self.reference.clone(),
            self.shown(),
            amount,
            self.foreign.clone().unwrap_or_default(),
            account.to_owned(),
            written(self.booking_day),
            written(self.value_day),
            self.instant.map_or_else(String::new, |instant| instant.to_string()),
            if self.is_reversal { REVERSAL } else { taken_back }.to_owned(),
            format.name().to_owned(),
            self.whole.map_or_else(String::new, |amount| amount.to_string()),
        ];
        cells.extend(Reference::ALL.map(|(kind, _)| of_kind(kind)));
        cells
    }

    /// Returns the description with all other references behind it. A long description is cut before them, so that
    /// each number is found.
    fn shown(&self) -> String {
        let references = self.references.iter().map(|(_, value)| value).chain(&self.numbers);
        let others: Vec<&str> = references.map(String::as_str).filter(|value| *value != self.reference).collect();
        let texts = [self.reference.as_str(), self.description.as_str()].into_iter().chain(others.iter().copied());
        let without_keyword = numbers::without_keywords(&joined(texts, usize::MAX));
        let kept: String = self.description.chars().take(MAX_TEXT / 2).collect();
        let all = others.into_iter().chain(without_keyword.iter().map(String::as_str));
        let behind = all.filter(|value| !numbers::contains(&kept, value));
        // Without a reference, the description is the line's name, which is kept short.
        let has_reference = !self.reference.is_empty();
        let behind = joined(behind, if has_reference { MAX_NUMBERS } else { MAX_TEXT / 2 - 1 });
        let whole = if has_reference { self.description.chars().count().max(MAX_TEXT) } else { MAX_TEXT };
        let most = whole.saturating_sub(behind.chars().count() + 1).max(MAX_TEXT / 2);
        let description: String = self.description.chars().take(most).collect();
        joined([description.as_str(), behind.as_str()], usize::MAX)
    }
}

impl Statement {
    fn add(&mut self, entry: Entry) -> Result<(), Problem> {
        if self.entries.len() >= MAX_ROWS - 1 {
            return Err(too_many());
        }
        self.entries.push(entry);
        Ok(())
    }
}

/// Shows an amount in another currency with its decimals, and with two at least.
fn foreign_amount(currency: &str, mut amount: Decimal) -> String {
    amount.rescale(amount.scale().max(2));
    format!("{currency} {amount}")
}

fn too_many() -> Problem {
    Problem::new(Code::BankRowsTooMany).with("limit", MAX_ROWS - 1)
}

/// Refuses a statement whose lines do not lead from its opening to its closing balance: a line is missing or repeated.
/// Amounts in several currencies cannot be added.
fn check_balance(statement: &Statement) -> Result<(), Problem> {
    let (Some(opening), Some(closing)) = (&statement.opening, &statement.closing) else { return Ok(()) };
    let is_other = |entry: &Entry| entry.foreign != opening.foreign;
    if opening.foreign != closing.foreign || statement.entries.iter().any(is_other) {
        return Ok(());
    }
    let total = statement.entries.iter().try_fold(opening.amount, |total, entry| total.checked_add(entry.amount));
    if total == Some(closing.amount) {
        return Ok(());
    }
    let shown = |amount: Decimal| match &opening.foreign {
        Some(currency) => foreign_amount(currency, amount),
        None => Money::round(amount).map_or_else(|_| amount.to_string(), Money::shown),
    };
    let problem = Problem::new(Code::BankBalanceWrong).with("opening", shown(opening.amount));
    let computed = total.map_or_else(String::new, shown);
    Err(problem.with("closing", shown(closing.amount)).with("computed", computed))
}

/// Maximum digits of an amount, and of its decimals, in ISO 20022.
const MAX_DIGITS: usize = 18;
const MAX_DECIMALS: usize = 5;

/// Reads a decimal of XML, `100.125`, `+5.0`, `.5` or `5.`, or one with a comma before the decimals. An amount in
/// ringgit has no part of a sen.
fn decimal(text: &str, foreign: Option<&String>) -> Option<Decimal> {
    let text = text.trim();
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let digits = if is_negative { digits } else { digits.strip_prefix('+').unwrap_or(digits) };
    let (whole, decimals) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if digits.len() < 1 + usize::from(digits.contains(['.', ','])) || !is_digits(whole) || !is_digits(decimals) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    // Further zeros do not change an amount.
    let needed = decimals.trim_end_matches('0').len().max(decimals.len().min(2));
    let decimals = decimals.get(..needed)?;
    if decimals.len() > MAX_DECIMALS || whole.len() + decimals.len() > MAX_DIGITS {
        return None;
    }
    let sign = if is_negative { "-" } else { "" };
    let amount = Decimal::from_str(&format!("{sign}0{whole}.{decimals}0")).ok()?;
    let amount = amount.trunc_with_scale(u32::try_from(decimals.len()).ok()?);
    let is_whole_sen = || Money::round(amount).is_ok_and(|sum| sum.decimal() == amount);
    (foreign.is_some() || is_whole_sen()).then_some(amount)
}

/// Reads an amount without a sign.
fn unsigned(text: &str, foreign: Option<&String>) -> Option<Decimal> {
    decimal(text, foreign).filter(|amount| !amount.is_sign_negative() || amount.is_zero()).map(|amount| amount.abs())
}

/// Returns the currency if it is not the ringgit.
fn foreign(currency: &str) -> Option<String> {
    let currency: String = currency.trim().chars().take(3).collect::<String>().to_uppercase();
    (!matches!(currency.as_str(), "" | "MYR" | "RM")).then_some(currency)
}

fn damaged(line: usize) -> Problem {
    Problem::new(Code::BankFileDamaged).with("line", line)
}

/// Returns the number of the line that contains a byte. A line ends with a line feed, a carriage return, or both.
fn line_at(text: &str, byte: usize) -> usize {
    let is_end =
        |(at, one): &(usize, u8)| *one == b'\n' || (*one == b'\r' && text.as_bytes().get(at + 1) != Some(&b'\n'));
    text.bytes().take(byte).enumerate().filter(is_end).count() + 1
}

/// Joins the parts that are not empty, each once, up to a number of characters.
fn joined<'a>(parts: impl IntoIterator<Item = &'a str>, most: usize) -> String {
    let mut shown: Vec<&str> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        if known.insert(part) {
            shown.push(part);
        }
    }
    shown.join(" ").chars().take(most).collect()
}
