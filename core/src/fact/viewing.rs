//! Events of customer view mode, in which staff see the portal as a bulk account's customers do.

use serde::{Deserialize, Serialize};

use crate::audience::Recipients;
use crate::{Instant, Language};

/// The start or end of customer view mode. No page changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum ViewingFact {
    /// A staff user entered customer view mode.
    CustomerViewEntered {
        /// The staff user's e-mail address.
        by: String,
    },
    /// The staff user left customer view mode.
    CustomerViewLeft {
        /// The staff user's e-mail address.
        by: String,
        /// When they entered it.
        entered_at: Instant,
    },
    /// Customer view mode ended because the staff user's session ended.
    CustomerViewEnded {
        /// The staff user's e-mail address.
        by: String,
        /// When they entered it.
        entered_at: Instant,
    },
}

impl ViewingFact {
    /// Notifies no user. Staff can look up who viewed what.
    pub(super) const fn recipients(&self) -> Recipients {
        match self {
            Self::CustomerViewEntered { .. } | Self::CustomerViewLeft { .. } | Self::CustomerViewEnded { .. } => {
                Recipients::NONE
            }
        }
    }

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
