//! The status of a registration and the steps that change it (docs/domain/registration.md#steps).

use crate::{Code, Day, Language, Tone};

numbered! {
    /// The status of an application. Existing clients know codes 1 to 7; code 8 is the portal's own.
    pub enum RegistrationStatus {
        /// A draft; nothing was submitted yet.
        Unregistered = 1 "unregistered",
        /// Awaits the utility's decision.
        PendingApproval = 2 "pendingApproval",
        /// Rejected. The applicant may start again from the old data.
        Rejected = 3 "rejected",
        /// The utility asked for information. The customer edits the application and submits it again.
        RequestForInfo = 4 "requestForInfo",
        /// Approved. The bulk account is being created and its accounts are being added.
        PostProcessing = 5 "postProcessing",
        /// Approved, but some accounts could not be added.
        AcceptedWithError = 6 "acceptedWithError",
        /// Approved, and all accounts were added.
        Approved = 7 "approved",
        /// Ended without a decision: withdrawn, or the customer did not answer. The applicant may start again from the
        /// old data.
        Closed = 8 "closed",
    }
}

impl RegistrationStatus {
    /// Whether the customer may edit the form.
    #[must_use]
    pub const fn is_editable(self) -> bool {
        matches!(self, Self::Unregistered | Self::RequestForInfo)
    }

    /// Whether it reserves its company number, so that no other application for the company can be submitted.
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

    /// Whether its applicant cannot start another application: it is a draft, awaits a decision or an answer, or is
    /// being processed.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Unregistered | Self::PendingApproval | Self::RequestForInfo | Self::PostProcessing)
    }

    /// Whether the customer has to answer a request for information.
    #[must_use]
    pub const fn awaits_answer(self) -> bool {
        matches!(self, Self::RequestForInfo)
    }

    /// Whether it cannot continue without the applicant, who has to answer or to become the Master.
    #[must_use]
    pub const fn needs_applicant(self) -> bool {
        matches!(self, Self::RequestForInfo | Self::PostProcessing)
    }

    /// Whether it ended without a bulk account. The applicant may start again from the old data.
    #[must_use]
    pub const fn is_ended(self) -> bool {
        matches!(self, Self::Rejected | Self::Closed)
    }

    /// Whether it is approved and some accounts still have to be added or fixed.
    #[must_use]
    pub const fn awaits_accounts(self) -> bool {
        matches!(self, Self::PostProcessing | Self::AcceptedWithError)
    }

    /// Whether it is approved and its bulk account exists.
    #[must_use]
    pub const fn is_processed(self) -> bool {
        matches!(self, Self::AcceptedWithError | Self::Approved)
    }

    /// Returns the word that the screens show. Status 6 is shown as Approved.
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

    /// Returns the tone that the screens show.
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
    /// A step that changes the status of a registration.
    #[derive(Copy, Eq, Hash)]
    pub enum Step {
        /// The customer submits it, for the first time or again.
        Submit,
        /// Staff approve it.
        Approve,
        /// Staff ask for information.
        RequestForInfo,
        /// Staff reject it.
        Reject,
        /// Staff close it because the customer did not answer.
        Close,
        /// The customer withdraws it.
        Withdraw,
        /// The customer is reminded of the requested information.
        Remind,
        /// The customer did not answer in time.
        Lapse,
        /// Processing finished, and every account was added.
        Finish,
        /// Processing finished, and some accounts could not be added.
        FinishWithErrors,
        /// The last account with an error was fixed or removed.
        PutRight,
    }
}

/// Returns the status that a step leads to.
/// Fails with [`Code::RegistrationMoved`] if the status does not allow the step.
pub const fn next_status(from: RegistrationStatus, step: Step) -> Result<RegistrationStatus, Code> {
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

/// Returns the next day on which the window for government entities opens, after today.
#[must_use]
pub fn government_window_opens(today: Day) -> Day {
    use chrono::Datelike as _;
    let opens = |day: &Day| day.date().day() == *GOVERNMENT_DAYS.start();
    // Every month has an 8th, and no month has more than 31 days.
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

    #[test]
    fn only_some_states_wait_for_the_applicant() {
        use RegistrationStatus::{PostProcessing, RequestForInfo};
        let those = |is: fn(RegistrationStatus) -> bool| {
            RegistrationStatus::ALL.iter().copied().filter(|one| is(*one)).collect::<Vec<_>>()
        };
        assert_eq!(those(RegistrationStatus::awaits_answer), [RequestForInfo]);
        assert_eq!(those(RegistrationStatus::needs_applicant), [RequestForInfo, PostProcessing]);
    }
}
