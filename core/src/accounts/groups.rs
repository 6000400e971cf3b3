//! Groups of electricity accounts (docs/domain/accounts.md#groups).

use crate::accounts::{Account, AccountFilter, AccountSortBy, TaggingBegun};
use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::{AccountNo, BulkId};
use crate::{Code, Instant, Money, Page, Problem};

endpoints! { GroupsEndpoints;
    /// The groups of a bulk account.
    GetGroupsTable = Post "/account-svc/api/v1/Group/GetGroupsTable/{id}" for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) reads(Groups, Accounts, Bills): Json (GroupsRequest) -> Page<Group>;
    /// A group.
    GetGroupDetails = Post "/account-svc/api/v1/Group/GetGroupDetails/{groupId}" for Customer(Account, View) reads(Groups, Accounts, Bills): Json (GroupRequest) -> Group;
    /// The accounts of a group.
    GetAccountsInGroup = Post "/account-svc/api/v1/Group/GetAccountsInGroup/{groupId}" for Customer(Account, View) reads(Groups, Accounts, Bills): Json (AccountsInGroupRequest) -> Page<Account>;
    /// The accounts in no group.
    GetAccountsNotInGroup = Post "/account-svc/api/v1/Group/GetAccountsNotInGroup/{id}" for Customer(Account, View) of(id) reads(Groups, Accounts, Bills): Json (AccountsNotInGroupRequest) -> Page<Account>;
    /// Makes a group, with accounts where they are given.
    CreateGroup = Post "/account-svc/api/v1/Group/CreateGroup/{id}" for Customer(Account, Add) of(id) frozen(Groups) changes(Groups, Accounts): Json (CreateGroupRequest) -> CreatedGroup;
    /// Calls a group otherwise.
    UpdateGroup = Post "/account-svc/api/v1/Group/UpdateGroup/{groupId}" for Customer(Account, Update) frozen(Groups) changes(Groups, Accounts): Json (UpdateGroupRequest) -> Nothing;
    /// Deletes a group; its accounts are then in none.
    DeleteGroup = Post "/account-svc/api/v1/Group/DeleteGroup/{groupId}" for Customer(Account, Delete) frozen(Groups) changes(Groups, Accounts): Json (GroupRequest) -> Nothing;
    /// Puts accounts into a group, also those of another one.
    AssignAccounts = Post "/account-svc/api/v1/Group/AssignAccounts/{groupId}" for Customer(Account, Update) frozen(Groups) changes(Groups, Accounts): Json (GroupAccountsRequest) -> TaggingBegun;
    /// Takes accounts out of a group.
    RemoveAccounts = Post "/account-svc/api/v1/Group/RemoveAccounts/{groupId}" for Customer(Account, Update) frozen(Groups) changes(Groups, Accounts): Json (GroupAccountsRequest) -> TaggingBegun;
}

lists! { GroupsLists;
    /// The groups of a bulk account.
    groups = GetGroupsTable of Group by GroupSortBy {
        search => search,
    } export { group_name, total_accounts, unpaid_bills, payable_bills, amount_payable, amount_in_payment }
    /// The accounts of a group.
    accountsInGroup = GetAccountsInGroup of Account by AccountSortBy {
        search => filter.search,
        active => filter.active,
        state => filter.states,
    } export {
        account_no, reference_id, group_name, premises_address, city, postal_code, state, sector, tariff, is_active,
        amount_payable
    }
    /// The accounts in no group.
    accountsInNoGroup = GetAccountsNotInGroup of Account by AccountSortBy {
        search => filter.search,
        active => filter.active,
        state => filter.states,
    } export {
        account_no, reference_id, premises_address, city, postal_code, state, sector, tariff, is_active,
        amount_payable
    }
}

/// The most characters of a group's name.
pub const MAX_NAME_LENGTH: usize = 60;

orders! {
    /// What a list of groups is ordered by.
    pub enum GroupSortBy {
        /// Its name.
        GroupName,
        /// How many accounts are in it.
        TotalAccounts descending,
        /// How many bills are unpaid.
        UnpaidBills descending,
        /// What can be paid now.
        AmountPayable descending,
    }
}

page_requests! {
    /// A page of groups.
    pub struct GroupsRequest {
        /// The bulk account.
        pub id: BulkId,
        /// A part of a group's name.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<GroupSortBy>,
    }

    /// A page of a group's accounts.
    pub struct AccountsInGroupRequest {
        pub group_id: String,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: AccountFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<AccountSortBy>,
    }

    /// A page of the accounts in no group.
    pub struct AccountsNotInGroupRequest {
        /// The bulk account.
        pub id: BulkId,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: AccountFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<AccountSortBy>,
    }
}

wire! {
    /// A group.
    pub struct Group {
        pub group_id: String,
        pub group_name: String,
        pub total_accounts: i64,
        /// Unpaid bills of its accounts.
        pub unpaid_bills: i64,
        /// Those of them that can be paid now.
        pub payable_bills: i64,
        /// What can be paid now.
        pub amount_payable: Money,
        /// What the bills come to that a payment holds.
        pub amount_in_payment: Money,
        /// When it was made.
        pub created_at: Instant,
    }

    /// A group is meant.
    pub struct GroupRequest {
        pub group_id: String,
    }

    /// A group to be made.
    pub struct CreateGroupRequest {
        /// The bulk account.
        pub id: BulkId,
        #[serde(default)]
        pub group_name: String,
        #[serde(default)]
        pub account_numbers: Vec<AccountNo>,
    }

    /// A group that was made.
    pub struct CreatedGroup {
        pub group_id: String,
    }

    /// Another name.
    pub struct UpdateGroupRequest {
        pub group_id: String,
        #[serde(default)]
        pub group_name: String,
    }

    /// Accounts to be put into a group, or taken out.
    pub struct GroupAccountsRequest {
        pub group_id: String,
        pub account_numbers: Vec<AccountNo>,
    }
}

/// Reads a group's name.
///
/// # Errors
/// [`Code::GroupNameRequired`], [`Code::GroupNameInvalid`].
pub fn parse_name(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(Problem::at("groupName", Code::GroupNameRequired)),
        1..=MAX_NAME_LENGTH if !text.chars().any(char::is_control) => Ok(text.to_owned()),
        _ => Err(Problem::at("groupName", Problem::new(Code::GroupNameInvalid).with("limit", MAX_NAME_LENGTH))),
    }
}
