//! The day on which a proposal shall be released. The portal pays nothing by itself: on that day it checks the proposal
//! again, and asks its proposer to release it.

use crate::queries::is_working_day;
use crate::{Code, Day, Instant, Problem};

/// Maximum days from today to the day of release.
pub const MAX_RELEASE_DAYS: i64 = 60;

/// The state whose working days count. A company has users in several states; this is the calendar of most of them.
pub(super) const STATE: &str = "Selangor";

/// Seconds after midnight at which the proposer is asked to release.
const MORNING_SECONDS: i64 = 8 * 3600;

/// Returns the day of release for a chosen day: that day, or the working day before a holiday or weekend, but not before
/// today.
/// Fails with [`Code::ReleaseDayInvalid`] for the field `releaseOn`, if the chosen day is in the past or too far ahead.
pub fn release_day(chosen: Day, today: Day) -> Result<Day, Problem> {
    if chosen < today || chosen.days_since(today) > MAX_RELEASE_DAYS {
        return Err(Problem::at("releaseOn", Problem::new(Code::ReleaseDayInvalid).with("limit", MAX_RELEASE_DAYS)));
    }
    let mut day = chosen;
    while day > today && !is_working_day(day, STATE) {
        day = day.plus_days(-1);
    }
    Ok(day)
}

/// Whether the proposer must be asked now: in the morning of the day of release.
#[must_use]
pub fn is_release_due(release_on: Option<Day>, now: Instant) -> bool {
    release_on.is_some_and(|day| now >= day.begins().plus_seconds(MORNING_SECONDS))
}
