//! Working days by state: the weekend of the state in which the premises are, and Malaysia's public holidays.

use super::holidays::is_holiday;
use crate::Day;

/// Working days after a customer's message until the answer is due.
pub const ANSWER_WORKING_DAYS: i64 = 5;

/// The longest search for a working day, in days. No run of days off is that long.
const MAX_SEARCH_DAYS: i64 = 400;

/// The days of a weekend, from Monday as 0, and the one whose holidays are moved to the next working day.
struct Weekend {
    days: [i64; 2],
    moved: i64,
}

const FRIDAY: i64 = 4;
const SATURDAY: i64 = 5;
const SUNDAY: i64 = 6;

/// Returns the weekend of a state. A state that is not known has the weekend of most states.
fn weekend(state: &str) -> Weekend {
    match state.trim() {
        "Kedah" => Weekend { days: [FRIDAY, SATURDAY], moved: FRIDAY },
        "Kelantan" | "Terengganu" => Weekend { days: [FRIDAY, SATURDAY], moved: SATURDAY },
        _ => Weekend { days: [SATURDAY, SUNDAY], moved: SUNDAY },
    }
}

/// Returns the weekday, from Monday as 0.
fn weekday(day: Day) -> i64 {
    day.days_since(day.week_begins())
}

/// Whether it is a working day in that state. A holiday on the weekend's moved day makes the next other day a day in
/// lieu.
#[must_use]
pub fn is_working_day(day: Day, state: &str) -> bool {
    let weekend = weekend(state);
    let is_off = |day: Day| weekend.days.contains(&weekday(day)) || is_holiday(day, state);
    if is_off(day) {
        return false;
    }
    // Look back over the days off directly before this day for a holiday that is moved to it.
    let before = (1..MAX_SEARCH_DAYS).map(|days| day.plus_days(-days)).take_while(|before| is_off(*before));
    let moved = before.filter(|before| weekday(*before) == weekend.moved && is_holiday(*before, state)).count();
    moved == 0
}

/// Returns the day on which the answer to a message of that day is due, in the state of the premises.
#[must_use]
pub fn answer_due(asked: Day, state: &str) -> Day {
    let days = (1..MAX_SEARCH_DAYS).map(|days| asked.plus_days(days));
    let mut working = days.filter(|day| is_working_day(*day, state));
    let last = usize::try_from(ANSWER_WORKING_DAYS - 1).unwrap_or_default();
    working.nth(last).unwrap_or(asked)
}

/// Returns the working days after today until `due`, including it; negative by the working days since, if it is late.
#[must_use]
pub fn working_days_left(today: Day, due: Day, state: &str) -> i64 {
    let between = |from: Day, to: Day| {
        let days = (1..=to.days_since(from)).map(|days| from.plus_days(days));
        i64::try_from(days.filter(|day| is_working_day(*day, state)).count()).unwrap_or(i64::MAX)
    };
    if today <= due { between(today, due) } else { -between(due, today) }
}
