//! How late a bill is, or how soon it is due (docs/domain/bills.md#due-dates).

use super::{BillFilter, BillState, OVERDUE_AFTER_DAYS};
use crate::{Day, Language, Tone};

/// The ranges of days ahead that Home and the lists offer.
pub const DUE_IN_DAYS: [i64; 3] = [7, 14, 30];

wire! {
    /// A range of due dates for bills that have to be paid. A late bill is either past due or overdue, never both.
    #[derive(Copy, Eq)]
    pub enum DueWindow {
        /// 1 to 30 days past its due date.
        PastDue,
        /// Today, or within 7 days.
        In7Days,
        /// Today, or within 14 days.
        In14Days,
        /// Today, or within 30 days.
        In30Days,
        /// More than 30 days past its due date.
        Overdue,
    }

    /// The note next to a due date.
    pub struct DueNote {
        /// `19 days late` or `in 4 days`.
        pub text: String,
        /// A warning tone only for late bills.
        pub tone: Tone,
    }
}

narrowing!(DueWindow);

impl DueWindow {
    /// The first and the last due date in the window; `Overdue` has no first date.
    #[must_use]
    pub fn days(self, today: Day) -> (Option<Day>, Day) {
        let ahead = |days| (Some(today), today.plus_days(days));
        match self {
            Self::PastDue => (Some(today.plus_days(-OVERDUE_AFTER_DAYS)), today.plus_days(-1)),
            Self::In7Days => ahead(DUE_IN_DAYS[0]),
            Self::In14Days => ahead(DUE_IN_DAYS[1]),
            Self::In30Days => ahead(DUE_IN_DAYS[2]),
            Self::Overdue => (None, today.plus_days(-OVERDUE_AFTER_DAYS - 1)),
        }
    }
}

impl BillFilter {
    /// The range of due dates that pass the filter, by its dates and its window.
    #[must_use]
    pub fn due_between(&self, today: Day) -> (Option<Day>, Option<Day>) {
        let (from, to) = self.due.map_or((None, None), |due| {
            let (from, to) = due.days(today);
            (from, Some(to))
        });
        (self.due_from.max(from), [self.due_to, to].into_iter().flatten().min())
    }
}

/// Returns how late a bill is, or how soon it is due. None for a bill that need not be paid or has no due date.
#[must_use]
pub fn due_note(state: BillState, due: Option<Day>, today: Day, language: Language) -> Option<DueNote> {
    if !matches!(state, BillState::PaymentRequired | BillState::PaymentOverdue) {
        return None;
    }
    let days = due?.days_since(today);
    let text = match (language, days) {
        (Language::En, 0) => "today".to_owned(),
        (Language::En, 1) => "tomorrow".to_owned(),
        (Language::En, -1) => "1 day late".to_owned(),
        (Language::En, days) if days < 0 => format!("{} days late", -days),
        (Language::En, days) => format!("in {days} days"),
        (Language::Ms, 0) => "hari ini".to_owned(),
        (Language::Ms, 1) => "esok".to_owned(),
        (Language::Ms, days) if days < 0 => format!("lewat {} hari", -days),
        (Language::Ms, days) => format!("dalam {days} hari"),
    };
    Some(DueNote { text, tone: state.tone_on(due, today) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Money;
    use crate::bills::bill_state;
    use crate::payments::Status;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn a_due_date_has_the_days_overdue_or_left() {
        let today = day("2026-11-24");
        let said = |due: &str, language| {
            let due = Some(day(due));
            let state = bill_state(Money::from_sen(100), Status::PaymentRequired, None, due, today);
            due_note(state, due, today, language).map(|note| (note.text, note.tone))
        };
        for (due, english, malay, tone) in [
            ("2026-10-24", "31 days late", "lewat 31 hari", Tone::Bad),
            ("2026-10-25", "30 days late", "lewat 30 hari", Tone::Warning),
            ("2026-11-05", "19 days late", "lewat 19 hari", Tone::Warning),
            ("2026-11-23", "1 day late", "lewat 1 hari", Tone::Warning),
            ("2026-11-24", "today", "hari ini", Tone::Neutral),
            ("2026-11-25", "tomorrow", "esok", Tone::Neutral),
            ("2026-11-28", "in 4 days", "dalam 4 hari", Tone::Neutral),
        ] {
            assert_eq!(said(due, Language::En), Some((english.to_owned(), tone)), "{due}");
            assert_eq!(said(due, Language::Ms), Some((malay.to_owned(), tone)), "{due}");
        }
        let paid = bill_state(Money::from_sen(100), Status::Paid, None, Some(today), today);
        assert_eq!(due_note(paid, Some(today), today, Language::En), None);
        assert_eq!(due_note(BillState::NoDueDate, None, today, Language::En), None);
    }

    #[test]
    fn late_bills_are_past_due_or_overdue_and_the_others_are_ahead() {
        let today = day("2026-11-24");
        let within = |window: DueWindow, due: Day| {
            let (from, to) = window.days(today);
            from.is_none_or(|from| from <= due) && due <= to
        };
        for days in -60..60 {
            let due = today.plus_days(days);
            let state = bill_state(Money::from_sen(100), Status::PaymentRequired, None, Some(due), today);
            assert_eq!(within(DueWindow::Overdue, due), state == BillState::PaymentOverdue, "{days}");
            assert_eq!(within(DueWindow::PastDue, due), days < 0 && state == BillState::PaymentRequired, "{days}");
            assert_eq!(within(DueWindow::In7Days, due), (0..=7).contains(&days), "{days}");
            assert_eq!(within(DueWindow::In30Days, due), (0..=30).contains(&days), "{days}");
        }
        let filter =
            BillFilter { due: Some(DueWindow::PastDue), due_from: Some(day("2026-11-20")), ..BillFilter::default() };
        assert_eq!(filter.due_between(today), (Some(day("2026-11-20")), Some(day("2026-11-23"))));
    }
}
