//! OFX, as SGML (version 1) and as XML (version 2). In SGML a value has no closing tag, so both are read tag by tag.

use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;

use super::numbers::reference;
use super::tags::{Tag, Tags};
use super::{Entry, MAX_TEXT, Reference, Statement, damaged, decimal, foreign, joined, line_at, other_format};
use crate::bank_statements::days::{self, Order};
use crate::{Code, Day, Instant, Problem};

/// Values of a transaction that are neither a reference nor a text.
const NO_TEXTS: [&str; 17] = [
    "DTUSER",
    "CURRATE",
    "SIC",
    "BANKID",
    "BRANCHID",
    "ACCTTYPE",
    "ACCTKEY",
    "INV401KSOURCE",
    "ADDR1",
    "ADDR2",
    "ADDR3",
    "CITY",
    "STATE",
    "POSTALCODE",
    "COUNTRY",
    "PHONE",
    "CURSYM",
];

/// A transaction of a statement.
#[derive(Default)]
struct Transaction {
    /// The index of its statement.
    statement: usize,
    posted: Option<(Day, Option<Instant>)>,
    available: Option<Day>,
    amount: String,
    /// The currency of the amount, unless it is the account's.
    currency: Option<String>,
    /// Whether the amount was converted from another currency, which follows.
    is_converted: bool,
    cheque: String,
    reference: String,
    id: String,
    /// Whether its type says that the money went out.
    is_debit: bool,
    /// The id of the transaction that it replaces or deletes.
    corrects: String,
    is_deletion: bool,
    texts: Vec<String>,
}

/// Reads the statements of a file. OFX has no opening balance, so the balances cannot be compared.
pub fn statements(text: &str) -> Result<Vec<Statement>, Problem> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut currency = None;
    let mut open: Option<Transaction> = None;
    let mut read: Vec<(Transaction, Entry)> = Vec::new();
    let mut tags = Tags::of(text);
    while let Some(tag) = tags.next() {
        let wrong = || damaged(line_at(text, tags.place()));
        let Tag { name, value } = tag.ok_or_else(wrong)?;
        match (name.as_str(), open.as_mut()) {
            ("STMTRS", None) => {
                statements.push(Statement::default());
                currency = None;
            }
            ("CCSTMTRS", None) => return Err(other_format("OFX of a credit card")),
            ("CURDEF", None) => currency = foreign(&value),
            ("DTSTART" | "DTEND", None) => {
                if let Some(statement) = statements.last_mut() {
                    statement.id.push_str(&value);
                }
            }
            ("ACCTID", None) => {
                if let Some(statement) = statements.last_mut().filter(|statement| statement.account.is_empty()) {
                    statement.account = value;
                }
            }
            ("STMTTRN", None) => {
                let statement = statements.len().checked_sub(1).ok_or(Code::BankFileUnknown)?;
                open = Some(Transaction { statement, ..Transaction::default() });
            }
            ("STMTTRN", Some(_)) => return Err(wrong()),
            ("/STMTTRN", _) => {
                if let Some(transaction) = open.take() {
                    let entry = transaction.entry(currency.as_ref()).ok_or_else(wrong)?;
                    read.push((transaction, entry));
                }
            }
            (name, Some(transaction)) => transaction.take(name, value).ok_or_else(wrong)?,
            _ => {}
        }
    }
    if open.is_some() {
        return Err(damaged(line_at(text, text.len())));
    }
    if statements.is_empty() {
        return Err(Code::BankFileUnknown.into());
    }
    for (place, entry) in each_once(&statements, read) {
        statements[place].add(entry)?;
    }
    Ok(statements)
}

/// Leaves out what another transaction of the file replaces or deletes, and what stands in the file twice: the id is
/// unique in an account. An id with different days, amounts or references is none, and folds nothing.
fn each_once(statements: &[Statement], read: Vec<(Transaction, Entry)>) -> Vec<(usize, Entry)> {
    let account = |one: &Transaction| statements[one.statement].account.clone();
    let corrected: HashSet<(String, String)> = read
        .iter()
        .filter(|(one, _)| !one.corrects.is_empty() && one.corrects != one.id)
        .map(|(one, _)| (account(one), one.corrects.clone()))
        .collect();
    let mut values: HashMap<(String, String), HashSet<_>> = HashMap::new();
    for (one, entry) in &read {
        let value = (entry.day, entry.amount, one.is_deletion, one.reference.clone(), one.cheque.clone());
        values.entry((account(one), one.id.clone())).or_default().insert(value);
    }
    let mut known: HashSet<(String, String)> = HashSet::new();
    let mut kept = Vec::new();
    for (one, entry) in read {
        let id = (account(&one), one.id.clone());
        let is_repeated = reference(&one.id).is_some() && values[&id].len() == 1 && !known.insert(id.clone());
        if !corrected.contains(&id) && !one.is_deletion && !is_repeated {
            kept.push((one.statement, entry));
        }
    }
    kept
}

