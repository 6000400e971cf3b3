//! Requests that change the accounts of a bulk account: add, remove, rename, group.

use crate::number::{AccountNo, BulkId};
use crate::number_list::NumberList;

wire! {
    /// An account to add, as typed.
    #[derive(Eq)]
    pub struct NewAccount {
        pub account_no: String,
        /// The customer's own name for the account.
        #[serde(default)]
        pub reference_id: Option<String>,
    }

    /// A request to add accounts.
    pub struct AddAccountsRequest {
        pub bulk_id: BulkId,
        pub child_accounts: Vec<NewAccount>,
    }

    /// A request to remove an account.
    pub struct RemoveAccountRequest {
        pub bulk_id: BulkId,
        pub account_no: AccountNo,
    }

    /// A request to remove several accounts.
    pub struct RemoveAccountsRequest {
        pub bulk_id: BulkId,
        #[serde(with = "NumberList::<AccountNo>")]
        pub accounts: Vec<AccountNo>,
    }

    /// The new values of an account.
    #[derive(Eq)]
    pub struct AccountUpdate {
        pub account_no: AccountNo,
        /// The new reference ID. An empty text deletes it; a missing field keeps it.
        #[serde(default)]
        pub reference_id: Option<String>,
        /// The new group. An empty text takes the account out of its group; a missing field keeps it.
        #[serde(default)]
        pub group_id: Option<String>,
    }

    /// A request to change several accounts.
    pub struct UpdateAccountsRequest {
        pub id: BulkId,
        pub data: Vec<AccountUpdate>,
    }

    /// The size of a job that was queued.
    pub struct TaggingBegun {
        /// The number of accounts that the job adds, removes or changes.
        pub accounts: i64,
    }

    /// The progress of the jobs that add, remove and change accounts.
    pub struct TaggingProgress {
        /// Changes that are queued.
        pub pending: i64,
        /// Changes that are finished, counted since the oldest queued change was requested.
        pub done: i64,
        /// Of these, changes that failed.
        pub errors: i64,
    }
}
