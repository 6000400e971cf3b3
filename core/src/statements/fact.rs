//! What happens to statements of account.

use serde::{Deserialize, Serialize};

use crate::audience::Told;
use crate::{Language, Topic};

/// Something that happened to a statement, with its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum StatementFact {
    /// Somebody wants one.
    StatementRequested {
        /// Which.
        statement_id: String,
        /// The last so many months.
        months: u32,
        /// Who is told by e-mail.
        email: Option<String>,
    },
    /// It can be downloaded.
    StatementReady {
        /// Which.
        statement_id: String,
        /// The last so many months.
        months: u32,
        /// Who was told by e-mail.
        emails: Vec<String>,
    },
    /// It could not be prepared.
    StatementFailed {
        /// Which.
        statement_id: String,
        /// The last so many months.
        months: u32,
    },
}

impl StatementFact {
    pub(crate) const TOPICS: &'static [Topic] = &[Topic::Statements];

    /// Whoever requested it is told what became of it.
    pub(crate) const fn told(&self) -> Told {
        match self {
            Self::StatementRequested { .. } => Told::NOBODY,
            Self::StatementReady { .. } | Self::StatementFailed { .. } => Told { concerned: true, ..Told::NOBODY },
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
