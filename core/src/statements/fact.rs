//! The facts of statements of account.

use serde::{Deserialize, Serialize};

use crate::Language;
use crate::audience::Recipients;

/// An event of a statement, with its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum StatementFact {
    /// A user requested a statement.
    StatementRequested {
        /// The id of the statement.
        statement_id: String,
        /// The length of the period in months.
        months: u32,
        /// The address that receives an e-mail when it is ready.
        email: Option<String>,
    },
    /// The statement can be downloaded.
    StatementReady {
        /// The id of the statement.
        statement_id: String,
        /// The length of the period in months.
        months: u32,
        /// The addresses that received an e-mail.
        emails: Vec<String>,
    },
    /// The statement could not be prepared.
    StatementFailed {
        /// The id of the statement.
        statement_id: String,
        /// The length of the period in months.
        months: u32,
    },
}

impl StatementFact {
    /// Notifies the user who requested the statement of its outcome.
    pub(crate) const fn recipients(&self) -> Recipients {
        match self {
            Self::StatementRequested { .. } => Recipients::NONE,
            Self::StatementReady { .. } | Self::StatementFailed { .. } => {
                Recipients { affected_user: true, ..Recipients::NONE }
            }
        }
    }

    pub(crate) fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::StatementRequested { months, .. } => say_count!(
                language,
                months = *months,
                "A statement of account {about} for the last {months} month was requested."
                    / "A statement of account {about} for the last {months} months was requested.",
                "Penyata akaun {about} bagi {months} bulan terakhir telah diminta."
            ),
            Self::StatementReady { months, .. } => say_count!(
                language,
                months = *months,
                "The statement of account {about} for the last {months} month is ready."
                    / "The statement of account {about} for the last {months} months is ready.",
                "Penyata akaun {about} bagi {months} bulan terakhir telah sedia."
            ),
            Self::StatementFailed { months, .. } => say_count!(
                language,
                months = *months,
                "The statement of account {about} for the last {months} month could not be prepared."
                    / "The statement of account {about} for the last {months} months could not be prepared.",
                "Penyata akaun {about} bagi {months} bulan terakhir tidak dapat disediakan."
            ),
        }
    }
}
