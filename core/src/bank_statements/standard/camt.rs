//! camt.053 of ISO 20022, versions 001.02 to 001.13: the parts that are read have the same names in all of them. Only
//! booked entries count: a pending one comes again.

use std::collections::HashSet;

use quick_xml::events::{BytesStart, Event};
use rust_decimal::Decimal;

use super::numbers::reference;
use super::{Balance, Entry, MAX_NUMBERS, MAX_TEXT, Reference, Statement, damaged, foreign, joined, line_at, unsigned};
use crate::bank_statements::days;
use crate::sheet::xml::{Events, attribute, push, referred};
use crate::{Code, Day, Instant, Problem};

/// The versions that are read, as the refusal of another names them.
const VERSIONS: &str = "camt.053.001.02–13";
const FIRST_VERSION: u32 = 2;
const LAST_VERSION: u32 = 13;

/// Elements of an entry whose content is neither a reference nor a text.
const NO_TEXTS: [&str; 25] = [
    "AmtDtls",
    "Avlbty",
    "BkTxCd",
    "BookgDt",
    "Chrgs",
    "CshDpst",
    "CtctDtls",
    "DtAndPlcOfBirth",
    "Intrst",
    "LglSeq",
    "PstlAdr",
    "RltdAgts",
    "RltdDts",
    "RltdPric",
    "RltdQties",
    "SchmeNm",
    "Sts",
    "TechInptChanl",
    "ValDt",
    "Tp",
    "TaxAmt",
    "Prd",
    "TaxblBaseAmt",
    "Svcr",
    "FinInstrmId",
];
/// Further values that are neither.
const NO_TEXT_VALUES: [&str; 17] = [
    "Amt",
    "AnyBIC",
    "BIC",
    "BICFI",
    "BICOrBEI",
    "Cd",
    "ComssnWvrInd",
    "CdtDbtInd",
    "Ccy",
    "CtryOfRes",
    "Dt",
    "DtTm",
    "Issr",
    "LEI",
    "NbOfTxs",
    "RvslInd",
    "Rate",
];

/// A balance of a statement.
#[derive(Default)]
struct ReadBalance {
    kind: String,
    amount: Option<Decimal>,
    foreign: Option<String>,
    is_debit: bool,
}

/// An amount with its currency, unless it is the ringgit.
#[derive(Clone)]
struct Amount {
    amount: Decimal,
    foreign: Option<String>,
}

/// An entry, or a transfer within an entry.
#[derive(Default, Clone)]
struct Booking {
    /// The amount; of a transfer all that are given, the best first.
    amounts: [Option<Amount>; 3],
    is_debit: Option<bool>,
    status: String,
    day: Option<(Day, Option<Instant>)>,
    value_day: Option<Day>,
    is_reversal: bool,
    references: Vec<(Reference, String)>,
    /// Texts and further references, with their order on the screen.
    texts: Vec<(Rank, String)>,
    /// Bytes of the references and texts. Those of an entry are copied to each of its transfers, so they are limited.
    length: usize,
}

/// The order of texts on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Remittance,
    Payer,
    Remark,
    Other,
}

