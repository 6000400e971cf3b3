//! Days and instants.

use gridbill_core::{Day, Instant, Language, amount::MISSING};

use crate::rule::Maybe;

rules! {
    /// `20 Nov 2026`; a dash for no day.
    dayShown(day: Maybe<Day>, language: Language) -> String = day.map_or_else(|| MISSING.to_owned(), |day| day.shown(language));
    /// `Nov 2026`.
    monthShown(day: Day, language: Language) -> String = day.month_shown(language);
    /// `20 Nov 2026, 10:05` at +08:00, wherever the browser is; a dash for no instant.
    instantShown(instant: Maybe<Instant>, language: Language) -> String =
        instant.map_or_else(|| MISSING.to_owned(), |instant| instant.shown(language));
    /// The day that a clock at +08:00 shows at that instant.
    dayAt(instant: Instant) -> Day = Day::at(instant);
    /// How many days the later one comes after the earlier one.
    daysBetween(earlier: Day, later: Day) -> i64 = later.days_since(earlier);
    /// How long something has been waiting: `waiting 12 days`.
    waitedShown(since: Day, today: Day, language: Language) -> String = since.waited_shown(today, language);
    /// The day so many days later.
    dayPlusDays(day: Day, days: i64) -> Day = day.plus_days(days);
    /// The same day so many months before.
    dayMinusMonths(day: Day, months: u32) -> Day = day.minus_months(months);
}
