//! Where a registration stands, and who may move it (docs/domain/registration.md#steps).

use crate::{Code, Day, Language, Tone};

numbered! {
    /// Codes 1 to 7, which existing clients know, and one of the portal's own.
    pub enum RegistrationStatus {
        /// Nothing was submitted yet: a draft.
        Unregistered = 1 "unregistered",
        /// Waits for the utility.
        PendingApproval = 2 "pendingApproval",
        /// Rejected; may be done again from the old data.
        Rejected = 3 "rejected",
        /// The utility asked for more; the customer edits and submits again.
        RequestForInfo = 4 "requestForInfo",
        /// Approved; the bulk account is being made and its accounts tagged.
        PostProcessing = 5 "postProcessing",
        /// Approved; some accounts could not be tagged.
        AcceptedWithError = 6 "acceptedWithError",
        /// Approved.
        Approved = 7 "approved",
        /// Ended without a decision: withdrawn, or nobody answered; may be done again from the old data.
        Closed = 8 "closed",
    }
}

impl RegistrationStatus {
    /// The customer may change what was filled in.
    #[must_use]
    pub const fn is_editable(self) -> bool {
        matches!(self, Self::Unregistered | Self::RequestForInfo)
    }

    /// It holds its company number: no other application for it may be submitted.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(
            self,
            Self::PendingApproval
                | Self::RequestForInfo
                | Self::PostProcessing
                | Self::AcceptedWithError
                | Self::Approved
        )
    }

    /// Its person can begin no other: it is a draft, waits for somebody, or is being processed.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Unregistered | Self::PendingApproval | Self::RequestForInfo | Self::PostProcessing)
    }

    /// Its customer is to answer what the utility asked.
    #[must_use]
    pub const fn awaits_answer(self) -> bool {
        matches!(self, Self::RequestForInfo)
    }

    /// Nothing comes of it without whoever made it: they are to answer, or to be the Master.
    #[must_use]
    pub const fn needs_applicant(self) -> bool {
        matches!(self, Self::RequestForInfo | Self::PostProcessing)
    }

    /// Ended without a bulk account: its person may begin anew from the old data.
    #[must_use]
    pub const fn is_ended(self) -> bool {
        matches!(self, Self::Rejected | Self::Closed)
    }

    /// Approved, with accounts that are still to be tagged or put right.
    #[must_use]
    pub const fn awaits_accounts(self) -> bool {
        matches!(self, Self::PostProcessing | Self::AcceptedWithError)
    }

    /// Approved, and its bulk account is made.
    #[must_use]
    pub const fn is_processed(self) -> bool {
        matches!(self, Self::AcceptedWithError | Self::Approved)
    }

    /// The word on the screens. 6 is shown as Approved.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Unregistered, Language::En) => "Not submitted",
            (Self::Unregistered, Language::Ms) => "Belum dihantar",
            (Self::PendingApproval, Language::En) => "Pending Approval",
            (Self::PendingApproval, Language::Ms) => "Menunggu Kelulusan",
            (Self::Rejected, Language::En) => "Rejected",
            (Self::Rejected, Language::Ms) => "Ditolak",
            (Self::RequestForInfo, Language::En) => "Request for Info",
            (Self::RequestForInfo, Language::Ms) => "Maklumat Diminta",
            (Self::PostProcessing, Language::En) => "Processing",
            (Self::PostProcessing, Language::Ms) => "Sedang Diproses",
            (Self::AcceptedWithError | Self::Approved, Language::En) => "Approved",
            (Self::AcceptedWithError | Self::Approved, Language::Ms) => "Diluluskan",
            (Self::Closed, Language::En) => "Closed",
            (Self::Closed, Language::Ms) => "Ditutup",
        }
    }

    /// How it looks.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Unregistered | Self::Closed => Tone::Neutral,
            Self::PendingApproval | Self::PostProcessing => Tone::Progress,
            Self::RequestForInfo | Self::AcceptedWithError => Tone::Warning,
            Self::Rejected => Tone::Bad,
            Self::Approved => Tone::Good,
        }
    }
}

wire! {
    /// What moves a registration.
    #[derive(Copy, Eq, Hash)]
    pub enum Step {
        /// The customer submits, also again.
        Submit,
        /// Staff approve.
        Approve,
        /// Staff ask for more.
        RequestForInfo,
        /// Staff reject.
        Reject,
        /// Staff close what nobody answers.
        Close,
        /// The customer withdraws it.
        Withdraw,
        /// The customer is reminded of what was asked for.
        Remind,
        /// Nobody answered in time.
        Lapse,
        /// The job is done, and every account is tagged.
        Finish,
        /// The job is done, and some accounts could not be tagged.
        FinishWithErrors,
        /// The last account that could not be tagged was put right or left out.
        PutRight,
    }
}

/// The status that a step leads to.
///
/// # Errors
/// [`Code::RegistrationMoved`] for a step that does not begin there.
pub const fn next(from: RegistrationStatus, step: Step) -> Result<RegistrationStatus, Code> {
    use RegistrationStatus as R;
    match (from, step) {
        (R::Unregistered | R::RequestForInfo, Step::Submit) => Ok(R::PendingApproval),
        (R::PendingApproval, Step::Approve) => Ok(R::PostProcessing),
        (R::PendingApproval, Step::RequestForInfo) | (R::RequestForInfo, Step::Remind) => Ok(R::RequestForInfo),
        (R::PendingApproval, Step::Reject) => Ok(R::Rejected),
        (R::PendingApproval | R::RequestForInfo, Step::Withdraw) | (R::RequestForInfo, Step::Close | Step::Lapse) => {
            Ok(R::Closed)
        }
        (R::PostProcessing, Step::Finish) | (R::AcceptedWithError, Step::PutRight) => Ok(R::Approved),
        (R::PostProcessing, Step::FinishWithErrors) => Ok(R::AcceptedWithError),
        _ => Err(Code::RegistrationMoved),
    }
}

/// The days of a month on which a government entity may register (docs/domain/registration.md#government-window).
pub const GOVERNMENT_DAYS: std::ops::RangeInclusive<u32> = 8..=27;

/// Whether a government entity may register on that day, at +08:00.
#[must_use]
pub fn government_may_register(today: Day) -> bool {
    use chrono::Datelike as _;
    GOVERNMENT_DAYS.contains(&today.date().day())
}

/// When they may the next time: the first such day after today.
#[must_use]
pub fn government_window_opens(today: Day) -> Day {
    use chrono::Datelike as _;
    let opens = |day: &Day| day.date().day() == *GOVERNMENT_DAYS.start();
    // Every month has that day, and no month is longer.
    (1..=31).map(|days| today.plus_days(days)).find(opens).unwrap_or(today)
}

impl Step {
    /// Every step.
    pub const ALL: &[Self] = &[
        Self::Submit,
        Self::Approve,
        Self::RequestForInfo,
        Self::Reject,
        Self::Close,
        Self::Withdraw,
        Self::Remind,
        Self::Lapse,
        Self::Finish,
        Self::FinishWithErrors,
        Self::PutRight,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_opens_on_the_next_eighth() {
        for (today, opens) in [
            ("2026-11-07", "2026-11-08"),
            ("2026-11-08", "2026-12-08"),
            ("2026-11-28", "2026-12-08"),
            ("2026-12-31", "2027-01-08"),
            ("2028-02-09", "2028-03-08"),
        ] {
            let day = |text| Day::parse(text).expect("a day");
            assert_eq!(government_window_opens(day(today)), day(opens), "{today}");
        }
    }
}