/// Reads the statements of a document.
pub fn statements(text: &str) -> Result<Vec<Statement>, Problem> {
    let mut reading = Reading::default();
    let mut events = Events::of(text);
    loop {
        let at = |events: &Events<'_>| damaged(line_at(text, events.position()));
        let Some(event) = events.next().map_err(|_| at(&events))? else { break };
        let read = match event {
            Event::Start(start) => reading.begin(&start),
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
    if reading.is_camt053 { Ok(reading.statements) } else { Err(Code::BankFileUnknown.into()) }
}

/// Returns the name of a message of ISO 20022 that a namespace contains, such as `camt.053.001.08`.
fn message_name(namespace: &str) -> Option<&str> {
    let (at, _) = namespace.match_indices("camt.").last()?;
    let rest = &namespace[at..];
    let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '.').unwrap_or(rest.len());
    rest[..end].get(..15).or(Some(&rest[..end]))
}

fn other_version(format: &str) -> Problem {
    Problem::new(Code::BankFormatVersion).with("format", format).with("known", VERSIONS)
}

#[derive(Default)]
struct Reading {
    /// The message's name by its namespace, if that has one.
    message: String,
    is_camt053: bool,
    /// The names of the open elements below `Stmt`.
    path: Vec<String>,
    is_in_statement: bool,
    text: String,
    /// The currency of the current element.
    currency: Option<String>,
    /// The currency of the account.
    account_currency: String,
    statements: Vec<Statement>,
    balance: ReadBalance,
    entry: Booking,
    transfer: Booking,
    transfers: Vec<Booking>,
}

impl Reading {
    /// Opens an element. An amount has its currency as an attribute.
    fn begin(&mut self, element: &BytesStart<'_>) -> Result<(), Problem> {
        self.text.clear();
        let local = element.local_name();
        let name = local.as_ref();
        if self.is_in_statement {
            self.path.push(name.to_owned());
            self.currency = attribute(element, "Ccy")?;
            return Ok(());
        }
        self.find_message(element)?;
        if name == "Stmt" && self.is_camt053 {
            self.is_in_statement = true;
            self.account_currency.clear();
            self.statements.push(Statement::default());
        } else if let Some(kind) = name.strip_prefix("BkToCstmr") {
            self.is_camt053 = self.check_message(kind)?;
        }
        Ok(())
    }

    /// Stores the name of the message if a namespace of the element has it.
    fn find_message(&mut self, element: &BytesStart<'_>) -> Result<(), Problem> {
        for found in element.attributes().with_checks(false) {
            let found = found.map_err(|_| Code::SheetDamaged)?;
            if !found.key.as_ref().starts_with("xmlns") {
                continue;
            }
            if let Some(name) = message_name(&found.value) {
                name.clone_into(&mut self.message);
            }
        }
        Ok(())
    }

    /// Checks the message by its namespace and its own element. Without a known namespace, the element decides.
    fn check_message(&self, kind: &str) -> Result<bool, Problem> {
        if !self.message.is_empty() && !self.message.starts_with("camt.053") {
            return Err(other_version(&self.message));
        }
        let version = self.message.strip_prefix("camt.053.001.").and_then(|version| version.parse::<u32>().ok());
        if version.is_some_and(|version| !(FIRST_VERSION..=LAST_VERSION).contains(&version)) {
            return Err(other_version(&self.message));
        }
        match kind {
            "Stmt" => Ok(true),
            "AcctRpt" => Err(other_version("camt.052")),
            "DbtCdtNtfctn" => Err(other_version("camt.054")),
            _ => Err(Code::BankFileUnknown.into()),
        }
    }

    fn end(&mut self) -> Result<(), Problem> {
        let text = std::mem::take(&mut self.text).trim().to_owned();
        let currency = self.currency.take();
        let mut names = std::mem::take(&mut self.path);
        let path: Vec<&str> = names.iter().map(String::as_str).collect();
        match path.as_slice() {
            [] => self.is_in_statement = false,
            ["Bal"] => self.add_balance(),
            ["Bal", rest @ ..] => read_balance(&mut self.balance, rest, text, currency)?,
            ["Ntry"] => self.add_entry()?,
            ["Ntry", "NtryDtls", "TxDtls"] => self.transfers.push(std::mem::take(&mut self.transfer)),
            ["Ntry", "NtryDtls", "TxDtls", rest @ ..] => {
                read_transfer(&mut self.transfer, rest, text, currency.as_deref())?;
            }
            ["Ntry", "Amt"] => {
                let currency = currency.unwrap_or_else(|| self.account_currency.clone());
                let foreign = foreign(&currency);
                let amount = unsigned(&text, foreign.as_ref()).ok_or(Code::SheetDamaged)?;
                self.entry.amounts[0] = Some(Amount { amount, foreign });
            }
            ["Ntry", rest @ ..] => read_entry(&mut self.entry, rest, text, currency.is_some())?,
            ["Acct", "Ccy"] => self.account_currency = text,
            rest => self.read_head(rest, text),
        }
        names.pop();
        self.path = names;
        Ok(())
    }

    fn read_head(&mut self, path: &[&str], text: String) {
        let Some(statement) = self.statements.last_mut() else { return };
        match path {
            ["Id"] => statement.id = text,
            ["Acct", "Id", "IBAN"] | ["Acct", "Id", "Othr", "Id"] => statement.account = text,
            _ => {}
        }
    }

    fn add_balance(&mut self) {
        let ReadBalance { kind, amount, foreign, is_debit } = std::mem::take(&mut self.balance);
        let amount = amount.map(|amount| if is_debit { -amount } else { amount });
        let balance = amount.map(|amount| Balance { amount, foreign });
        if let Some(statement) = self.statements.last_mut() {
            match kind.as_str() {
                "OPBD" => statement.opening = balance,
                // The closing balance of the day before, for banks that give no opening balance.
                "PRCD" => statement.opening = statement.opening.take().or(balance),
                "CLBD" => statement.closing = balance,
                _ => {}
            }
        }
    }

    /// Adds an entry: one line for each of its transfers if their amounts are given and add up with their signs,
    /// otherwise one line.
    fn add_entry(&mut self) -> Result<(), Problem> {
        let entry = std::mem::take(&mut self.entry);
        let transfers = std::mem::take(&mut self.transfers);
        let Some(statement) = self.statements.last_mut() else { return Ok(()) };
        if entry.status.is_empty() {
            return Err(Code::SheetDamaged.into());
        }
        if entry.status != "BOOK" {
            return Ok(());
        }
        let [Some(total), ..] = &entry.amounts else { return Err(Code::SheetDamaged.into()) };
        let is_debit = entry.is_debit.ok_or(Code::SheetDamaged)?;
        let amount = if is_debit { -total.amount } else { total.amount };
        let parts: Option<Vec<Decimal>> =
            transfers.iter().map(|one| one.part(total.foreign.as_ref(), is_debit)).collect();
        let parts = parts.filter(|parts| {
            parts.len() > 1 && parts.iter().try_fold(Decimal::ZERO, |sum, part| sum.checked_add(*part)) == Some(amount)
        });
        match parts {
            Some(parts) => transfers.chunks(1).zip(parts).try_for_each(|(transfer, part)| {
                let line = line(&entry, transfer, part, total.foreign.as_ref());
                statement.add(Entry { whole: Some(amount), ..line })
            }),
            None => statement.add(line(&entry, &transfers, amount, total.foreign.as_ref())),
        }
    }
}

impl Booking {
    /// Returns the amount of a transfer in the currency of its entry, with its sign.
    fn part(&self, foreign: Option<&String>, is_debit: bool) -> Option<Decimal> {
        let amount = self.amounts.iter().flatten().find(|amount| amount.foreign.as_ref() == foreign)?.amount;
        Some(if self.is_debit.unwrap_or(is_debit) { -amount } else { amount })
    }
}

/// Returns the line of an entry, with the references and texts of its transfers.
fn line(entry: &Booking, transfers: &[Booking], amount: Decimal, foreign: Option<&String>) -> Entry {
    let all = || transfers.iter().chain([entry]);
    let mut known: HashSet<&(Reference, String)> = HashSet::new();
    let mut references: Vec<(Reference, String)> =
        all().flat_map(|booking| &booking.references).filter(|found| known.insert(*found)).cloned().collect();
    // The kinds are in the order in which a reference is shown. An entry of several transfers is shown with its own.
    references.sort_by_key(|(kind, _)| *kind);
    let own = entry.references.first().filter(|_| transfers.len() > 1);
    let mut texts: Vec<&(Rank, String)> = all().flat_map(|booking| &booking.texts).collect();
    texts.sort_by_key(|(rank, _)| *rank);
    let of = |is_number: bool| {
        let texts = texts.iter().filter(move |(rank, _)| (*rank == Rank::Other) == is_number);
        texts.map(|(_, text)| text.as_str())
    };
    let (day, instant) = entry.day.unzip();
    Entry {
        day: day.or(entry.value_day),
        booking_day: day,
        value_day: entry.value_day,
        instant: instant.flatten(),
        reference: own.or(references.first()).map(|(_, text)| text.clone()).unwrap_or_default(),
        description: joined(of(false), if transfers.len() > 1 { MAX_NUMBERS } else { MAX_TEXT }),
        numbers: of(true).map(str::to_owned).collect(),
        references,
        is_reversal: all().any(|booking| booking.is_reversal),
        is_taken_back: false,
        amount,
        whole: None,
        foreign: foreign.cloned(),
    }
}

fn read_balance(
    balance: &mut ReadBalance,
    path: &[&str],
    text: String,
    currency: Option<String>,
) -> Result<(), Problem> {
    match path {
        ["Tp", "CdOrPrtry", "Cd"] => balance.kind = text,
        ["Amt"] => {
            balance.foreign = foreign(&currency.unwrap_or_default());
            balance.amount = Some(unsigned(&text, balance.foreign.as_ref()).ok_or(Code::SheetDamaged)?);
        }
        ["CdtDbtInd"] => balance.is_debit = is_debit(&text)?,
        _ => {}
    }
    Ok(())
}

/// Reads a value of an entry.
fn read_entry(entry: &mut Booking, path: &[&str], text: String, is_amount: bool) -> Result<(), Problem> {
    match path {
        ["CdtDbtInd"] => entry.is_debit = Some(is_debit(&text)?),
        // Since version 08 the status is in an element of its own.
        ["Sts"] if entry.status.is_empty() => entry.status = text,
        ["Sts", "Cd" | "Prtry"] => entry.status = text,
        ["RvslInd"] => entry.is_reversal = matches!(text.as_str(), "true" | "1"),
        ["BookgDt", "Dt" | "DtTm"] => entry.day = Some(moment(&text)?),
        ["ValDt", "Dt" | "DtTm"] => entry.value_day = Some(moment(&text)?.0),
        ["AcctSvcrRef"] => entry.add(Reference::EntryServicer, &text),
        _ if is_amount => {}
        _ => entry.add_text(path, text),
    }
    Ok(())
}

/// Reads a value of a transfer. Its amounts only divide the entry's, so one that cannot be read is left alone.
fn read_transfer(transfer: &mut Booking, path: &[&str], text: String, currency: Option<&str>) -> Result<(), Problem> {
    let amount = || {
        let foreign = foreign(currency.unwrap_or_default());
        unsigned(&text, foreign.as_ref()).map(|amount| Amount { amount, foreign })
    };
    // What was sent and came back. Each part of `RtrInf` is optional.
    transfer.is_reversal |= path.first() == Some(&"RtrInf") && !text.is_empty();
    match path {
        ["Amt"] => transfer.amounts[0] = amount(),
        ["AmtDtls", "TxAmt", "Amt"] => transfer.amounts[1] = amount(),
        ["AmtDtls", "InstdAmt", "Amt"] => transfer.amounts[2] = amount(),
        ["CdtDbtInd"] => transfer.is_debit = Some(is_debit(&text)?),
        ["Refs", "EndToEndId"] => transfer.add(Reference::EndToEnd, &text),
        ["Refs", "ChqNb"] => transfer.add(Reference::Cheque, &text),
        ["Refs", "TxId"] => transfer.add(Reference::Transaction, &text),
        ["Refs", "InstrId"] => transfer.add(Reference::Instruction, &text),
        ["Refs", "UETR"] => transfer.add(Reference::Uetr, &text),
        ["Refs", "AcctSvcrRef"] => transfer.add(Reference::Servicer, &text),
        _ if currency.is_some() => {}
        _ => transfer.add_text(path, text),
    }
    Ok(())
}

impl Booking {
    /// Adds a reference, unless it says that there is none.
    fn add(&mut self, kind: Reference, text: &str) {
        if let Some(text) = reference(text).filter(|_| self.length < MAX_NUMBERS) {
            self.length += text.len();
            self.references.push((kind, text));
        }
    }

    /// Adds a value if it is a text or a reference without a kind.
    fn add_text(&mut self, path: &[&str], text: String) {
        let is_text = !path.iter().any(|name| NO_TEXTS.contains(name))
            && path.last().is_some_and(|name| !NO_TEXT_VALUES.contains(name));
        let rank = match path {
            ["RmtInf", "Ustrd"]
            | ["RmtInf", "Strd", "AddtlRmtInf"]
            | ["RmtInf", "Strd", "CdtrRefInf", "Ref"]
            | ["RmtInf", "Strd", "RfrdDocInf", "Nb"] => Rank::Remittance,
            ["RltdPties", "Dbtr" | "UltmtDbtr", .., "Nm"] => Rank::Payer,
            ["AddtlNtryInf" | "AddtlTxInf"] => Rank::Remark,
            _ => Rank::Other,
        };
        if is_text && reference(&text).is_some() && self.length < MAX_NUMBERS {
            self.length += text.len();
            self.texts.push((rank, text));
        }
    }
}

fn is_debit(text: &str) -> Result<bool, Code> {
    match text {
        "CRDT" => Ok(false),
        "DBIT" => Ok(true),
        _ => Err(Code::SheetDamaged),
    }
}

/// Reads a day, or a time: its day in Malaysia, and the instant if there is a zone.
fn moment(text: &str) -> Result<(Day, Option<Instant>), Code> {
    let (day, rest) = text.split_at_checked(10).ok_or(Code::SheetDamaged)?;
    let day = Day::parse(day).map_err(|_| Code::SheetDamaged)?;
    let instant = days::clock(rest).and_then(|clock| clock.on(day));
    Ok((instant.map_or(day, Day::at), instant))
}
