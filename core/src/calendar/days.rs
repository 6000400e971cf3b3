//! Parses days as banks and users write them.

use std::ops::Range;

use chrono::{NaiveDate, NaiveTime};

use crate::{Day, Instant};

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

/// The beginnings of the days of the week in English and Malay.
const WEEKDAYS: [&str; 14] =
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "isn", "sel", "rab", "kha", "jum", "sab", "aha"];
/// What may follow the number of a day: `20th`, `20hb`.
const ORDINALS: [&str; 6] = ["st", "nd", "rd", "th", "hb", "haribulan"];

/// Parses `20/11/2026`, `2026-11-20`, `20 Nov 2026`, `20261120` or the serial number of a workbook, each with or
/// without a time after it and a day of the week before it. A time with a zone is its day in Malaysia.
pub fn parse(text: &str, order: Order) -> Option<Day> {
    let text = text.trim();
    if let Some(day) = serial(text) {
        return Some(day);
    }
    let mut words = words(text);
    if words.first().is_some_and(|word| is_weekday(word.text)) {
        words.remove(0);
    }
    let first = words.first()?;
    if matches!(first.text.len(), 8 | 12 | 14) && is_figures(first.text) {
        let number = |from: usize, to: usize| -> Option<u32> { first.text.get(from..to)?.parse().ok() };
        let day = date(number(0, 4)?, number(4, 6)?, number(6, 8)?)
            .or_else(|| date(number(4, 8)?, number(2, 4)?, number(0, 2)?))?;
        return at(day, text, &text[first.begin + 8..]);
    }
    let [one, other, third, ..] = words.as_slice() else { return None };
    // A Java program writes `Fri Nov 20 17:30:00 MYT 2026`.
    if let (Some(month), Some(last), true) = (named(one.text), words.last(), text[third.end..].starts_with(':')) {
        let day = date(year_of(last.text)?, month, figure(other.text)?)?;
        return at(day, text, text.get(other.end..last.begin)?);
    }
    let day = match [one.text, other.text, third.text] {
        [year, month, day] if year.len() == 4 => date(figure(year)?, month_of(month)?, figure(day)?),
        [month, day, year] if named(month).is_some() => date(year_of(year)?, named(month)?, figure(day)?),
        [day, month, year] if named(month).is_some() => date(year_of(year)?, named(month)?, figure(day)?),
        [one, other, year] => {
            let (day, month) = if order == Order::DayFirst { (one, other) } else { (other, one) };
            date(year_of(year)?, figure(month)?, figure(day)?)
        }
    };
    at(day?, text, &text[third.end..])
}

/// Returns the day in Malaysia of a day with the text behind it, which is a time if the text is a date.
fn at(day: Day, text: &str, behind: &str) -> Option<Day> {
    match clock(behind) {
        Some(time) => Some(time.on(day).map_or(day, Day::at)),
        // Another remark behind a time does not matter.
        None => text.contains(':').then_some(day),
    }
}

/// The time of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The seconds since midnight; none if there is no time.
    seconds: Option<i64>,
    /// The seconds by which the zone is ahead of UTC, if the text has a zone.
    zone: Option<i64>,
}

impl Clock {
    /// Sets the zone, in seconds ahead of UTC.
    #[cfg(feature = "sheet")]
    pub fn in_zone(self, seconds: i64) -> Self {
        Self { zone: Some(seconds), ..self }
    }

    /// Returns the instant of this time on a day, if the zone is known.
    pub fn on(self, day: Day) -> Option<Instant> {
        let midnight = day.date().and_time(NaiveTime::MIN).and_utc();
        Some(Instant::from(midnight).plus_seconds(self.seconds? - self.zone?))
    }
}

/// Parses the text behind a date: `T10:33:05.123+08:00`, `5:30 PM`, `17.30`, `173000Z`, `5.30 petang`, or nothing.
pub fn clock(text: &str) -> Option<Clock> {
    let text = text.to_lowercase();
    let mut rest = text.trim_start_matches(|one: char| !one.is_alphanumeric() && !matches!(one, '+' | '-'));
    if let Some(word) = words(rest).first().filter(|word| is_weekday(word.text)) {
        rest = rest[word.end..].trim_start_matches(|one: char| !one.is_alphanumeric());
    }
    for word in ["t", "at", "pukul", "jam", "-"] {
        let behind = rest.strip_prefix(word).map(str::trim_start);
        rest = behind.filter(|behind| behind.starts_with(|one: char| one.is_ascii_digit())).unwrap_or(rest);
    }
    let (seconds, rest) = time(rest)?;
    Some(Clock { seconds, zone: zone(rest)? })
}

