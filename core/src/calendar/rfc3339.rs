//! Parses RFC 3339. chrono's own parser reads many formats, and would add a tenth to the browser's download.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};

use super::Day;

/// Parses an instant. A leap second counts as the second before it.
pub fn read(text: &str) -> Option<DateTime<Utc>> {
    let (date, rest) = text.split_at_checked(10)?;
    let (time, rest) = rest.strip_prefix(['T', 't', ' '])?.split_at_checked(8)?;
    let (hour, minute, second) = (two_digits(time, 0)?, two_digits(time, 3)?, two_digits(time, 6)?);
    let colons = time.as_bytes().get(2) == Some(&b':') && time.as_bytes().get(5) == Some(&b':');
    let (nanosecond, zone) = fraction(rest)?;
    let time = NaiveTime::from_hms_nano_opt(hour, minute, if second == 60 { 59 } else { second }, nanosecond)?;
    let local = Day::parse(date).ok().filter(|_| colons)?.date().and_time(time);
    local.checked_sub_signed(TimeDelta::seconds(offset(zone)?)).map(|at| at.and_utc())
}

/// Parses a fraction such as `.123456` into nanoseconds, and returns the text after it.
fn fraction(text: &str) -> Option<(u32, &str)> {
    let Some(digits) = text.strip_prefix('.') else {
        return Some((0, text));
    };
    let end = digits.bytes().position(|byte| !byte.is_ascii_digit())?;
    let (digits, rest) = digits.split_at_checked(end)?;
    let first: u32 = digits.bytes().chain([b'0'; 9]).take(9).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    (!digits.is_empty()).then_some((first, rest))
}

/// Parses a time zone, `Z` or `+08:00`, into seconds east of UTC.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "Z" | "z") {
        return Some(0);
    }
    let sign = match zone.as_bytes() {
        [b'+', _, _, b':', _, _] => 1,
        [b'-', _, _, b':', _, _] => -1,
        _ => return None,
    };
    let (hours, minutes) = (two_digits(zone, 1)?, two_digits(zone, 4)?);
    (hours < 24 && minutes < 60).then(|| sign * i64::from(hours * 3600 + minutes * 60))
}

/// Parses the two digits at an index.
fn two_digits(text: &str, place: usize) -> Option<u32> {
    match text.as_bytes().get(place..)? {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9', ..] => Some(u32::from((tens - b'0') * 10 + ones - b'0')),
        _ => None,
    }
}
