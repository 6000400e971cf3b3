//! Events of files that users requested.

use serde::{Deserialize, Serialize};

use crate::Language;
use crate::audience::Recipients;

/// The outcome of a job that prepared a file. Files that are written inline have no event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum DownloadFact {
    /// The file can be downloaded.
    DownloadReady {
        /// The file's id.
        download_id: String,
    },
    /// The file could not be prepared.
    DownloadFailed {
        /// The file's id.
        download_id: String,
    },
}

impl DownloadFact {
    /// Notifies only the user who requested the file.
    pub(super) const fn recipients(&self) -> Recipients {
        match self {
            Self::DownloadReady { .. } | Self::DownloadFailed { .. } => {
                Recipients { affected_user: true, ..Recipients::NONE }
            }
        }
    }

    /// Returns the file's id.
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
