//! The time that an applicant has to answer a request for information, and its reminders
//! (docs/domain/registration.md#waiting-for-an-answer).

use crate::Day;

/// Days that a customer has to answer, unless configured otherwise.
pub const ANSWER_DAYS: u16 = 30;
/// Minimum of that setting. With fewer days, a reminder would fall on the day of the request.
pub const MIN_ANSWER_DAYS: u16 = 3;

/// The period in which an answer is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerTime {
    /// The day of the request.
    pub asked: Day,
    /// The last day for an answer.
    pub until: Day,
}

impl AnswerTime {
    /// Makes the period; its days count from the day after the request.
    #[must_use]
    pub fn of(asked: Day, days: u16) -> Self {
        Self { asked, until: asked.plus_days(i64::from(days)) }
    }

    /// Returns the days of the reminders: after one third and two thirds of the period.
    #[must_use]
    pub fn reminders(self) -> [Day; 2] {
        let days = self.until.days_since(self.asked);
        [self.asked.plus_days(days / 3), self.asked.plus_days(days * 2 / 3)]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn asked() -> Day {
        Day::parse("2026-11-20").expect("a day")
    }

    #[test]
    fn thirty_days_have_reminders_on_the_tenth_and_the_twentieth() {
        let time = AnswerTime::of(asked(), ANSWER_DAYS);
        let shown: Vec<_> = time.reminders().into_iter().chain([time.until]).map(|day| day.to_string()).collect();
        assert_eq!(shown, ["2026-11-30", "2026-12-10", "2026-12-20"]);
    }

    proptest! {
        #[test]
        fn two_reminders_come_in_their_order_before_the_last_day(days in MIN_ANSWER_DAYS..=400) {
            let time = AnswerTime::of(asked(), days);
            let [first, second] = time.reminders();
            prop_assert!(time.asked < first && first < second && second < time.until);
        }
    }
}
