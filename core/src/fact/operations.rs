//! What operators do.

use serde::{Deserialize, Serialize};

use crate::announcements::Announced;
use crate::operations::JobKind;
use crate::payments::Window;
use crate::payments::fpx::AlertReason;
use crate::{Language, Topic};

/// What an operator did, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum OperationsFact {
    /// A job that failed was started again.
    JobRetried {
        /// What it does.
        job: JobKind,
        /// How often it had been tried.
        attempts: i64,
        /// The code of its last error.
        error_code: Option<String>,
    },
    /// The mail server was asked again to take an e-mail.
    EmailSentAgain {
        /// How often it had been asked.
        attempts: i64,
        /// What it had said last, without addresses.
        error: Option<String>,
    },
    /// A payment method is closed for some time, or opened again.
    MethodWindowSet {
        /// When it was to be closed before.
        before: Option<Window>,
        /// When it is to be closed now; none for not at all.
        after: Option<Window>,
    },
    /// Somebody looked at what the bank gateway had said, and settled it.
    FpxAlertSettled {
        /// Why it was to be looked at.
        reason: AlertReason,
        /// The answer code or the field that it was about.
        value: String,
        /// What came of it.
        remark: String,
    },
    /// Something was announced.
    AnnouncementWritten {
        /// What it says, when, and what it freezes.
        after: Box<Announced>,
    },
    /// An announcement was written anew.
    AnnouncementChanged {
        /// As it was.
        before: Box<Announced>,
        /// As it is now.
        after: Box<Announced>,
    },
    /// An announcement was withdrawn.
    AnnouncementWithdrawn {
        /// As it was.
        before: Box<Announced>,
    },
}

impl OperationsFact {
    pub(super) const fn topics(&self) -> &'static [Topic] {
        match self {
            Self::JobRetried { .. } | Self::EmailSentAgain { .. } => &[Topic::Operations],
            Self::MethodWindowSet { .. } => &[Topic::Operations, Topic::Gateway],
            Self::FpxAlertSettled { .. } => &[Topic::Gateway],
            Self::AnnouncementWritten { .. }
            | Self::AnnouncementChanged { .. }
            | Self::AnnouncementWithdrawn { .. } => &[Topic::Announcements],
        }
    }

    pub(super) fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::JobRetried { .. } => {
                say!(language, "Job {about} was started again.", "Kerja {about} telah dimulakan semula.")
            }
            Self::EmailSentAgain { .. } => say!(
                language,
                "The e-mail to {about} was handed to the mail server again.",
                "E-mel kepada {about} telah diserahkan semula kepada pelayan mel."
            ),
            Self::MethodWindowSet { after: Some(window), .. } => {
                let (from, to) = (window.from.shown(language), window.to.shown(language));
                say!(
                    language,
                    "Payment method {about} is closed from {from} to {to}.",
                    "Kaedah pembayaran {about} ditutup dari {from} hingga {to}."
                )
            }
            Self::MethodWindowSet { after: None, .. } => say!(
                language,
                "Payment method {about} is open without interruption.",
                "Kaedah pembayaran {about} dibuka tanpa gangguan."
            ),
            Self::FpxAlertSettled { .. } => say!(
                language,
                "The FPX message about {about} was checked and settled.",
                "Maklumat FPX tentang {about} telah disemak dan diselesaikan."
            ),
            Self::AnnouncementWritten { .. } => {
                say!(language, "“{about}” was announced.", "“{about}” telah diumumkan.")
            }
            Self::AnnouncementChanged { .. } => {
                say!(language, "The announcement “{about}” was changed.", "Pengumuman “{about}” telah diubah.")
            }
            Self::AnnouncementWithdrawn { .. } => {
                say!(language, "The announcement “{about}” was withdrawn.", "Pengumuman “{about}” telah ditarik balik.")
            }
        }
    }
}
