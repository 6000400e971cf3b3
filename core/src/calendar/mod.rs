//! Days and instants (docs/domain/numbers-and-amounts.md#days-and-times). Days are always at +08:00, even if the
//! browser is in another time zone.

use std::fmt;

use chrono::{DateTime, Datelike, FixedOffset, Months, NaiveDate, TimeDelta, Timelike, Utc};

use crate::amount::ascii_digit;
use crate::{Code, Language};

pub(crate) mod days;
mod rfc3339;

/// A calendar day at +08:00. `yyyy-MM-dd` in JSON, `date` in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(transparent))]
pub struct Day(NaiveDate);

/// A point in time. RFC 3339 in UTC in JSON, `timestamptz` in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(transparent))]
pub struct Instant(DateTime<Utc>);

text_on_the_wire!(Day, "string");
text_on_the_wire!(Instant, "string");

/// The offset of the utility's time zone, +08:00. It has no daylight saving time.
const OFFSET_SECONDS: i32 = 8 * 3600;

/// Parses `HH:MM` and returns the seconds since midnight. Other formats are refused. Fails with [`Code::TimeInvalid`].
pub fn seconds_of_day(text: &str) -> Result<i64, Code> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0')).ok_or(Code::TimeInvalid);
    let &[h1, h2, b':', m1, m2] = text.as_bytes() else { return Err(Code::TimeInvalid) };
    let (hours, minutes) = (10 * digit(h1)? + digit(h2)?, 10 * digit(m1)? + digit(m2)?);
    if hours > 23 || minutes > 59 { Err(Code::TimeInvalid) } else { Ok(hours * 3600 + minutes * 60) }
}

impl Day {
    /// 1 January 2000, which is before every bill.
    pub const YEAR_2000: Self = match NaiveDate::from_ymd_opt(2000, 1, 1) {
        Some(day) => Self(day),
        None => Self(NaiveDate::MIN),
    };

