//! MT940 of SWIFT: lines with tags such as `:61:`, each with its continuation.

use super::{Entry, Statement, damaged, foreign, joined, sen};
use crate::{Day, Problem};

/// A tag with its text, and the number of its line.
struct Field<'a> {
    line: usize,
    tag: &'a str,
    text: Vec<&'a str>,
}

/// Reads the statements of a file.
pub fn statements(text: &str) -> Result<Vec<Statement>, Problem> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut currency = None;
    for Field { line, tag, text } in fields(text) {
        let first = text.first().copied().unwrap_or_default();
        if tag == "20" {
            statements.push(Statement::default());
        }
        let statement = statements.last_mut().ok_or_else(|| damaged(line))?;
        match tag {
            "60F" | "60M" => {
                let (balance, of) = balance(first).ok_or_else(|| damaged(line))?;
                (statement.opening, currency) = (Some(balance), foreign(of));
            }
            "62F" | "62M" => {
                let (balance, _) = balance(first).ok_or_else(|| damaged(line))?;
                statement.closing = Some(balance);
            }
            "61" => {
                let mut entry = entry(first).ok_or_else(|| damaged(line))?;
                entry.foreign.clone_from(&currency);
                entry.description =
                    joined([entry.description.as_str()].into_iter().chain(text.iter().skip(1).copied()));
                statement.add(entry)?;
            }
            "86" => {
                if let Some(entry) = statement.entries.last_mut() {
                    let more: Vec<String> = text.iter().map(|line| without_codes(line)).collect();
                    let all = more.iter().map(String::as_str).chain([entry.description.as_str()]);
                    entry.description = joined(all);
                }
            }
            _ => {}
        }
    }
    Ok(statements)
}

/// Returns the fields. The blocks of a SWIFT message around them are left out.
fn fields(text: &str) -> Vec<Field<'_>> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    for (place, line) in text.lines().enumerate() {
        // The text block of a message begins behind `{4:` and ends with `-}`.
        let line = line.rsplit_once("{4:").map_or(line, |(_, rest)| rest).trim_end();
        let tag = line.strip_prefix(':').and_then(|rest| rest.split_once(':'));
        let is_tag = |tag: &str| matches!(tag.len(), 2 | 3) && tag.bytes().take(2).all(|byte| byte.is_ascii_digit());
        match tag.filter(|(tag, _)| is_tag(tag)) {
            Some((tag, rest)) => fields.push(Field { line: place + 1, tag, text: vec![rest] }),
            None if line.is_empty() || line == "-" || line.starts_with("-}") || line.starts_with('{') => {}
            None => {
                if let Some(field) = fields.last_mut() {
                    field.text.push(line);
                }
            }
        }
    }
    fields
}

/// Reads a balance, `C261120MYR1234,50`: the amount, negative for a debit, and the currency.
fn balance(text: &str) -> Option<(i64, &str)> {
    let sign = text.get(..1)?;
    day(text.get(1..7)?)?;
    let amount = sen(text.get(10..)?)?;
    let amount = match sign {
        "C" => amount,
        "D" => -amount,
        _ => return None,
    };
    Some((amount, text.get(7..10)?))
}

/// Reads a line, `2611201120C1234,50NTRFEFT123//BANKREF`.
fn entry(text: &str) -> Option<Entry> {
    let value_day = day(text.get(..6)?)?;
    let rest = text.get(6..)?;
    let booked = rest.get(..4).filter(|day| day.bytes().all(|byte| byte.is_ascii_digit()));
    let rest = if booked.is_some() { rest.get(4..)? } else { rest };
    // A reversed credit takes money away, a reversed debit returns it.
    let marks = [("RC", true), ("RD", false), ("C", false), ("D", true)];
    let (rest, is_debit) = marks.iter().find_map(|(mark, is_debit)| Some((rest.strip_prefix(*mark)?, *is_debit)))?;
    // The last letter of the currency may follow.
    let rest = rest.strip_prefix(|one: char| one.is_ascii_uppercase()).unwrap_or(rest);
    let end = rest.find(|one: char| !one.is_ascii_digit() && one != ',')?;
    let amount = sen(rest.get(..end)?)?;
    let (own, banks) = rest.get(end + 4..)?.split_once("//").unwrap_or((rest.get(end + 4..)?, ""));
    let (own, banks) = (own.trim(), banks.trim());
    let reference = if own.is_empty() || own == "NONREF" { banks } else { own };
    Some(Entry {
        day: Some(booked.map_or(Some(value_day), |booked| booking_day(value_day, booked))?),
        reference: reference.to_owned(),
        description: if reference == banks { String::new() } else { banks.to_owned() },
        sen: if is_debit { -amount } else { amount },
        ..Entry::default()
    })
}

/// Reads a day written as `yyMMdd`.
fn day(text: &str) -> Option<Day> {
    let (year, rest) = text.split_at_checked(2)?;
    let (month, day) = rest.split_at_checked(2)?;
    Day::parse(&format!("20{year}-{month}-{day}")).ok()
}

/// Returns the booking day, written as `MMdd`: that of the year in which it is nearest to the value day.
fn booking_day(value_day: Day, booked: &str) -> Option<Day> {
    let (month, day) = booked.split_at_checked(2)?;
    let year: i32 = value_day.to_string().get(..4)?.parse().ok()?;
    let days = [year - 1, year, year + 1].map(|year| Day::parse(&format!("{year}-{month}-{day}")).ok());
    days.into_iter().flatten().min_by_key(|day| day.days_since(value_day).abs())
}

/// Removes the codes that some banks put between the parts of a text, such as `?20`.
fn without_codes(line: &str) -> String {
    let mut parts = line.split('?');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_code = part.bytes().take(2).filter(u8::is_ascii_digit).count() == 2;
        text.push(if is_code { ' ' } else { '?' });
        text.push_str(if is_code { part.get(2..).unwrap_or_default() } else { part });
    }
    text
}
