//! The legal deadlines of requests, their extension, and reminders of them.

use super::types::{DataRequestKind, DataRequestState};
use crate::{Code, Day, Language};

/// Days to comply with a data access request, from the day of receipt: section 31(1).
const ACCESS_DAYS: i64 = 21;
/// Days to comply with a data correction request: section 35(1).
const CORRECTION_DAYS: i64 = 21;
/// Days by which access and correction can be extended once: sections 31(3) and 35(3).
const EXTENSION_DAYS: i64 = 14;
/// Days to answer a notice to stop processing that causes damage or distress: section 42(3). It cannot be extended.
const OBJECTION_DAYS: i64 = 21;
/// Days to act on a withdrawal of consent. Section 38(2) says "upon receiving the notice" and has no number of days. The
/// limit is the utility's own.
const CONSENT_DAYS: i64 = 7;
/// Days to send data to another controller. Section 43A(3) leaves the period to regulations. The limit is the
/// utility's own until one is prescribed.
const PORTABILITY_DAYS: i64 = 21;
/// Days to decide on an erasure. The Act has no right to erasure on request; section 10 forbids to keep data longer than
/// necessary. The limit is the utility's own.
const ERASURE_DAYS: i64 = 21;

/// Days before the deadline at which staff are reminded; -1 once it has passed.
pub const REMINDER_DAYS: &[i64] = &[7, 3, 1, -1];

/// The period in which a request must be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegalPeriod {
    /// Days from the day of receipt.
    pub days: i64,
    /// Days by which it can be extended once; 0 if it cannot.
    pub extension_days: i64,
    /// The section of the Act that sets it; none for a period of the utility's own.
    pub section: Option<&'static str>,
}

impl DataRequestKind {
    /// Returns the period in which a request of this kind must be answered.
    #[must_use]
    pub const fn period(self) -> LegalPeriod {
        match self {
            Self::Access => LegalPeriod { days: ACCESS_DAYS, extension_days: EXTENSION_DAYS, section: Some("31") },
            Self::Correction => {
                LegalPeriod { days: CORRECTION_DAYS, extension_days: EXTENSION_DAYS, section: Some("35") }
            }
            Self::Objection => LegalPeriod { days: OBJECTION_DAYS, extension_days: 0, section: Some("42") },
            Self::Consent => LegalPeriod { days: CONSENT_DAYS, extension_days: 0, section: None },
            Self::Portability => LegalPeriod { days: PORTABILITY_DAYS, extension_days: EXTENSION_DAYS, section: None },
            Self::Erasure => LegalPeriod { days: ERASURE_DAYS, extension_days: EXTENSION_DAYS, section: None },
        }
    }

    /// Returns the deadline of a request that was received on that day. Calendar days count; the day of receipt does not.
    #[must_use]
    pub fn due_on(self, received_on: Day) -> Day {
        received_on.plus_days(self.period().days)
    }

    /// Returns the basis of the deadline, as a sentence.
    #[must_use]
    pub fn basis(self, language: Language) -> String {
        let LegalPeriod { days, section, .. } = self.period();
        match section {
            Some(section) => say!(
                language,
                "{days} days: section {section} of the Personal Data Protection Act 2010.",
                "{days} hari: seksyen {section} Akta Perlindungan Data Peribadi 2010."
            ),
            None => say!(
                language,
                "{days} days: the utility's own limit. The Act sets no number of days.",
                "{days} hari: had utiliti sendiri. Akta tidak menetapkan bilangan hari."
            ),
        }
    }
}

/// Returns the deadline after an extension that is made today.
/// Fails with [`Code::DataRequestEnded`], [`Code::DataRequestExtendedAlready`]; [`Code::DataRequestNotExtendable`] if
/// the period of the kind is fixed; [`Code::DataRequestOverdue`] because the person must be told before the deadline.
pub fn extended_due(kind: DataRequestKind, state: DataRequestState, due_on: Day, today: Day) -> Result<Day, Code> {
    match state {
        DataRequestState::Answered | DataRequestState::Refused | DataRequestState::Withdrawn => {
            Err(Code::DataRequestEnded)
        }
        DataRequestState::Extended => Err(Code::DataRequestExtendedAlready),
        DataRequestState::Open => match kind.period().extension_days {
            0 => Err(Code::DataRequestNotExtendable),
            _ if today > due_on => Err(Code::DataRequestOverdue),
            days => Ok(due_on.plus_days(days)),
        },
    }
}

/// Returns the reminder that is due today, as its number of [`REMINDER_DAYS`]; none long before the deadline.
#[must_use]
pub fn reminder(today: Day, due_on: Day) -> Option<i64> {
    let left = due_on.days_since(today);
    REMINDER_DAYS.iter().copied().filter(|days| left <= *days).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn deadlines_are_those_of_the_act() {
        let received = day("2026-11-26");
        let due = |kind: DataRequestKind| kind.due_on(received).to_string();
        assert_eq!(due(DataRequestKind::Access), "2026-12-17");
        assert_eq!(due(DataRequestKind::Correction), "2026-12-17");
        assert_eq!(due(DataRequestKind::Objection), "2026-12-17");
        assert_eq!(due(DataRequestKind::Consent), "2026-12-03");
        let extended = |kind| extended_due(kind, DataRequestState::Open, day("2026-12-17"), day("2026-12-17"));
        assert_eq!(extended(DataRequestKind::Access), Ok(day("2026-12-31")));
        assert_eq!(extended(DataRequestKind::Objection), Err(Code::DataRequestNotExtendable));
    }

    #[test]
    fn a_deadline_is_extended_once_and_before_it_has_passed() {
        let (kind, due) = (DataRequestKind::Correction, day("2026-12-17"));
        let at = |state, today: &str| extended_due(kind, state, due, day(today));
        assert_eq!(at(DataRequestState::Extended, "2026-12-01"), Err(Code::DataRequestExtendedAlready));
        assert_eq!(at(DataRequestState::Open, "2026-12-18"), Err(Code::DataRequestOverdue));
        for state in DataRequestState::ALL.iter().filter(|state| !state.is_open()) {
            assert_eq!(at(*state, "2026-12-01"), Err(Code::DataRequestEnded));
        }
    }

    #[test]
    fn staff_are_reminded_before_the_deadline_and_after_it() {
        let due = day("2026-12-17");
        let at = |today: &str| reminder(day(today), due);
        assert_eq!(at("2026-12-09"), None);
        assert_eq!(at("2026-12-10"), Some(7));
        assert_eq!(at("2026-12-13"), Some(7));
        assert_eq!(at("2026-12-14"), Some(3));
        assert_eq!(at("2026-12-17"), Some(1));
        assert_eq!(at("2026-12-18"), Some(-1));
    }
}
