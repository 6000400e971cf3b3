//! Events of electricity accounts and their groups.

use serde::{Deserialize, Serialize};

use crate::accounts::AccountError;
use crate::amount::number_shown;
use crate::audience::Recipients;
use crate::costs::{CodingPart, CodingPeriod};
use crate::permission::{Action, Area, Scope};
use crate::{Day, Language, Money};

/// An account's reference ID and group.
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
    /// The account number.
    pub account_no: String,
    /// The values before the change.
    pub before: AccountState,
    /// The requested values.
    pub after: AccountState,
}

/// An account that could not be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedAccount {
    /// The account number.
    pub account_no: String,
    /// The error.
    pub error_type: AccountError,
}

/// A cost centre's name, and whether it is active.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CostCentreState {
    /// The name.
    pub name: String,
    /// Whether new codings may use it.
    pub is_active: bool,
}

/// An account whose coding was replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecodedAccount {
    /// The account number.
    pub account_no: String,
    /// The coding before the change.
    pub before: Vec<CodingPeriod>,
    /// The coding after the change.
    pub after: Vec<CodingPeriod>,
}

/// An event of accounts, with its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum AccountsFact {
    /// Accounts were submitted to be added.
    AccountsAdded {
        /// How many.
        accounts: i64,
    },
    /// Adding accounts with errors was tried again.
    AccountsTriedAgain {
        /// The account numbers.
        accounts: Vec<String>,
    },
    /// Accounts with errors were removed from the list of pending accounts.
    AccountsForgotten {
        /// The account numbers.
        accounts: Vec<String>,
    },
    /// A job processed the submitted accounts.
    AccountsProcessed {
        /// Accounts that were added.
        tagged: Vec<String>,
        /// Accounts that could not be added.
        failed: Vec<FailedAccount>,
        /// Accounts that were removed.
        untagged: Vec<String>,
        /// Accounts whose reference ID was changed.
        changed: Vec<String>,
    },
    /// The removal of one account was requested.
    AccountRemoved,
    /// The removal of accounts was requested.
    AccountsRemoved {
        /// The account numbers.
        accounts: Vec<String>,
    },
    /// The reference ID or group of accounts was changed.
    AccountsChanged {
        /// The accounts, with the values before and after.
        accounts: Vec<ChangedAccount>,
    },
    /// A group was created.
    GroupMade {
        /// The group's id.
        group_id: String,
        /// The accounts in it.
        accounts: Vec<String>,
    },
    /// A group was renamed.
    GroupRenamed {
        /// The group's id.
        group_id: String,
        /// The name before.
        before: String,
        /// The name after.
        after: String,
    },
    /// A group was deleted.
    GroupDeleted {
        /// The group's id.
        group_id: String,
        /// The accounts that were in it.
        accounts: Vec<String>,
    },
    /// Accounts were put into a group.
    AccountsGrouped {
        /// The group's id.
        group_id: String,
        /// The account numbers.
        accounts: Vec<String>,
    },
    /// Accounts were taken out of a group.
    AccountsUngrouped {
        /// The group's id.
        group_id: String,
        /// The account numbers.
        accounts: Vec<String>,
    },
    /// A cost centre was added or changed.
    CostCentreSaved {
        /// The values before the change; none if it was added.
        before: Option<CostCentreState>,
        /// The values after the change.
        after: CostCentreState,
    },
    /// A cost centre was removed.
    CostCentreRemoved {
        /// The values before the removal.
        before: CostCentreState,
    },
    /// The coding of accounts was replaced.
    AccountsCoded {
        /// The accounts, with their codings before and after.
        accounts: Vec<RecodedAccount>,
    },
    /// The default coding of a group was replaced.
    GroupCoded {
        /// The group's id.
        group_id: String,
        /// The default before the change.
        before: Vec<CodingPart>,
        /// The default after the change.
        after: Vec<CodingPart>,
    },
    /// The bank guarantee of an account expires soon.
    GuaranteeExpires {
        /// The utility's number of the deposit.
        deposit_no: String,
        /// Its last day.
        until: Day,
        /// Its amount.
        amount: Money,
        /// The bank, if the utility named it.
        bank: Option<String>,
    },
}

impl AccountsFact {
    /// Returns who is notified. The users who manage accounts hear about accounts that were added, removed or could not
    /// be added, about colleagues' changes to groups, and about guarantees that expire. A request is not announced; its
    /// result is.
    pub(super) const fn recipients(&self) -> Recipients {
        let keepers =
            Recipients { customers: Some(Scope { area: Area::Account, action: Action::Update }), ..Recipients::NONE };
        match self {
            Self::AccountsProcessed { tagged, failed, untagged, .. } => {
                if tagged.is_empty() && failed.is_empty() && untagged.is_empty() { Recipients::NONE } else { keepers }
            }
            Self::GroupMade { .. }
            | Self::GroupRenamed { .. }
            | Self::GroupDeleted { .. }
            | Self::AccountsGrouped { .. }
            | Self::AccountsUngrouped { .. }
            | Self::GuaranteeExpires { .. } => keepers,
            Self::AccountsAdded { .. }
            | Self::AccountsTriedAgain { .. }
            | Self::AccountsForgotten { .. }
            | Self::AccountRemoved
            | Self::AccountsRemoved { .. }
            | Self::AccountsChanged { .. }
            | Self::CostCentreSaved { .. }
            | Self::CostCentreRemoved { .. }
            | Self::AccountsCoded { .. }
            | Self::GroupCoded { .. } => Recipients::NONE,
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
            Self::CostCentreSaved { before: None, .. } => {
                say!(language, "Cost centre {about} was added.", "Pusat kos {about} telah ditambah.")
            }
            Self::CostCentreSaved { .. } => {
                say!(language, "Cost centre {about} was changed.", "Pusat kos {about} telah diubah.")
            }
            Self::CostCentreRemoved { .. } => {
                say!(language, "Cost centre {about} was removed.", "Pusat kos {about} telah dibuang.")
            }
            Self::AccountsCoded { accounts } => say_count!(
                language,
                accounts = accounts.len(),
                "The cost centres of {accounts} account of {about} were changed."
                    / "The cost centres of {accounts} accounts of {about} were changed.",
                "Pusat kos bagi {accounts} akaun {about} telah diubah."
            ),
            Self::GroupCoded { .. } => say!(
                language,
                "The default cost centres of group {about} were changed.",
                "Pusat kos lalai kumpulan {about} telah diubah."
            ),
            Self::GuaranteeExpires { until, amount, .. } => guarantee_expires(about, *until, *amount, language),
        }
    }
}

fn guarantee_expires(about: &str, until: Day, amount: Money, language: Language) -> String {
    let (day, amount) = (until.shown(language), amount.shown());
    say!(
        language,
        "The bank guarantee of {amount} for account {about} ends on {day}. Renew it before then.",
        "Jaminan bank berjumlah {amount} bagi akaun {about} tamat pada {day}. Perbaharuinya sebelum itu."
    )
}
