//! What is changed of the accounts of a bulk account: added, taken out, renamed, grouped.

use crate::number::{AccountNo, BulkId};

wire! {
    /// An account to be added, as typed.
    #[derive(Eq)]
    pub struct NewAccount {
        pub account_no: String,
        /// The customer's own name for it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub reference_id: Option<String>,
    }

    /// Accounts to be added.
    pub struct AddAccountsRequest {
        pub bulk_id: BulkId,
        pub child_accounts: Vec<NewAccount>,
    }

    /// An account to be taken out.
    pub struct RemoveAccountRequest {
        pub bulk_id: BulkId,
        pub account_no: AccountNo,
    }

    /// Accounts to be taken out.
    pub struct RemoveAccountsRequest {
        pub bulk_id: BulkId,
        pub accounts: Vec<AccountNo>,
    }

    /// What an account is to be.
    #[derive(Eq)]
    pub struct AccountUpdate {
        pub account_no: AccountNo,
        /// Its reference ID; an empty text takes it away, nothing leaves it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub reference_id: Option<String>,
        /// Its group; an empty text takes it out of its group, nothing leaves it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub group_id: Option<String>,
    }

    /// What many accounts are to be.
    pub struct UpdateAccountsRequest {
        /// The bulk account.
        pub id: BulkId,
        /// The accounts.
        pub data: Vec<AccountUpdate>,
    }

    /// What a job will do.
    pub struct TaggingBegun {
        /// How many accounts are being taken in, out or changed.
        pub accounts: i64,
    }

    /// How far the jobs have come.
    pub struct TaggingProgress {
        /// Waiting.
        pub pending: i64,
        /// Done of those that were asked for together with the waiting ones.
        pub done: i64,
        /// Could not be taken.
        pub errors: i64,
    }
}
