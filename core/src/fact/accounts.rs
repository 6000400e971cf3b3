//! What happens to electricity accounts and their groups.

use serde::{Deserialize, Serialize};

use crate::Language;
use crate::accounts::AccountError;
use crate::amount::number_shown;
use crate::audience::Told;
use crate::permission::{Action, Area, Scope};

/// What an account is called, and where it is put.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AccountState {
    /// The customer's own name for it.
    pub reference_id: Option<String>,
    /// Its group.
    pub group_id: Option<String>,
}

/// An account that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedAccount {
    /// The account.
    pub account_no: String,
    /// What it was.
    pub before: AccountState,
    /// What it is to be.
    pub after: AccountState,
}

/// An account that could not be taken in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedAccount {
    /// The account.
    pub account_no: String,
    /// What stands against it.
    pub error_type: AccountError,
}

/// An event of accounts, with its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum AccountsFact {
    /// Accounts were asked for.
    AccountsAdded {
        /// How many.
        accounts: i64,
    },
    /// Accounts that could not be taken were asked for again.
    AccountsTriedAgain {
        /// Which.
        accounts: Vec<String>,
    },
    /// Accounts that could not be taken were taken off the list.
    AccountsForgotten {
        /// Which.
        accounts: Vec<String>,
    },
    /// A job did what was asked for.
    AccountsProcessed {
        /// Taken in.
        tagged: Vec<String>,
        /// Not taken in.
        failed: Vec<FailedAccount>,
        /// Taken out.
        untagged: Vec<String>,
        /// Given another reference ID.
        changed: Vec<String>,
    },
    /// One account was to be taken out.
    AccountRemoved,
    /// Accounts were to be taken out.
    AccountsRemoved {
        /// Which.
        accounts: Vec<String>,
    },
    /// Accounts were called or grouped otherwise.
    AccountsChanged {
        /// Which, and how.
        accounts: Vec<ChangedAccount>,
    },
    /// A group was made.
    GroupMade {
        /// The group.
        group_id: String,
        /// What was put into it.
        accounts: Vec<String>,
    },
    /// A group was given another name.
    GroupRenamed {
        /// The group.
        group_id: String,
        /// Its name before.
        before: String,
        /// Its name since.
        after: String,
    },
    /// A group was deleted.
    GroupDeleted {
        /// The group.
        group_id: String,
        /// What was in it.
        accounts: Vec<String>,
    },
    /// Accounts were put into a group.
    AccountsGrouped {
        /// The group.
        group_id: String,
        /// Which.
        accounts: Vec<String>,
    },
    /// Accounts were taken out of a group.
    AccountsUngrouped {
        /// The group.
        group_id: String,
        /// Which.
        accounts: Vec<String>,
    },
}

impl AccountsFact {
    /// Whoever keeps the accounts hears of those that came, went or could not be taken in, and of what colleagues made of the
    /// groups. What was asked for is told once it is done.
    pub(super) const fn told(&self) -> Told {
        let keepers = Told { customers: Some(Scope { area: Area::Account, action: Action::Update }), ..Told::NOBODY };
        match self {
            Self::AccountsProcessed { tagged, failed, untagged, .. } => {
                if tagged.is_empty() && failed.is_empty() && untagged.is_empty() { Told::NOBODY } else { keepers }
            }
            Self::GroupMade { .. }
            | Self::GroupRenamed { .. }
            | Self::GroupDeleted { .. }
            | Self::AccountsGrouped { .. }
            | Self::AccountsUngrouped { .. } => keepers,
            Self::AccountsAdded { .. }
            | Self::AccountsTriedAgain { .. }
            | Self::AccountsForgotten { .. }
            | Self::AccountRemoved
            | Self::AccountsRemoved { .. }
            | Self::AccountsChanged { .. } => Told::NOBODY,
        }
    }

    pub(super) fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::AccountsAdded { accounts } => say_count!(
                language,
                accounts = *accounts,
                "{accounts} account was added to {about}." / "{accounts} accounts were added to {about}.",
                "{accounts} akaun telah ditambah ke {about}."
            ),
            Self::AccountsTriedAgain { accounts } => say_count!(
                language,
                accounts = accounts.len(),
                "{accounts} account of {about} that had an error was tried again."
                    / "{accounts} accounts of {about} that had errors were tried again.",
                "{accounts} akaun {about} yang mempunyai ralat telah dicuba semula."
            ),
            Self::AccountsForgotten { accounts } => say_count!(
                language,
                accounts = accounts.len(),
                "{accounts} account with an error was removed from the list of {about}."
                    / "{accounts} accounts with errors were removed from the list of {about}.",
                "{accounts} akaun yang mempunyai ralat telah dibuang daripada senarai {about}."
            ),
            Self::AccountsProcessed { tagged, failed, untagged, changed } => {
                let failed = number_shown(u64::try_from(failed.len()).unwrap_or_default());
                say_count!(
                    language,
                    done = tagged.len() + untagged.len() + changed.len(),
                    "{done} account of {about} was processed; {failed} could not be added."
                        / "{done} accounts of {about} were processed; {failed} could not be added.",
                    "{done} akaun {about} telah diproses; {failed} tidak dapat ditambah."
                )
            }
            Self::AccountRemoved => {
                say!(language, "Account {about} was removed.", "Akaun {about} telah dibuang.")
            }
            Self::AccountsRemoved { accounts } => say_count!(
                language,
                accounts = accounts.len(),
                "{accounts} account was removed from {about}." / "{accounts} accounts were removed from {about}.",
                "{accounts} akaun telah dibuang daripada {about}."
            ),
            Self::AccountsChanged { accounts } => say_count!(
                language,
                accounts = accounts.len(),
                "{accounts} account of {about} was changed." / "{accounts} accounts of {about} were changed.",
                "{accounts} akaun {about} telah diubah."
            ),
            Self::GroupMade { accounts, .. } => say_count!(
                language,
                accounts = accounts.len(),
                "Group {about} was created with {accounts} account."
                    / "Group {about} was created with {accounts} accounts.",
                "Kumpulan {about} telah dicipta dengan {accounts} akaun."
            ),
            Self::GroupRenamed { before, after, .. } => say!(
                language,
                "Group {before} was renamed {after}.",
                "Nama kumpulan {before} telah ditukar kepada {after}."
            ),
            Self::GroupDeleted { .. } => {
                say!(language, "Group {about} was deleted.", "Kumpulan {about} telah dipadam.")
            }
            Self::AccountsGrouped { accounts, .. } => say_count!(
                language,
                accounts = accounts.len(),
                "{accounts} account was assigned to group {about}."
                    / "{accounts} accounts were assigned to group {about}.",
                "{accounts} akaun telah ditetapkan kepada kumpulan {about}."
            ),
            Self::AccountsUngrouped { accounts, .. } => say_count!(
                language,
                accounts = accounts.len(),
                "{accounts} account was taken out of group {about}."
                    / "{accounts} accounts were taken out of group {about}.",
                "{accounts} akaun telah dikeluarkan daripada kumpulan {about}."
            ),
        }
    }
}
