//! Checks the planned closure of a payment method, as an operator types it.

use super::WindowForm;
use crate::calendar::seconds_of_day;
use crate::payments::Window;
use crate::{Code, Day, Instant, Problem};

/// Maximum days of one closure.
pub const MAX_WINDOW_DAYS: i64 = 31;

/// Parses the closure of a method; times are at +08:00. It may have begun already.
/// Fails with every wrong field: [`Code::DateInvalid`] at `fromDay` and `toDay`, [`Code::TimeInvalid`] at `fromTime`
/// and `toTime`; [`Code::WindowEndsFirst`], [`Code::WindowIsOver`] or [`Code::WindowTooLong`] at `toTime` or `toDay`.
pub fn check_window(form: &WindowForm, now: Instant) -> Result<Window, Problem> {
    let mut wrong: Vec<(String, Problem)> = Vec::new();
    let mut at = |day: &str, time: &str, [day_field, time_field]: [&str; 2]| {
        let (day, time) = (Day::parse(day.trim()), seconds_of_day(time.trim()));
        wrong.extend(day.err().map(|code| (day_field.to_owned(), code.into())));
        wrong.extend(time.err().map(|code| (time_field.to_owned(), code.into())));
        Some(day.ok()?.begins().plus_seconds(time.ok()?))
    };
    let from = at(&form.from_day, &form.from_time, ["fromDay", "fromTime"]);
    let to = at(&form.to_day, &form.to_time, ["toDay", "toTime"]);
    if let Some(problem) = Problem::of_fields(wrong) {
        return Err(problem);
    }
    let (Some(from), Some(to)) = (from, to) else { return Err(Code::DateInvalid.into()) };
    if to <= from {
        return Err(Problem::at("toTime", Code::WindowEndsFirst));
    }
    if to <= now {
        return Err(Problem::at("toTime", Code::WindowIsOver));
    }
    if to.seconds_since(from) > MAX_WINDOW_DAYS * 86_400 {
        let problem = Problem::new(Code::WindowTooLong).with("limit", MAX_WINDOW_DAYS);
        return Err(Problem::at("toDay", problem));
    }
    Ok(Window { from, to })
}