/// Parses the time at the beginning of a text into seconds since midnight, and returns the text behind it.
fn time(text: &str) -> Option<(Option<i64>, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let length = digits(text);
    let (first, mut rest) = text.split_at_checked(length)?;
    let mut numbers: Vec<i64> = Vec::new();
    match length {
        0 => return Some((None, text)),
        1 | 2 => numbers.push(first.parse().ok()?),
        4 | 6 => {
            for place in (0..length).step_by(2) {
                numbers.push(first.get(place..place + 2)?.parse().ok()?);
            }
        }
        _ => return None,
    }
    // Minutes and seconds, then parts of a second.
    while let Some(behind) = rest.strip_prefix([':', '.', ',']).filter(|behind| digits(behind) > 0) {
        let (number, behind) = behind.split_at_checked(digits(behind))?;
        if numbers.len() < 3 {
            numbers.push(number.parse().ok().filter(|_| number.len() == 2)?);
        }
        rest = behind;
    }
    let (half, rest) = half_of_day(rest.trim_start());
    let hour = match (*numbers.first()?, half) {
        (12, Some(Half::First)) => 0,
        (hour @ 1..12, Some(Half::Second)) => hour + 12,
        (_, None) if numbers.len() == 1 => return None,
        (hour, _) => hour,
    };
    let (minute, second) = (numbers.get(1).copied().unwrap_or(0), numbers.get(2).copied().unwrap_or(0));
    // A leap second is written as 60, and the end of a day as 24:00.
    ((0..=24).contains(&hour) && minute < 60 && second <= 60).then_some(())?;
    Some((Some(hour * 3_600 + minute * 60 + second), rest))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    First,
    Second,
}

/// Splits off `am`, `p.m.`, `pagi` or `petang`.
fn half_of_day(text: &str) -> (Option<Half>, &str) {
    const WORDS: [(&str, Option<Half>); 12] = [
        ("a.m.", Some(Half::First)),
        ("am", Some(Half::First)),
        ("pagi", Some(Half::First)),
        ("pg", Some(Half::First)),
        ("p.m.", Some(Half::Second)),
        ("pm", Some(Half::Second)),
        ("petang", Some(Half::Second)),
        ("ptg", Some(Half::Second)),
        ("malam", Some(Half::Second)),
        ("tengah hari", Some(Half::Second)),
        ("tengahari", Some(Half::Second)),
        ("hrs", None),
    ];
    let found = WORDS.into_iter().find_map(|(word, half)| Some((half, text.strip_prefix(word)?)));
    found.map_or((None, text), |(half, rest)| (half, rest.trim_start()))
}

/// Parses `z`, `+0800`, `+08:00`, `utc`, `gmt+8` or `myt` into seconds ahead of UTC. The inner option is none
/// without a zone.
#[expect(clippy::option_option, reason = "no zone is not an unknown zone")]
fn zone(text: &str) -> Option<Option<i64>> {
    const NAMES: [(&str, i64); 7] =
        [("z", 0), ("utc", 0), ("gmt", 0), ("ut", 0), ("myt", 8), ("sgt", 8), ("asia/kuala_lumpur", 8)];
    let text = text.trim_matches(|one: char| one.is_whitespace() || matches!(one, '(' | ')' | '[' | ']' | '.'));
    // `+08:00[Asia/Kuala_Lumpur]` and `+0800 (MYT)` name the zone twice.
    let text = text.split(['(', '[']).next().unwrap_or_default().trim();
    if text.is_empty() {
        return Some(None);
    }
    let found = NAMES.into_iter().find(|(name, _)| text == *name);
    if let Some((_, hours)) = found {
        return Some(Some(hours * 3_600));
    }
    let offset = text.strip_prefix("utc").or_else(|| text.strip_prefix("gmt")).unwrap_or(text).trim_start();
    let (is_west, digits) = match offset.split_at_checked(1)? {
        ("+", digits) => (false, digits),
        ("-", digits) => (true, digits),
        _ => return None,
    };
    // `+0000 UTC`, too, names the zone twice.
    let end = digits.find(|one: char| !one.is_ascii_digit() && one != ':').unwrap_or(digits.len());
    let (digits, name) = digits.split_at_checked(end)?;
    let is_name = name.chars().all(|one| one.is_alphabetic() || matches!(one, ' ' | '/' | '_'));
    let digits = Some(digits).filter(|_| is_name)?;
    let (hours, minutes) = digits.split_once(':').or_else(|| digits.split_at_checked(digits.len().min(2)))?;
    let minutes = if minutes.is_empty() { "0" } else { minutes };
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds = (hours <= 14 && minutes < 60).then(|| hours * 3_600 + minutes * 60)?;
    Some(Some(if is_west { -seconds } else { seconds }))
}

fn is_weekday(text: &str) -> bool {
    let text = text.to_lowercase();
    WEEKDAYS.iter().any(|name| text.starts_with(name))
}

fn is_figures(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A run of digits or of letters.
struct Word<'a> {
    text: &'a str,
    begin: usize,
    /// The byte behind it and its ordinal.
    end: usize,
}

/// Splits a text into its words, without the ordinals behind numbers.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut from = None;
    for (at, one) in text.char_indices().chain([(text.len(), ' ')]) {
        let before = text[..at].chars().next_back();
        let is_new = before.is_some_and(|before| before.is_ascii_digit() != one.is_ascii_digit());
        if let Some(begin) = from.filter(|_| is_new || !one.is_alphanumeric()) {
            let word = &text[begin..at];
            let is_ordinal = ORDINALS.contains(&word.to_lowercase().as_str())
                && text[..begin].trim_end().ends_with(|one: char| one.is_ascii_digit());
            if let Some(last) = words.last_mut().filter(|_| is_ordinal) {
                last.end = at;
            } else {
                words.push(Word { text: word, begin, end: at });
            }
            from = None;
        }
        if from.is_none() && one.is_alphanumeric() {
            from = Some(at);
        }
    }
    words
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
