//! Events of requests about personal data and of breaches. They have numbers, days and codes, and no text of a person, so
//! that nothing in them has to be erased.

use serde::{Deserialize, Serialize};

use super::breaches::BreachStep;
use super::requests::{DataRequestKind, DataRequestState};
use crate::audience::Recipients;
use crate::permission::{Action, Area, Scope};
use crate::{Day, Instant, Language};

/// An event of a request about personal data or of a breach, with its data. The fact is about the number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum DataProtectionFact {
    /// A user made a request, or staff recorded one.
    DataRequestMade {
        /// The subject of the request.
        request: DataRequestKind,
        /// The deadline.
        due: Day,
        /// Whether staff recorded it.
        by_staff: bool,
    },
    /// Staff extended the deadline.
    DataRequestExtended {
        /// The deadline before.
        before: Day,
        /// The deadline now.
        due: Day,
    },
    /// The request was answered, refused or withdrawn.
    DataRequestEnded {
        /// The state now.
        outcome: DataRequestState,
        /// Whether the person withdrew it in the portal.
        by_person: bool,
    },
    /// The deadline is near or has passed.
    DataRequestDue {
        /// The deadline.
        due: Day,
        /// Whether it has passed.
        is_late: bool,
    },
    /// A breach was recorded.
    BreachRecorded {
        /// Until when the Commissioner must be notified; none if the law does not ask for it.
        commissioner_due: Option<Instant>,
        /// Whether it is a cyber security incident. Missing in facts from before it was recorded.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_cyber_incident: bool,
    },
    /// A version was added to a breach.
    BreachCorrected {
        /// The number of the version.
        version: i32,
        /// When the Commissioner was notified.
        commissioner_notified_at: Option<Instant>,
        /// When the affected persons were notified.
        persons_notified_at: Option<Instant>,
        /// When the National Cyber Security Agency was notified.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cyber_notified_at: Option<Instant>,
        /// When the particulars of the incident were sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cyber_particulars_at: Option<Instant>,
        /// When the supplementary information was sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cyber_supplement_at: Option<Instant>,
    },
    /// A notification about a breach is due soon or late.
    BreachDue {
        /// The notification.
        step: BreachStep,
        /// The deadline.
        due: Instant,
        /// Whether it has passed.
        is_late: bool,
    },
}

/// The staff who answer requests.
const ANSWERERS: Scope = Scope { area: Area::ManageTnbUsers, action: Action::Update };
/// The staff who keep the register of breaches.
const KEEPERS: Scope = Scope { area: Area::Operations, action: Action::Update };

impl DataProtectionFact {
    /// Whether it is an event of a breach.
    #[must_use]
    pub const fn is_about_breach(&self) -> bool {
        matches!(self, Self::BreachRecorded { .. } | Self::BreachCorrected { .. } | Self::BreachDue { .. })
    }

    /// Notifies staff of what they must act on, and the person of what staff did.
    pub(crate) const fn recipients(&self) -> Recipients {
        match self {
            Self::DataRequestMade { by_staff, .. } => {
                Recipients { staff: Some(ANSWERERS), affected_user: *by_staff, ..Recipients::NONE }
            }
            Self::DataRequestExtended { .. } | Self::DataRequestEnded { by_person: false, .. } => {
                Recipients { affected_user: true, ..Recipients::NONE }
            }
            Self::DataRequestEnded { by_person: true, .. } | Self::DataRequestDue { .. } => {
                Recipients { staff: Some(ANSWERERS), ..Recipients::NONE }
            }
            Self::BreachRecorded { .. } | Self::BreachCorrected { .. } | Self::BreachDue { .. } => {
                Recipients { staff: Some(KEEPERS), ..Recipients::NONE }
            }
        }
    }

