//! OFX, as SGML (version 1) and as XML (version 2). In SGML a value has no closing tag, so both are read tag by tag.

use super::{Entry, Statement, damaged, foreign, joined, line_at, sen};
use crate::{Code, Day, Problem};

/// The values of a transaction, by tag.
#[derive(Default)]
struct Transaction {
    day: Option<Day>,
    sen: Option<i64>,
    cheque: String,
    reference: String,
    id: String,
    name: String,
    memo: String,
}

/// Reads the statements of a file. OFX has no opening balance, so the balances cannot be compared.
pub fn statements(text: &str) -> Result<Vec<Statement>, Problem> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut currency = None;
    let mut transaction: Option<Transaction> = None;
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once('<') {
        let place = text.len() - behind.len();
        let wrong = || damaged(line_at(text, place));
        let (tag, behind) = behind.split_once('>').ok_or_else(wrong)?;
        if tag.starts_with('!') {
            // A document type or an entity.
            return Err(wrong());
        }
        let written = behind.split(['<', '\r', '\n']).next().unwrap_or_default();
        let value = || decoded(written.trim()).ok_or_else(wrong);
        match (tag, transaction.as_mut()) {
            ("STMTRS", _) => {
                statements.push(Statement::default());
                currency = None;
            }
            ("CURDEF", _) => currency = foreign(&value()?),
            ("STMTTRN", None) => transaction = Some(Transaction::default()),
            ("STMTTRN", Some(_)) => return Err(wrong()),
            ("/STMTTRN", Some(_)) => {
                let entry = transaction.take().and_then(Transaction::entry).ok_or_else(wrong)?;
                let statement = statements.last_mut().ok_or(Code::BankFileUnknown)?;
                statement.add(Entry { foreign: currency.clone(), ..entry })?;
            }
            ("DTPOSTED", Some(one)) => one.day = Some(day(&value()?).ok_or_else(wrong)?),
            ("TRNAMT", Some(one)) => one.sen = Some(signed(&value()?).ok_or_else(wrong)?),
            ("CHECKNUM", Some(one)) => one.cheque = value()?,
            ("REFNUM", Some(one)) => one.reference = value()?,
            ("FITID", Some(one)) => one.id = value()?,
            ("NAME", Some(one)) => one.name = value()?,
            ("MEMO", Some(one)) => one.memo = value()?,
            _ => {}
        }
        rest = behind;
    }
    if transaction.is_some() {
        return Err(damaged(line_at(text, text.len())));
    }
    if statements.is_empty() {
        return Err(Code::BankFileUnknown.into());
    }
    Ok(statements)
}

impl Transaction {
    fn entry(self) -> Option<Entry> {
        let references = [&self.reference, &self.cheque, &self.id];
        let reference = references.into_iter().find(|one| !one.is_empty()).cloned().unwrap_or_default();
        let others = [&self.name, &self.memo, &self.cheque, &self.id].map(String::as_str);
        let description = joined(others.into_iter().filter(|one| *one != reference));
        Some(Entry { day: Some(self.day?), reference, description, sen: self.sen?, ..Entry::default() })
    }
}

/// Reads the day of a time such as `20261120120000[+8:MYT]`.
fn day(text: &str) -> Option<Day> {
    let (year, month, day) = (text.get(..4)?, text.get(4..6)?, text.get(6..8)?);
    Day::parse(&format!("{year}-{month}-{day}")).ok()
}

fn signed(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(amount) => sen(amount).map(|sen| -sen),
        None => sen(text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Replaces the five entities that every document has. Others are refused.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('&');
    let mut decoded = parts.next()?.to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').unwrap_or(("", part));
        let character = match name {
            // SGML writes a lone sign as it is.
            "amp" | "" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => return None,
        };
        decoded.push(character);
        decoded.push_str(rest);
    }
    Some(decoded)
}
