//! Parses dates in the formats of banks.

use std::ops::Range;

use chrono::NaiveDate;

use crate::Day;

/// The order of day and month in a date of figures only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    DayFirst,
    MonthFirst,
}

/// The beginnings of month names in English and Malay.
const MONTHS: [(&str, u32); 17] = [
    ("jan", 1),
    ("feb", 2),
    ("mar", 3),
    ("mac", 3),
    ("apr", 4),
    ("may", 5),
    ("mei", 5),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("ogo", 8),
    ("sep", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
    ("dis", 12),
];

/// Detects the order of a column. Day first is usual in Malaysia; month first is chosen only if a cell allows no other
/// reading and no cell requires day first.
pub fn order<'a>(cells: &(impl Iterator<Item = &'a str> + Clone)) -> Order {
    let is_other = |cell: &str| parse(cell, Order::DayFirst).is_none() && parse(cell, Order::MonthFirst).is_some();
    let is_usual = |cell: &str| parse(cell, Order::DayFirst).is_some() && parse(cell, Order::MonthFirst).is_none();
    if cells.clone().any(is_other) && !cells.clone().any(is_usual) { Order::MonthFirst } else { Order::DayFirst }
}

/// Parses `20/11/2026`, `2026-11-20`, `20 Nov 2026`, `20261120` or the serial number of a workbook, each with or
/// without a time after it.
pub fn parse(text: &str, order: Order) -> Option<Day> {
    let text = text.trim();
    if let Some(day) = serial(text) {
        return Some(day);
    }
    let mut parts = parts(text);
    if parts.len() > 3 && text.contains(':') {
        parts.truncate(3);
    }
    match parts.as_slice() {
        [whole] if whole.len() == 8 => {
            let number = |from: usize, to: usize| -> Option<u32> { whole.get(from..to)?.parse().ok() };
            date(number(0, 4)?, number(4, 6)?, number(6, 8)?)
                .or_else(|| date(number(4, 8)?, number(2, 4)?, number(0, 2)?))
        }
        [year, month, day] if year.len() == 4 => date(figure(year)?, month_of(month)?, figure(day)?),
        [month, day, year] if named(month).is_some() => date(year_of(year)?, named(month)?, figure(day)?),
        [day, month, year] if named(month).is_some() => date(year_of(year)?, named(month)?, figure(day)?),
        [one, other, year] => {
            let (day, month) = if order == Order::DayFirst { (one, other) } else { (other, one) };
            date(year_of(year)?, figure(month)?, figure(day)?)
        }
        _ => None,
    }
}

/// Splits a text into runs of digits and runs of letters.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for word in text.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let mut from = 0;
        for (at, one) in word.char_indices() {
            let before = word[..at].chars().next_back();
            if before.is_some_and(|before| before.is_ascii_digit() != one.is_ascii_digit()) {
                parts.push(&word[from..at]);
                from = at;
            }
        }
        parts.push(&word[from..]);
    }
    parts
}

fn figure(text: &str) -> Option<u32> {
    text.parse().ok()
}

fn named(text: &str) -> Option<u32> {
    let text = text.to_lowercase();
    MONTHS.iter().find(|(name, _)| text.starts_with(name)).map(|(_, month)| *month)
}

fn month_of(text: &str) -> Option<u32> {
    named(text).or_else(|| figure(text))
}

fn year_of(text: &str) -> Option<u32> {
    let year = figure(text)?;
    match text.len() {
        2 => Some(2000 + year),
        4 => Some(year),
        _ => None,
    }
}

fn date(year: u32, month: u32, day: u32) -> Option<Day> {
    let year = i32::try_from(year).ok().filter(|year| (2000..2100).contains(year))?;
    NaiveDate::from_ymd_opt(year, month, day).map(Day::from)
}

/// The serial numbers from 1 January 2000 to 31 December 2099; each has five digits.
const SERIALS: Range<i64> = 36_526..73_051;
const SERIAL_DIGITS: usize = 5;

/// Parses the serial number of a workbook: days since 30 December 1899. The digits after the point are the time.
fn serial(text: &str) -> Option<Day> {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let days: i64 = if whole.len() == SERIAL_DIGITS { whole.parse().ok()? } else { return None };
    let first = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (is_number && SERIALS.contains(&days)).then(|| Day::from(first).plus_days(days))
}