    /// Parses `yyyy-MM-dd`. Other formats are refused. Fails with [`Code::DateInvalid`].
    pub fn parse(text: &str) -> Result<Self, Code> {
        let bytes = text.as_bytes();
        let shaped = bytes.len() == 10
            && bytes.iter().enumerate().all(|(place, byte)| match place {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !shaped {
            return Err(Code::DateInvalid);
        }
        let number = |part: Option<&str>| part.and_then(|digits| digits.parse::<u16>().ok());
        let (year, month, day) = (number(text.get(..4)), number(text.get(5..7)), number(text.get(8..)));
        year.zip(month)
            .zip(day)
            .and_then(|((year, month), day)| NaiveDate::from_ymd_opt(year.into(), month.into(), day.into()))
            .map(Self)
            .ok_or(Code::DateInvalid)
    }

    /// The day at +08:00 that contains the instant.
    #[must_use]
    pub fn at(instant: Instant) -> Self {
        Self(instant.local().date_naive())
    }

    /// The number of days since `earlier`; negative if this day is before it.
    #[must_use]
    pub fn days_since(self, earlier: Self) -> i64 {
        (self.0 - earlier.0).num_days()
    }

    /// Adds days. Returns the day itself if the result is outside the calendar.
    #[must_use]
    pub fn plus_days(self, days: i64) -> Self {
        TimeDelta::try_days(days).and_then(|delta| self.0.checked_add_signed(delta)).map_or(self, Self)
    }

    /// Subtracts calendar months; the day is limited to the end of the month. Returns the day itself if the result is
    /// outside the calendar.
    #[must_use]
    pub fn minus_months(self, months: u32) -> Self {
        self.0.checked_sub_months(Months::new(months)).map_or(self, Self)
    }

    /// The Monday of this day's week.
    #[must_use]
    pub fn week_begins(self) -> Self {
        self.plus_days(-i64::from(self.0.weekday().num_days_from_monday()))
    }

    /// The first day of this day's month.
    #[must_use]
    pub fn first_of_month(self) -> Self {
        self.plus_days(1 - i64::from(self.0.day()))
    }

    /// The first day of a month on or after this day. Returns the day itself if the result is outside the calendar.
    #[must_use]
    pub fn first_of_month_from(self) -> Self {
        let first = self.first_of_month();
        if first == self { self } else { first.0.checked_add_months(Months::new(1)).map_or(self, Self) }
    }

    /// The first instant of the day at +08:00.
    #[must_use]
    pub fn begins(self) -> Instant {
        let midnight = self.0.and_time(chrono::NaiveTime::MIN).and_utc();
        Instant(midnight - TimeDelta::seconds(i64::from(OFFSET_SECONDS)))
    }

    /// Formats the day for display: `20 Nov 2026`, in Malay `20 Nov 2026`, `01 Ogo 2026`.
    #[must_use]
    pub fn shown(self, language: Language) -> String {
        format!("{:02} {}", self.0.day(), self.month_shown(language))
    }

    /// Formats the time that an item has been waiting since this day: `waiting since today`, `waiting 12 days`.
    #[must_use]
    pub fn waited_shown(self, today: Self, language: Language) -> String {
        match (language, today.days_since(self)) {
            (Language::En, days) if days <= 0 => "waiting since today".to_owned(),
            (Language::Ms, days) if days <= 0 => "menunggu sejak hari ini".to_owned(),
            (Language::En, 1) => "waiting 1 day".to_owned(),
            (Language::En, days) => format!("waiting {days} days"),
            (Language::Ms, days) => format!("menunggu {days} hari"),
        }
    }

    /// Formats the month for display: `Nov 2026`, in Malay `Ogo 2026`.
    #[must_use]
    pub fn month_shown(self, language: Language) -> String {
        format!("{} {:04}", month(self.0.month0(), language), self.0.year())
    }

    /// The day as a chrono date, for the database and documents.
    #[must_use]
    pub const fn date(self) -> NaiveDate {
        self.0
    }
}

impl From<NaiveDate> for Day {
    fn from(date: NaiveDate) -> Self {
        Self(date)
    }
}

impl Day {
    /// Formats digit by digit, which is faster than `write!`, as for amounts.
    fn written<T>(self, read: impl FnOnce(&str) -> T) -> T {
        let (year, month, day) = (self.0.year(), u64::from(self.0.month()), u64::from(self.0.day()));
        let Some(year) = u64::try_from(year).ok().filter(|year| *year < 10_000) else {
            return read(&format!("{year:04}-{month:02}-{day:02}"));
        };
        let (mut text, mut rest) = (*b"0000-00-00", year * 10_000 + month * 100 + day);
        for at in [9, 8, 6, 5, 3, 2, 1, 0] {
            text[at] = ascii_digit(rest);
            rest /= 10;
        }
        read(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl Instant {
    fn written<T>(&self, read: impl FnOnce(&str) -> T) -> T {
        read(&self.to_string())
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written(|text| f.write_str(text))
    }
}

impl Instant {
    /// Parses RFC 3339. A leap second counts as the second before it. Fails with [`Code::DateInvalid`].
    pub fn parse(text: &str) -> Result<Self, Code> {
        rfc3339::read(text).map(Self).ok_or(Code::DateInvalid)
    }

    /// Formats the instant for display at +08:00: `20 Nov 2026, 10:05`.
    #[must_use]
    pub fn shown(self, language: Language) -> String {
        let local = self.local();
        format!("{}, {:02}:{:02}", Day::at(self).shown(language), local.hour(), local.minute())
    }

    /// Parses `YYYYMMDDHHmmss` at +08:00, the format of the bank gateway. `None` unless the text is 14 digits of a
    /// valid time since 2000.
    #[must_use]
    pub fn from_compact(text: &str) -> Option<Self> {
        if text.len() != 14 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number = |at: std::ops::Range<usize>| text.get(at)?.parse::<u32>().ok();
        let year = i32::try_from(number(0..4)?).ok().filter(|year| *year >= 2000)?;
        let day = NaiveDate::from_ymd_opt(year, number(4..6)?, number(6..8)?)?;
        let local = day.and_hms_opt(number(8..10)?, number(10..12)?, number(12..14)?)?;
        Some(Self(local.and_utc() - TimeDelta::seconds(OFFSET_SECONDS.into())))
    }

    /// Formats the instant as `YYYYMMDDHHmmss` at +08:00, the format of the bank gateway.
    #[must_use]
    pub fn compact(self) -> String {
        let at = self.local();
        let (day, time) = (at.date_naive(), at.time());
        format!(
            "{:04}{:02}{:02}{:02}{:02}{:02}",
            day.year(),
            day.month(),
            day.day(),
            time.hour(),
            time.minute(),
            time.second()
        )
    }

    /// Adds seconds. Returns the instant itself if the result is outside the calendar.
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Self {
        TimeDelta::try_seconds(seconds).and_then(|delta| self.0.checked_add_signed(delta)).map_or(self, Self)
    }

    /// The number of seconds since `earlier`; negative if this instant is before it.
    #[must_use]
    pub fn seconds_since(self, earlier: Self) -> i64 {
        (self.0 - earlier.0).num_seconds()
    }

    /// The instant as a chrono time, for the database.
    #[must_use]
    pub const fn utc(self) -> DateTime<Utc> {
        self.0
    }

    /// The date and time at +08:00.
    #[must_use]
    pub fn local(self) -> DateTime<FixedOffset> {
        let offset = FixedOffset::east_opt(OFFSET_SECONDS).unwrap_or_else(|| chrono::Offset::fix(&Utc));
        self.0.with_timezone(&offset)
    }
}

impl From<DateTime<Utc>> for Instant {
    fn from(at: DateTime<Utc>) -> Self {
        Self(at)
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.0.time();
        write!(f, "{}T{:02}:{:02}:{:02}", Day(self.0.date_naive()), time.hour(), time.minute(), time.second())?;
        // As precise as the database, so that an instant is unchanged after it was sent and received.
        match time.nanosecond() / 1_000 {
            micros if micros % 1_000 == 0 => write!(f, ".{:03}Z", micros / 1_000),
            micros => write!(f, ".{micros:06}Z"),
        }
    }
}

fn month(month0: u32, language: Language) -> &'static str {
    const ENGLISH: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const MALAY: [&str; 12] = ["Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ogo", "Sep", "Okt", "Nov", "Dis"];
    language.pick([ENGLISH, MALAY]).get(month0 as usize).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests;
