//! The time in which the company's authoriser has to approve, and the interval of reminders to colleagues
//! (docs/fpx.md).

use crate::{Code, Instant, Language, Problem};

/// Days after the start within which the company's authoriser has to approve a payment at the bank.
pub const APPROVAL_DAYS: u32 = 5;

/// Hours that must pass between two reminders.
pub const REMIND_AFTER_HOURS: i64 = 4;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

wire! {
    /// The time that the authoriser has left.
    #[derive(Eq)]
    pub struct Approval {
        /// The deadline for the approval.
        pub until: Instant,
        /// The remaining time in words; none after the deadline.
        pub left: Option<String>,
    }
}

/// Returns the time left for approving a payment that started at `started`.
#[must_use]
pub fn approval(started: Instant, now: Instant, language: Language) -> Approval {
    let until = started.plus_seconds(i64::from(APPROVAL_DAYS) * DAY);
    let seconds = until.seconds_since(now);
    Approval { until, left: (seconds > 0).then(|| words(seconds, language)) }
}

/// Formats a duration in its largest unit and the unit below: `4 days and 3 hours`. Rounds down.
fn words(seconds: i64, language: Language) -> String {
    let units = [(DAY, "day", "hari"), (HOUR, "hour", "jam"), (MINUTE, "minute", "minit")];
    let Some(first) = units.iter().position(|(unit, ..)| seconds >= *unit) else {
        return language.pick(["less than a minute", "kurang daripada seminit"]).to_owned();
    };
    let mut left = seconds;
    let mut parts = Vec::new();
    for (unit, english, malay) in &units[first..units.len().min(first + 2)] {
        let count = left / unit;
        left %= unit;
        let plural = if count == 1 { "" } else { "s" };
        if count > 0 {
            parts.push(say!(language, "{count} {english}{plural}", "{count} {malay}"));
        }
    }
    parts.join(language.pick([" and ", " "]))
}

/// The earliest time of the next reminder.
#[must_use]
pub fn next_reminder(last: Instant) -> Instant {
    last.plus_seconds(REMIND_AFTER_HOURS * HOUR)
}

/// Checks that a reminder can be sent now.
/// Fails with [`Code::ReminderTooSoon`] with the earliest time of the next reminder.
pub fn check_reminder(last: Option<Instant>, now: Instant, language: Language) -> Result<(), Problem> {
    match last.map(next_reminder) {
        Some(next) if now < next => Err(Problem::new(Code::ReminderTooSoon).with("next", next.shown(language))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        Instant::parse(text).expect("an instant")
    }

    #[test]
    fn remaining_time_is_shown_in_two_units() {
        let started = at("2026-11-20T02:05:00Z");
        let left = |seconds: i64, language| {
            approval(started, started.plus_seconds(i64::from(APPROVAL_DAYS) * DAY - seconds), language).left
        };
        for (seconds, english, malay) in [
            (5 * DAY, Some("5 days"), Some("5 hari")),
            (4 * DAY + 3 * HOUR + 59 * MINUTE, Some("4 days and 3 hours"), Some("4 hari 3 jam")),
            (DAY + HOUR, Some("1 day and 1 hour"), Some("1 hari 1 jam")),
            (DAY + 59 * MINUTE, Some("1 day"), Some("1 hari")),
            (2 * HOUR + MINUTE, Some("2 hours and 1 minute"), Some("2 jam 1 minit")),
            (MINUTE + 59, Some("1 minute"), Some("1 minit")),
            (59, Some("less than a minute"), Some("kurang daripada seminit")),
            (0, None, None),
            (-1, None, None),
        ] {
            assert_eq!(left(seconds, Language::En).as_deref(), english, "{seconds}");
            assert_eq!(left(seconds, Language::Ms).as_deref(), malay, "{seconds}");
        }
        assert_eq!(approval(started, started, Language::En).until, at("2026-11-25T02:05:00Z"));
    }

    #[test]
    fn the_next_reminder_waits() {
        let last = at("2026-11-20T02:05:00Z");
        let check =
            |last, seconds| check_reminder(last, at("2026-11-20T02:05:00Z").plus_seconds(seconds), Language::En);
        assert_eq!(check(None, 0), Ok(()));
        assert_eq!(check(Some(last), 4 * HOUR), Ok(()));
        let soon = check(Some(last), 4 * HOUR - 1).expect_err("too soon");
        assert_eq!(soon.code, Code::ReminderTooSoon);
        assert!(soon.sentence(Language::En).contains("20 Nov 2026, 14:05"), "{}", soon.sentence(Language::En));
    }
}
