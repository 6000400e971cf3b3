//! Events of exports to accounting.

use serde::{Deserialize, Serialize};

use super::AccountingDraft;
use crate::audience::Recipients;
use crate::{Code, Language, Money};

/// An event of an accounting profile, with its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum AccountingFact {
    /// A profile was added or changed.
    AccountingProfileSaved {
        /// The profile's id.
        profile_id: String,
        /// Its version after the change.
        version: i64,
        /// The profile before the change; none if it was added.
        before: Option<Box<AccountingDraft>>,
        /// The profile after the change.
        after: Box<AccountingDraft>,
    },
    /// A profile was removed.
    AccountingProfileRemoved {
        /// The profile's id.
        profile_id: String,
        /// The profile before the removal.
        before: Box<AccountingDraft>,
    },
    /// A real run exported documents.
    AccountingRunMade {
        /// The profile's id.
        profile_id: String,
        /// The profile's version.
        version: i64,
        /// The number of the run.
        run_no: i64,
        /// The number of documents.
        documents: i64,
        /// Documents that reverse an earlier one.
        reversals: i64,
        /// The sum of the debits, which is that of the credits.
        debit: Money,
    },
    /// A scheduled run was refused.
    AccountingRunRefused {
        /// The profile's id.
        profile_id: String,
        /// The reason.
        code: Code,
    },
    /// Numbers of the accounting program were stored.
    AccountingNumbersSet {
        /// The profile's id.
        profile_id: String,
        /// The number of documents.
        documents: i64,
    },
}

impl AccountingFact {
    /// Returns who is notified: a scheduled run that was refused notifies the user who scheduled it.
    #[must_use]
    pub const fn recipients(&self) -> Recipients {
        match self {
            Self::AccountingRunRefused { .. } => Recipients { affected_user: true, ..Recipients::NONE },
            Self::AccountingProfileSaved { .. }
            | Self::AccountingProfileRemoved { .. }
            | Self::AccountingRunMade { .. }
            | Self::AccountingNumbersSet { .. } => Recipients::NONE,
        }
    }

    /// Returns the event as one sentence. `about` is the name of the profile.
    #[must_use]
    pub fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::AccountingProfileSaved { before: None, .. } => {
                say!(language, "The accounting profile {about} was added.", "Profil perakaunan {about} telah ditambah.")
            }
            Self::AccountingProfileSaved { .. } => {
                say!(language, "The accounting profile {about} was changed.", "Profil perakaunan {about} telah diubah.")
            }
            Self::AccountingProfileRemoved { .. } => say!(
                language,
                "The accounting profile {about} was removed.",
                "Profil perakaunan {about} telah dibuang."
            ),
            Self::AccountingRunMade { run_no, documents, .. } => say_count!(
                language,
                documents = *documents,
                "Run {run_no} of {about} exported {documents} document to accounting."
                    / "Run {run_no} of {about} exported {documents} documents to accounting.",
                "Larian {run_no} bagi {about} telah mengeksport {documents} dokumen ke perakaunan."
            ),
            Self::AccountingRunRefused { .. } => say!(
                language,
                "The scheduled run of {about} failed. Run it yourself to see the reason.",
                "Larian berjadual bagi {about} tidak dapat dibuat. Jalankan sendiri untuk melihat sebabnya."
            ),
            Self::AccountingNumbersSet { documents, .. } => say_count!(
                language,
                documents = *documents,
                "The number in the accounting program was stored for {documents} document of {about}."
                    / "The numbers in the accounting program were stored for {documents} documents of {about}.",
                "Nombor dalam program perakaunan telah disimpan bagi {documents} dokumen {about}."
            ),
        }
    }
}