impl Transaction {
    /// Takes a value of the transaction.
    fn take(&mut self, name: &str, value: String) -> Option<()> {
        match name {
            "DTPOSTED" => self.posted = Some(moment(&value)?),
            "DTAVAIL" => self.available = moment(&value).map(|(day, _)| day),
            "TRNAMT" => self.amount = value,
            "TRNTYPE" => self.is_debit = matches!(value.as_str(), "DEBIT" | "DIRECTDEBIT"),
            "CHECKNUM" => self.cheque = value,
            "REFNUM" => self.reference = value,
            "FITID" => self.id = value,
            "CORRECTFITID" => self.corrects = value,
            "CORRECTACTION" => self.is_deletion = value == "DELETE",
            "ORIGCURRENCY" => self.is_converted = true,
            "CURRENCY" => {
                self.is_converted = false;
                self.currency = Some(value).filter(|value| !value.is_empty());
            }
            "CURSYM" if !self.is_converted => self.currency = Some(value),
            _ if NO_TEXTS.contains(&name) || value.is_empty() => {}
            _ => self.texts.push(value),
        }
        Some(())
    }

    fn entry(&self, currency: Option<&String>) -> Option<Entry> {
        let foreign = self.currency.as_ref().map_or_else(|| currency.cloned(), |currency| foreign(currency));
        let (day, instant) = self.posted?;
        // Some banks write amounts without a sign. A type such as POS or ATM has both directions.
        let amount = signed(&self.amount, foreign.as_ref())?;
        let amount = if self.is_debit { -amount.abs() } else { amount };
        // What corrects a transaction keeps its id, so that both are one in another file.
        let id = if self.corrects.is_empty() { &self.id } else { &self.corrects };
        let kinds = [(Reference::RefNum, &self.reference), (Reference::Cheque, &self.cheque), (Reference::FitId, id)];
        let references: Vec<_> = kinds.into_iter().filter_map(|(kind, text)| Some((kind, reference(text)?))).collect();
        Some(Entry {
            day: Some(day),
            booking_day: Some(day),
            value_day: self.available,
            instant,
            reference: references.first().map(|(_, text)| text.clone()).unwrap_or_default(),
            description: joined(self.texts.iter().map(String::as_str), MAX_TEXT),
            numbers: reference(&self.id).into_iter().collect(),
            references,
            is_reversal: false,
            is_taken_back: false,
            amount,
            whole: None,
            foreign,
        })
    }
}

/// Reads a time such as `20261120120000.000[+8:MYT]`: its day in Malaysia, and the instant if there is a zone. Banks
/// write a time without a zone as it is at the bank, although the standard says GMT, so it stays on its day.
fn moment(text: &str) -> Option<(Day, Option<Instant>)> {
    let Some((date, rest)) = text.split_at_checked(8).filter(|(date, _)| date.bytes().all(|one| one.is_ascii_digit()))
    else {
        let is_year_first = text.get(..4)?.bytes().all(|one| one.is_ascii_digit());
        return days::parse(text, Order::DayFirst).filter(|_| is_year_first).map(|day| (day, None));
    };
    let day = Day::parse(&format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..])).ok()?;
    let (time, zone) = rest.split_once('[').unwrap_or((rest, ""));
    let instant = if let Some(seconds) = offset(zone) {
        days::clock(time).and_then(|clock| clock.in_zone(seconds).on(day))
    } else {
        // Another form of a zone, such as `[GMT]` or `[+0530:IST]`.
        let zone = zone.split([':', ']']).find(|part| !part.trim().is_empty()).unwrap_or_default();
        days::clock(&format!("{time}{zone}")).and_then(|clock| clock.on(day))
    };
    Some((instant.map_or(day, Day::at), instant))
}

/// Reads the hours of a zone, `+8:MYT]`, `-3.5:NST]` or `+5.30]`, as seconds ahead of UTC.
fn offset(zone: &str) -> Option<i64> {
    let hours = zone.split([':', ']']).next()?.trim();
    let (is_west, hours) = hours.strip_prefix('-').map_or((false, hours), |hours| (true, hours));
    let (hours, part) = hours.trim_start_matches('+').split_once('.').unwrap_or((hours.trim_start_matches('+'), ""));
    let minutes = match part {
        "" | "0" | "00" => 0,
        "25" => 15,
        "5" | "50" => 30,
        "75" => 45,
        minutes => minutes.parse().ok().filter(|minutes| *minutes < 60)?,
    };
    let hours: i64 = hours.parse().ok().filter(|hours| *hours <= 14)?;
    let seconds = hours * 3_600 + minutes * 60;
    Some(if is_west { -seconds } else { seconds })
}

/// Reads an amount. The standard has no separator of thousands, so it is one only where both signs occur or one repeats.
fn signed(text: &str, foreign: Option<&String>) -> Option<Decimal> {
    let text: String = text.chars().filter(|one| !one.is_whitespace()).collect();
    let thousands = match (text.find('.'), text.find(',')) {
        (Some(point), Some(comma)) => Some(if point < comma { '.' } else { ',' }),
        _ => ['.', ','].into_iter().find(|sign| text.matches(*sign).count() > 1),
    };
    let Some(thousands) = thousands else { return decimal(&text, foreign) };
    let whole = text.split(if thousands == '.' { ',' } else { '.' }).next()?;
    let is_grouped = whole.split(thousands).skip(1).all(|group| group.len() == 3);
    decimal(&text.replace(thousands, ""), foreign).filter(|_| is_grouped)
}
