//! Events of a company's application.

use serde::{Deserialize, Serialize};

use crate::audience::{Audience, Recipients};
use crate::permission::{Action, Area, Scope};
use crate::registration::{RegistrationStatus, Step, next_status};
use crate::{Code, Day, Language};

/// An event of an application, with its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum ApplicationEvent {
    /// The customer submitted it, for the first time or again.
    RegistrationSubmitted {
        /// The number of this submission, from 1.
        submission: i32,
        /// How many accounts to add.
        accounts: i32,
        /// The version of the terms that were accepted, if the client sent it.
        terms_version: Option<String>,
    },
    /// Staff approved it.
    RegistrationApproved {
        /// The submission that they decided on.
        submission: i32,
        /// Their remark.
        remark: Option<String>,
    },
    /// Staff asked the customer for more information.
    RegistrationInfoRequested {
        /// The submission that they decided on.
        submission: i32,
        /// The information that they asked for.
        remark: Option<String>,
    },
    /// Staff rejected it.
    RegistrationRejected {
        /// The submission that they decided on.
        submission: i32,
        /// Their reason.
        remark: Option<String>,
    },
    /// Staff closed it because the customer did not answer.
    RegistrationClosed {
        /// The submission that they decided on.
        submission: i32,
        /// Their reason.
        remark: Option<String>,
    },
    /// The customer withdrew it.
    RegistrationWithdrawn,
    /// The customer was reminded of the requested information.
    RegistrationReminded {
        /// The last day for an answer.
        until: Day,
    },
    /// The customer did not answer in time.
    RegistrationLapsed {
        /// The last day for an answer.
        until: Day,
    },
    /// All accounts were added.
    RegistrationFinished,
    /// Processing finished, but some accounts could not be added.
    RegistrationFinishedWithErrors {
        /// How many accounts have an error.
        errors: i64,
    },
    /// The last account with an error was fixed or removed from the application.
    RegistrationPutRight,
}

/// An event of an application with the resulting status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationFact {
    /// The status before.
    pub before: RegistrationStatus,
    /// The status after.
    pub after: RegistrationStatus,
    /// The event.
    #[serde(flatten)]
    pub event: ApplicationEvent,
}

impl ApplicationEvent {
    /// Returns the step of the state machine.
    #[must_use]
    pub const fn step(&self) -> Step {
        match self {
            Self::RegistrationSubmitted { .. } => Step::Submit,
            Self::RegistrationApproved { .. } => Step::Approve,
            Self::RegistrationInfoRequested { .. } => Step::RequestForInfo,
            Self::RegistrationRejected { .. } => Step::Reject,
            Self::RegistrationClosed { .. } => Step::Close,
            Self::RegistrationWithdrawn => Step::Withdraw,
            Self::RegistrationReminded { .. } => Step::Remind,
            Self::RegistrationLapsed { .. } => Step::Lapse,
            Self::RegistrationFinished => Step::Finish,
            Self::RegistrationFinishedWithErrors { .. } => Step::FinishWithErrors,
            Self::RegistrationPutRight => Step::PutRight,
        }
    }

    /// Returns the staff user's remark, if any.
    #[must_use]
    pub fn remark(&self) -> Option<&str> {
        match self {
            Self::RegistrationApproved { remark, .. }
            | Self::RegistrationInfoRequested { remark, .. }
            | Self::RegistrationRejected { remark, .. }
            | Self::RegistrationClosed { remark, .. } => remark.as_deref(),
            _ => None,
        }
    }
}

impl RegistrationFact {
    /// Applies an event to an application in that status.
    /// Fails with [`Code::RegistrationMoved`] if the status does not allow the event.
    pub fn of(before: RegistrationStatus, event: ApplicationEvent) -> Result<Self, Code> {
        Ok(Self { before, after: next_status(before, event.step())?, event })
    }

    pub(super) const fn recipients(&self) -> Recipients {
        match self.event {
            ApplicationEvent::RegistrationSubmitted { .. } | ApplicationEvent::RegistrationWithdrawn => {
                let reviewers = Scope { area: Area::ManageBulkAccounts, action: Action::Update };
                Recipients { staff: Some(reviewers), ..Recipients::NONE }
            }
            ApplicationEvent::RegistrationApproved { .. } => Recipients::NONE,
            ApplicationEvent::RegistrationInfoRequested { .. }
            | ApplicationEvent::RegistrationRejected { .. }
            | ApplicationEvent::RegistrationClosed { .. }
            | ApplicationEvent::RegistrationReminded { .. }
            | ApplicationEvent::RegistrationLapsed { .. }
            | ApplicationEvent::RegistrationFinished
            | ApplicationEvent::RegistrationFinishedWithErrors { .. } => {
                Recipients { affected_user: true, has_own_email: true, ..Recipients::NONE }
            }
            ApplicationEvent::RegistrationPutRight => Recipients { affected_user: true, ..Recipients::NONE },
        }
    }

