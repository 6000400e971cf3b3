//! camt.053 of ISO 20022, versions 001.02 and 001.08. Only booked entries count: a pending one comes again.

use quick_xml::events::Event;

use super::{Entry, MAX_TEXT, Statement, damaged, foreign, joined, line_at, sen};
use crate::sheet::xml::{Events, attribute, push, referred};
use crate::{Code, Day, Problem};

const VERSIONS: [&str; 2] = ["camt.053.001.02", "camt.053.001.08"];

/// A balance of a statement.
#[derive(Default)]
struct Balance {
    kind: String,
    sen: Option<i64>,
    is_debit: bool,
}

/// An entry, or a transfer within an entry.
#[derive(Default, Clone)]
struct Booking {
    sen: Option<i64>,
    currency: String,
    is_debit: Option<bool>,
    status: String,
    day: Option<Day>,
    value_day: Option<Day>,
    /// The references, best first: the payer's own, those of the banks.
    references: [String; 3],
    texts: Vec<String>,
}

/// Reads the statements of a document.
pub fn statements(text: &str) -> Result<Vec<Statement>, Problem> {
    check_version(text)?;
    let mut reading = Reading::default();
    let mut events = Events::of(text);
    loop {
        let at = |events: &Events<'_>| damaged(line_at(text, events.position()));
        let Some(event) = events.next().map_err(|_| at(&events))? else { break };
        let read = match event {
            Event::Start(start) => {
                let name = start.local_name();
                let currency = if name.as_ref() == "Amt" { attribute(&start, "Ccy") } else { Ok(None) };
                currency.map(|currency| reading.begin(name.as_ref(), currency)).map_err(Problem::from)
            }
            Event::End(_) => reading.end(),
            Event::Text(piece) => push(&mut reading.text, &piece.xml10_content(), MAX_TEXT).map_err(Problem::from),
            Event::CData(piece) => push(&mut reading.text, &piece.xml10_content(), MAX_TEXT).map_err(Problem::from),
            Event::GeneralRef(reference) => {
                referred(&reference).map(|one| reading.text.push(one)).map_err(Problem::from)
            }
            _ => Ok(()),
        };
        read.map_err(|problem| if problem.code == Code::SheetDamaged { at(&events) } else { problem })?;
    }
    Ok(reading.statements)
}

/// Checks the version, which the document's namespace names.
fn check_version(text: &str) -> Result<(), Problem> {
    let (_, rest) = text.split_once("xsd:camt.").ok_or(Code::BankFileUnknown)?;
    let version = rest.split(['"', '\'']).next().unwrap_or_default();
    let format: String = "camt.".chars().chain(version.chars().take(20)).collect();
    if VERSIONS.contains(&format.as_str()) {
        return Ok(());
    }
    Err(Problem::new(Code::BankFormatVersion).with("format", format).with("known", VERSIONS.join(", ")))
}

#[derive(Default)]
struct Reading {
    /// The names of the open elements below `Stmt`.
    path: Vec<String>,
    is_in_statement: bool,
    text: String,
    statements: Vec<Statement>,
    balance: Balance,
    entry: Booking,
    transfer: Booking,
    transfers: Vec<Booking>,
}

impl Reading {
    /// Opens an element. An amount has its currency as an attribute.
    fn begin(&mut self, name: &str, currency: Option<String>) {
        self.text.clear();
        if self.is_in_statement {
            self.path.push(name.to_owned());
            if let ([entry, _], Some(currency)) = (self.path.as_slice(), currency)
                && entry == "Ntry"
            {
                self.entry.currency = currency;
            }
        } else if name == "Stmt" {
            self.is_in_statement = true;
            self.statements.push(Statement::default());
        }
    }

    fn end(&mut self) -> Result<(), Problem> {
        let text = std::mem::take(&mut self.text).trim().to_owned();
        let mut names = std::mem::take(&mut self.path);
        let path: Vec<&str> = names.iter().map(String::as_str).collect();
        match path.as_slice() {
            [] => self.is_in_statement = false,
            ["Bal"] => self.add_balance(),
            ["Bal", rest @ ..] => read_balance(&mut self.balance, rest, text)?,
            ["Ntry"] => self.add_entry()?,
            ["Ntry", "NtryDtls", "TxDtls"] => self.transfers.push(std::mem::take(&mut self.transfer)),
            ["Ntry", "NtryDtls", "TxDtls", rest @ ..] => read_booking(&mut self.transfer, rest, text)?,
            ["Ntry", rest @ ..] => read_booking(&mut self.entry, rest, text)?,
            _ => {}
        }
        names.pop();
        self.path = names;
        Ok(())
    }