    pub(crate) fn sentence(&self, number: &str, language: Language) -> String {
        match self {
            Self::DataRequestMade { request, due, by_staff } => {
                let (request, due) = (request.word(language), due.shown(language));
                if *by_staff {
                    say!(
                        language,
                        "Request {number} about personal data was recorded ({request}). It is due by {due}.",
                        "Permintaan {number} tentang data peribadi telah direkodkan ({request}). Ia perlu dijawab sebelum atau pada {due}."
                    )
                } else {
                    say!(
                        language,
                        "Request {number} about personal data was made ({request}). It is due by {due}.",
                        "Permintaan {number} tentang data peribadi telah dibuat ({request}). Ia perlu dijawab sebelum atau pada {due}."
                    )
                }
            }
            Self::DataRequestExtended { due, .. } => {
                let due = due.shown(language);
                say!(
                    language,
                    "The deadline of request {number} about personal data was extended to {due}.",
                    "Tarikh akhir permintaan {number} tentang data peribadi telah dilanjutkan hingga {due}."
                )
            }
            Self::DataRequestEnded { outcome, .. } => match outcome {
                DataRequestState::Refused => say!(
                    language,
                    "Request {number} about personal data was refused.",
                    "Permintaan {number} tentang data peribadi telah ditolak."
                ),
                DataRequestState::Withdrawn => say!(
                    language,
                    "Request {number} about personal data was withdrawn.",
                    "Permintaan {number} tentang data peribadi telah ditarik balik."
                ),
                DataRequestState::Answered | DataRequestState::Open | DataRequestState::Extended => say!(
                    language,
                    "Request {number} about personal data was answered.",
                    "Permintaan {number} tentang data peribadi telah dijawab."
                ),
            },
            Self::DataRequestDue { due, is_late: false } => {
                let due = due.shown(language);
                say!(
                    language,
                    "Request {number} about personal data must be answered by {due}.",
                    "Permintaan {number} tentang data peribadi mesti dijawab sebelum atau pada {due}."
                )
            }
            Self::DataRequestDue { due, is_late: true } => {
                let due = due.shown(language);
                say!(
                    language,
                    "Request {number} about personal data is overdue since {due}.",
                    "Permintaan {number} tentang data peribadi telah tertunggak sejak {due}."
                )
            }
            Self::BreachRecorded { commissioner_due: Some(due), is_cyber_incident: false } => {
                let due = due.shown(language);
                say!(
                    language,
                    "Personal data breach {number} was recorded. The Commissioner must be notified by {due}.",
                    "Pelanggaran data peribadi {number} telah direkodkan. Pesuruhjaya mesti dimaklumkan sebelum atau pada {due}."
                )
            }
            Self::BreachRecorded { commissioner_due: Some(due), is_cyber_incident: true } => {
                let due = due.shown(language);
                say!(
                    language,
                    "Breach {number} was recorded as a cyber security incident. NACSA must be notified at once, and the Commissioner by {due}.",
                    "Pelanggaran {number} telah direkodkan sebagai insiden keselamatan siber. NACSA mesti dimaklumkan serta-merta, dan Pesuruhjaya sebelum atau pada {due}."
                )
            }
            Self::BreachRecorded { commissioner_due: None, is_cyber_incident: true } => say!(
                language,
                "Breach {number} was recorded as a cyber security incident. NACSA must be notified at once.",
                "Pelanggaran {number} telah direkodkan sebagai insiden keselamatan siber. NACSA mesti dimaklumkan serta-merta."
            ),
            Self::BreachRecorded { commissioner_due: None, is_cyber_incident: false } => say!(
                language,
                "Personal data breach {number} was recorded.",
                "Pelanggaran data peribadi {number} telah direkodkan."
            ),
            Self::BreachCorrected { version, .. } => say!(
                language,
                "Version {version} was added to personal data breach {number}.",
                "Versi {version} telah ditambah pada pelanggaran data peribadi {number}."
            ),
            Self::BreachDue { step, due, .. } => due_sentence(*step, number, *due, language),
        }
    }
}

/// Returns the sentence about a notification that is due soon or late.
fn due_sentence(step: BreachStep, number: &str, due: Instant, language: Language) -> String {
    let due = due.shown(language);
    match step {
        BreachStep::Commissioner => say!(
            language,
            "The Commissioner must be notified of personal data breach {number} by {due}.",
            "Pesuruhjaya mesti dimaklumkan tentang pelanggaran data peribadi {number} sebelum atau pada {due}."
        ),
        BreachStep::Persons => say!(
            language,
            "The persons affected by personal data breach {number} must be notified by {due}.",
            "Orang yang terjejas oleh pelanggaran data peribadi {number} mesti dimaklumkan sebelum atau pada {due}."
        ),
        BreachStep::CyberNotice => say!(
            language,
            "NACSA and the sector lead must be notified of cyber security incident {number} at once.",
            "NACSA dan ketua sektor mesti dimaklumkan tentang insiden keselamatan siber {number} serta-merta."
        ),
        BreachStep::CyberParticulars => say!(
            language,
            "The particulars of cyber security incident {number} must be sent to NACSA by {due}.",
            "Butiran insiden keselamatan siber {number} mesti dihantar kepada NACSA sebelum atau pada {due}."
        ),
        BreachStep::CyberSupplement => say!(
            language,
            "The supplementary information on cyber security incident {number} must be sent to NACSA by {due}.",
            "Maklumat tambahan tentang insiden keselamatan siber {number} mesti dihantar kepada NACSA sebelum atau pada {due}."
        ),
    }
}
