//! Actions of operators.

use serde::{Deserialize, Serialize};

use crate::announcements::Announced;
use crate::audience::Recipients;
use crate::number::TransactionNo;
use crate::operations::JobKind;
use crate::payments::Window;
use crate::payments::fpx::AlertReason;
use crate::{Day, Language, Money, Topic};

/// An action of an operator, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum OperationsFact {
    /// A failed job was started again.
    JobRetried {
        /// The kind of job.
        job: JobKind,
        /// How often it had been tried.
        attempts: i64,
        /// The code of its last error.
        error_code: Option<String>,
    },
    /// An e-mail was handed to the mail server again.
    EmailSentAgain {
        /// How often the mail server had been tried.
        attempts: i64,
        /// The mail server's last answer, without addresses.
        error: Option<String>,
    },
    /// A payment method was closed for some time, or opened again.
    MethodWindowSet {
        /// The planned closure before the change.
        before: Option<Window>,
        /// The planned closure now; none if there is no longer one.
        after: Option<Window>,
    },
    /// An operator settled an alert of the bank gateway.
    FpxAlertSettled {
        /// The reason for the alert.
        reason: AlertReason,
        /// The answer code or field that the alert was about.
        value: String,
        /// The operator's note on the outcome.
        remark: String,
    },
    /// An officer declared a line of a bank statement to be other money than a line of another statement.
    BankLineDeclaredOther {
        /// The date of the line.
        day: Day,
        /// The amount of the line.
        amount: Money,
        /// The file and the row of the other line.
        other: String,
        /// The payment that was decided by the other line, if one was.
        transaction_no: Option<TransactionNo>,
        /// The officer's reason.
        reason: String,
    },
    /// An announcement was published.
    AnnouncementWritten {
        /// The announcement.
        after: Box<Announced>,
    },
    /// An announcement was changed.
    AnnouncementChanged {
        /// The announcement before the change.
        before: Box<Announced>,
        /// The announcement now.
        after: Box<Announced>,
    },
    /// An announcement was withdrawn.
    AnnouncementWithdrawn {
        /// The withdrawn announcement.
        before: Box<Announced>,
    },
}

impl OperationsFact {
    /// Notifies no user. Operators see their actions on their screens.
    pub(super) const fn recipients(&self) -> Recipients {
        match self {
            Self::JobRetried { .. }
            | Self::EmailSentAgain { .. }
            | Self::MethodWindowSet { .. }
            | Self::FpxAlertSettled { .. }
            | Self::BankLineDeclaredOther { .. }
            | Self::AnnouncementWritten { .. }
            | Self::AnnouncementChanged { .. }
            | Self::AnnouncementWithdrawn { .. } => Recipients::NONE,
        }
    }

    pub(super) const fn topics(&self) -> &'static [Topic] {
        match self {
            Self::JobRetried { .. } | Self::EmailSentAgain { .. } => &[Topic::Operations],
            Self::MethodWindowSet { .. } => &[Topic::Operations, Topic::Gateway],
            Self::FpxAlertSettled { .. } => &[Topic::Gateway],
            Self::BankLineDeclaredOther { .. } => &[Topic::BankStatements],
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
                "E-mel kepada {about} telah dihantar semula kepada pelayan mel."
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
            Self::BankLineDeclaredOther { other, .. } => say!(
                language,
                "The bank line {about} was declared to be other money than the line {other}.",
                "Baris bank {about} diisytiharkan sebagai wang lain daripada baris {other}."
            ),
            Self::AnnouncementWritten { after } => {
                let title = after.title.in_language(language);
                say!(language, "“{title}” was announced.", "“{title}” telah diumumkan.")
            }
            Self::AnnouncementChanged { after, .. } => {
                let title = after.title.in_language(language);
                say!(language, "The announcement “{title}” was changed.", "Pengumuman “{title}” telah diubah.")
            }
            Self::AnnouncementWithdrawn { before } => {
                let title = before.title.in_language(language);
                say!(language, "The announcement “{title}” was withdrawn.", "Pengumuman “{title}” telah ditarik balik.")
            }
        }
    }
}
