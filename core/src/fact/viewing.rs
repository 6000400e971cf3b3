//! What staff look at as the customers of a bulk account do.

use serde::{Deserialize, Serialize};

use crate::{Instant, Language};

/// A beginning or an end of customer view mode, with its data. Nobody is told, and no page is different by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum ViewingFact {
    /// A member of staff began.
    CustomerViewEntered {
        /// The e-mail address of whoever looks.
        by: String,
    },
    /// They ended it.
    CustomerViewLeft {
        /// The e-mail address of whoever looked.
        by: String,
        /// When they began.
        entered_at: Instant,
    },
    /// It ended with their session.
    CustomerViewEnded {
        /// The e-mail address of whoever looked.
        by: String,
        /// When they began.
        entered_at: Instant,
    },
}

impl ViewingFact {
    pub(super) fn sentence(&self, company: &str, language: Language) -> String {
        match self {
            Self::CustomerViewEntered { by } => say!(
                language,
                "{by} entered customer view mode of {company}.",
                "{by} telah memasuki mod paparan pelanggan {company}."
            ),
            Self::CustomerViewLeft { by, .. } => say!(
                language,
                "{by} left customer view mode of {company}.",
                "{by} telah keluar daripada mod paparan pelanggan {company}."
            ),
            Self::CustomerViewEnded { by, .. } => say!(
                language,
                "Customer view mode of {company} ended with the session of {by}.",
                "Mod paparan pelanggan {company} telah tamat bersama sesi {by}."
            ),
        }
    }
}
