//! Rules for days and instants.

use gridbill_core::{Day, Instant, Language, amount::MISSING};

use crate::rule::Maybe;

rules! {
    /// Formats a day as `20 Nov 2026`; a dash for no day.
    dayShown(day: Maybe<Day>, language: Language) -> String = day.map_or_else(|| MISSING.to_owned(), |day| day.shown(language));
    /// Formats a month as `Nov 2026`.
    monthShown(day: Day, language: Language) -> String = day.month_shown(language);
    /// Formats an instant as `20 Nov 2026, 10:05` at +08:00, in any time zone of the browser; a dash for no instant.
    instantShown(instant: Maybe<Instant>, language: Language) -> String =
        instant.map_or_else(|| MISSING.to_owned(), |instant| instant.shown(language));
    /// Returns the day of an instant at +08:00.
    dayAt(instant: Instant) -> Day = Day::at(instant);
    /// Returns the number of days from the earlier to the later day.
    daysBetween(earlier: Day, later: Day) -> i64 = later.days_since(earlier);
    /// Formats the time since a day, such as `waiting 12 days`.
    waitedShown(since: Day, today: Day, language: Language) -> String = since.waited_shown(today, language);
    /// Returns the day that many days later.
    dayPlusDays(day: Day, days: i64) -> Day = day.plus_days(days);
    /// Returns the same day that many months earlier.
    dayMinusMonths(day: Day, months: u32) -> Day = day.minus_months(months);
}
