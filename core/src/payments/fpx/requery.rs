//! The schedule of enquiries to FPX about a payment that the bank has not finished.

use super::APPROVAL_DAYS;
use super::code::{Verdict, verdict};
use crate::Instant;
use crate::payments::Status;

/// Minutes after the start of a payment at which the schedule of enquiries ends: 5 days and 1 hour. If FPX answers
/// then, an open payment expires.
///
/// The hour after the authoriser's five days gives FPX time to report an approval of the last minute.
pub const EXPIRE_AFTER_MINUTES: u32 = (APPROVAL_DAYS * 24 + 1) * 60;

/// Default number of minutes after the start from which the answer *unknown* (76) counts. Before that, the payer's
/// browser may not have reached FPX yet; the first enquiry is made at the same minute.
pub const CANCEL_AFTER_MINUTES: u32 = 3;

/// Whether FPX's last answer is that it does not know the payment, so that the payment can be cancelled. `heard` is
/// FPX's last answer code and its time.
#[must_use]
pub fn is_unknown_to_bank(
    status: Status,
    started: Instant,
    heard: Option<(&str, Instant)>,
    after_minutes: u32,
) -> bool {
    status == Status::PaymentInitiated
        && heard.is_some_and(|(code, at)| {
            verdict(code) == Verdict::NeverReached && at.seconds_since(started) >= i64::from(after_minutes) * 60
        })
}

const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;

/// Returns the minute after the start at which the next enquiry is due, strictly later than `elapsed`. The schedule is
/// 3, 6, 12, 30, hourly to 24 hours, every 4 hours, and a last time at the very end. `None` after that.
#[must_use]
pub const fn next_requery(elapsed: u32) -> Option<u32> {
    let next = match elapsed {
        0..3 => 3,
        3..6 => 6,
        6..12 => 12,
        12..30 => 30,
        30..DAY => (elapsed / HOUR + 1) * HOUR,
        DAY..EXPIRE_AFTER_MINUTES => (elapsed / (4 * HOUR) + 1) * 4 * HOUR,
        _ => return None,
    };
    Some(if next < EXPIRE_AFTER_MINUTES { next } else { EXPIRE_AFTER_MINUTES })
}

/// Returns the time of the next enquiry about a payment that started at `started`; `None` when the schedule has ended.
#[must_use]
pub fn requery_due(started: Instant, now: Instant) -> Option<Instant> {
    // A start in the future (clocks of two servers differ) counts as just started. A start centuries ago counts as long
    // past.
    let elapsed = u32::try_from(now.seconds_since(started).max(0) / 60).unwrap_or(u32::MAX);
    next_requery(elapsed).map(|minute| started.plus_seconds(i64::from(minute) * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_schedule() {
        let mut schedule = vec![];
        let mut at = 0;
        while let Some(next) = next_requery(at) {
            assert!(next > at, "the schedule advances");
            schedule.push(next);
            at = next;
        }
        let hours = |range: std::ops::RangeInclusive<u32>, step: usize| range.step_by(step).map(|hour| hour * HOUR);
        let expected: Vec<u32> =
            [3, 6, 12, 30].into_iter().chain(hours(1..=24, 1)).chain(hours(28..=120, 4)).chain([7260]).collect();
        assert_eq!(schedule, expected);
    }

    #[test]
    fn only_payments_that_never_reached_the_bank_can_be_given_up() {
        let started = Instant::parse("2026-11-20T02:05:00Z").expect("an instant");
        let after = |seconds: i64| started.plus_seconds(seconds);
        for &status in Status::ALL {
            let expected = status == Status::PaymentInitiated;
            assert_eq!(is_unknown_to_bank(status, started, Some(("76", after(180))), 3), expected, "{status:?}");
        }
        let unknown = |heard| is_unknown_to_bank(Status::PaymentInitiated, started, heard, CANCEL_AFTER_MINUTES);
        assert!(!unknown(None));
        assert!(!unknown(Some(("76", after(179)))), "the payer's browser may not have reached FPX yet");
        for code in ["00", "99", "09", "51", "XN", "??", ""] {
            assert!(!unknown(Some((code, after(9_999)))), "{code}");
        }
    }

    #[test]
    fn a_late_job_skips_missed_enquiries() {
        assert_eq!(next_requery(59), Some(60));
        assert_eq!(next_requery(60), Some(120));
        assert_eq!(next_requery(1439), Some(1440));
        assert_eq!(next_requery(1441), Some(1680));
        assert_eq!(next_requery(7259), Some(7260));
        assert_eq!(next_requery(7260), None);
        assert_eq!(next_requery(u32::MAX), None);
    }

    #[test]
    fn instants() {
        let started = Instant::parse("2026-11-20T02:05:00Z").expect("an instant");
        let after = |minutes: i64| started.plus_seconds(minutes * 60);
        assert_eq!(requery_due(started, started), Some(after(3)));
        assert_eq!(requery_due(started, after(-5)), Some(after(3)));
        assert_eq!(requery_due(started, after(3).plus_seconds(-1)), Some(after(3)));
        assert_eq!(requery_due(started, after(3)), Some(after(6)));
        assert_eq!(requery_due(started, after(7260)), None);
        assert_eq!(requery_due(started, after(i64::from(u32::MAX) + 4)), None);
    }
}
