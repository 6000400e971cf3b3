//! Events of a company and its bulk account.

use serde::{Deserialize, Serialize};

use crate::Language;
use crate::audience::Recipients;
use crate::company::ChangedField;

/// An event of a company, with its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum CompanyFact {
    /// A new application was started from one that had ended.
    RegistrationBegunAgain {
        /// The new application.
        registration_id: String,
        /// The application that had ended.
        before: String,
    },
    /// The bulk account of an approved application was created.
    BulkAccountMade {
        /// The approved application.
        registration_id: String,
        /// The e-mail address of its Master.
        master: String,
        /// How many accounts to add.
        accounts: usize,
    },
    /// The company's details or contacts were changed.
    BulkProfileChanged {
        /// The new version.
        version: i32,
        /// The changes, field by field.
        changes: Vec<ChangedField>,
    },
}

impl CompanyFact {
    /// Notifies no user: the application of a company has facts of its own.
    pub(super) const fn recipients(&self) -> Recipients {
        match self {
            Self::RegistrationBegunAgain { .. } | Self::BulkAccountMade { .. } | Self::BulkProfileChanged { .. } => {
                Recipients::NONE
            }
        }
    }

    pub(super) fn sentence(&self, company: &str, language: Language) -> String {
        match self {
            Self::RegistrationBegunAgain { .. } => say!(
                language,
                "A new application of {company} was started from the previous one, which had ended.",
                "Permohonan baharu {company} telah dimulakan daripada permohonan yang telah tamat."
            ),
            Self::BulkAccountMade { master, accounts, .. } => say_count!(
                language,
                accounts = *accounts,
                "The bulk account of {company} was created for {master}, with {accounts} account to add."
                    / "The bulk account of {company} was created for {master}, with {accounts} accounts to add.",
                "Akaun pukal {company} telah dicipta untuk {master}, dengan {accounts} akaun untuk ditambah."
            ),
            Self::BulkProfileChanged { changes, .. } => say_count!(
                language,
                fields = changes.len(),
                "{fields} detail of {company} was changed." / "{fields} details of {company} were changed.",
                "{fields} butiran {company} telah diubah."
            ),
        }
    }
}
