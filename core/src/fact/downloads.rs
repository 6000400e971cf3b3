//! What becomes of files that somebody waits for.

use serde::{Deserialize, Serialize};

use crate::Language;
use crate::audience::Told;

/// What became of a file that a job made, with its data. One that is made while the call waits is no news.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum DownloadFact {
    /// It can be downloaded.
    DownloadReady {
        /// Which.
        download_id: String,
    },
    /// It could not be prepared.
    DownloadFailed {
        /// Which.
        download_id: String,
    },
}

impl DownloadFact {
    /// Whoever asked for it, and nobody else.
    pub(super) const TOLD: Told = Told { concerned: true, ..Told::NOBODY };

    /// Which file.
    #[must_use]
    pub fn download_id(&self) -> &str {
        match self {
            Self::DownloadReady { download_id } | Self::DownloadFailed { download_id } => download_id,
        }
    }

    pub(super) fn sentence(&self, name: &str, language: Language) -> String {
        match self {
            Self::DownloadReady { .. } => {
                say!(language, "The file {name} is ready to download.", "Fail {name} sedia untuk dimuat turun.")
            }
            Self::DownloadFailed { .. } => {
                say!(language, "The file {name} could not be prepared.", "Fail {name} tidak dapat disediakan.")
            }
        }
    }
}