    fn add_balance(&mut self) {
        let Balance { kind, sen, is_debit } = std::mem::take(&mut self.balance);
        let sen = sen.map(|sen| if is_debit { -sen } else { sen });
        if let Some(statement) = self.statements.last_mut() {
            match kind.as_str() {
                "OPBD" => statement.opening = sen,
                // The closing balance of the day before, for banks that give no opening balance.
                "PRCD" => statement.opening = statement.opening.or(sen),
                "CLBD" => statement.closing = sen,
                _ => {}
            }
        }
    }

    /// Adds an entry: one line for each of its transfers if their amounts are given and add up, otherwise one line.
    fn add_entry(&mut self) -> Result<(), Problem> {
        let entry = std::mem::take(&mut self.entry);
        let transfers = std::mem::take(&mut self.transfers);
        let Some(statement) = self.statements.last_mut() else { return Ok(()) };
        if entry.status != "BOOK" {
            return Ok(());
        }
        let (Some(total), Some(is_debit)) = (entry.sen, entry.is_debit) else {
            return Err(Code::SheetDamaged.into());
        };
        if entry.day.or(entry.value_day).is_none() {
            return Err(Code::SheetDamaged.into());
        }
        let sum = transfers.iter().try_fold(0_i64, |sum, transfer| sum.checked_add(transfer.sen?));
        if transfers.len() > 1 && sum == Some(total) {
            return transfers.iter().try_for_each(|one| statement.add(line(&entry, Some(one), one.sen, is_debit)));
        }
        let only = transfers.first().filter(|_| transfers.len() == 1);
        statement.add(line(&entry, only, Some(total), is_debit))
    }
}

/// Returns the line of an entry, with the references and texts of its transfer.
fn line(entry: &Booking, transfer: Option<&Booking>, sen: Option<i64>, is_debit: bool) -> Entry {
    let sen = sen.unwrap_or_default();
    let own = transfer.map_or(&[][..], |transfer| transfer.references.as_slice());
    let references: Vec<&str> = own.iter().chain(&entry.references).map(String::as_str).collect();
    let reference = references.iter().copied().find(|one| !one.is_empty()).unwrap_or_default();
    let texts = transfer.into_iter().flat_map(|transfer| &transfer.texts).chain(&entry.texts).map(String::as_str);
    let others = references.iter().copied().filter(|one| *one != reference);
    Entry {
        day: entry.day.or(entry.value_day),
        reference: reference.to_owned(),
        description: joined(texts.chain(others)),
        sen: if is_debit { -sen } else { sen },
        foreign: foreign(&entry.currency),
        ..Entry::default()
    }
}

fn read_balance(balance: &mut Balance, path: &[&str], text: String) -> Result<(), Problem> {
    match path {
        ["Tp", "CdOrPrtry", "Cd"] => balance.kind = text,
        ["Amt"] => balance.sen = Some(sen(&text).ok_or(Code::SheetDamaged)?),
        ["CdtDbtInd"] => balance.is_debit = is_debit(&text)?,
        _ => {}
    }
    Ok(())
}

fn read_booking(booking: &mut Booking, path: &[&str], text: String) -> Result<(), Problem> {
    match path {
        ["Amt"] => booking.sen = Some(sen(&text).ok_or(Code::SheetDamaged)?),
        ["AmtDtls", "TxAmt", "Amt"] => booking.sen = booking.sen.or(Some(sen(&text).ok_or(Code::SheetDamaged)?)),
        ["CdtDbtInd"] => booking.is_debit = Some(is_debit(&text)?),
        ["Sts"] if booking.status.is_empty() => booking.status = text,
        ["Sts", "Cd"] => booking.status = text,
        ["BookgDt", _] => booking.day = Some(day(&text)?),
        ["ValDt", _] => booking.value_day = Some(day(&text)?),
        // What a payer who gave no reference sends instead.
        ["Refs", "EndToEndId"] if text != "NOTPROVIDED" => booking.references[0] = text,
        ["Refs", "ChqNb"] => booking.references[0] = text,
        ["Refs", "TxId" | "InstrId"] => booking.references[1] = text,
        ["AcctSvcrRef"] | ["Refs", "AcctSvcrRef"] => booking.references[2] = text,
        ["RmtInf", "Ustrd"] | ["RmtInf", "Strd", "CdtrRefInf", "Ref"] | ["AddtlNtryInf" | "AddtlTxInf"] => {
            booking.texts.push(text);
        }
        ["RltdPties", "Dbtr", "Nm"] | ["RltdPties", "Dbtr", "Pty", "Nm"] => booking.texts.push(text),
        _ => {}
    }
    Ok(())
}

fn is_debit(text: &str) -> Result<bool, Code> {
    match text {
        "CRDT" => Ok(false),
        "DBIT" => Ok(true),
        _ => Err(Code::SheetDamaged),
    }
}

/// Reads a day, or the day of a time.
fn day(text: &str) -> Result<Day, Code> {
    text.get(..10).and_then(|day| Day::parse(day).ok()).ok_or(Code::SheetDamaged)
}