    pub(super) fn sentence(&self, company: &str, to: Audience, language: Language) -> String {
        match (&self.event, to) {
            (ApplicationEvent::RegistrationSubmitted { accounts, .. }, Audience::Customers) => say_count!(
                language,
                accounts = *accounts,
                "The application of {company} with {accounts} account was submitted."
                    / "The application of {company} with {accounts} accounts was submitted.",
                "Permohonan {company} dengan {accounts} akaun telah dihantar."
            ),
            (ApplicationEvent::RegistrationSubmitted { accounts, .. }, Audience::Staff) => say_count!(
                language,
                accounts = *accounts,
                "The application of {company} with {accounts} account is waiting for approval."
                    / "The application of {company} with {accounts} accounts is waiting for approval.",
                "Permohonan {company} dengan {accounts} akaun menunggu kelulusan."
            ),
            (ApplicationEvent::RegistrationApproved { .. }, _) => say!(
                language,
                "The application of {company} was approved. Its bulk account is being set up.",
                "Permohonan {company} telah diluluskan. Akaun pukalnya sedang disediakan."
            ),
            (ApplicationEvent::RegistrationInfoRequested { .. }, Audience::Customers) => say!(
                language,
                "The utility needs more information about {company} before it can decide.",
                "Utiliti memerlukan maklumat lanjut tentang {company} sebelum membuat keputusan."
            ),
            (ApplicationEvent::RegistrationInfoRequested { .. }, Audience::Staff) => say!(
                language,
                "More information about {company} was requested.",
                "Maklumat lanjut tentang {company} telah diminta."
            ),
            (ApplicationEvent::RegistrationRejected { .. }, _) => {
                say!(language, "The application of {company} was rejected.", "Permohonan {company} telah ditolak.")
            }
            (ApplicationEvent::RegistrationClosed { .. }, _) => say!(
                language,
                "The application of {company} was closed, because the utility's request was not answered.",
                "Permohonan {company} telah ditutup kerana permintaan utiliti tidak dijawab."
            ),
            (ApplicationEvent::RegistrationWithdrawn, _) => {
                say!(
                    language,
                    "The application of {company} was withdrawn.",
                    "Permohonan {company} telah ditarik balik."
                )
            }
            (ApplicationEvent::RegistrationReminded { until }, Audience::Customers) => {
                let day = until.shown(language);
                say!(
                    language,
                    "The utility still needs more information about {company}, by {day}.",
                    "Utiliti masih memerlukan maklumat lanjut tentang {company}, sebelum atau pada {day}."
                )
            }
            (ApplicationEvent::RegistrationReminded { until }, Audience::Staff) => {
                let day = until.shown(language);
                say!(
                    language,
                    "The applicant was reminded that more information about {company} is needed by {day}.",
                    "Pemohon diingatkan bahawa maklumat lanjut tentang {company} diperlukan sebelum atau pada {day}."
                )
            }
            (ApplicationEvent::RegistrationLapsed { until }, _) => {
                let day = until.shown(language);
                say!(
                    language,
                    "The application of {company} was closed, because there was no answer by {day}.",
                    "Permohonan {company} telah ditutup kerana tiada jawapan sebelum atau pada {day}."
                )
            }
            (ApplicationEvent::RegistrationFinished, _) => {
                say!(language, "The bulk account of {company} is ready.", "Akaun pukal {company} sudah sedia.")
            }
            (ApplicationEvent::RegistrationFinishedWithErrors { errors }, _) => say_count!(
                language,
                errors = *errors,
                "The bulk account of {company} is ready; {errors} account could not be added."
                    / "The bulk account of {company} is ready; {errors} accounts could not be added.",
                "Akaun pukal {company} sudah sedia; {errors} akaun tidak dapat ditambah."
            ),
            (ApplicationEvent::RegistrationPutRight, _) => {
                say!(language, "All accounts of {company} are now correct.", "Semua akaun {company} telah dibetulkan.")
            }
        }
    }
}
