//! Groups of electricity accounts (docs/domain/accounts.md#groups).

use crate::accounts::{Account, AccountFilter, AccountSortBy, TaggingBegun};
use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::{AccountNo, BulkId};
use crate::number_list::NumberList;
use crate::typed::{check_characters, clean};
use crate::{Code, Instant, Money, Page, Problem};

endpoints! {
    /// The groups of a bulk account.
    GetGroupsTable = Post "/account-svc/api/v1/Group/GetGroupsTable/{id}"
        for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        refuses(CursorInvalid, ChoiceRequired, SearchTooShort)
        reads(Groups, Accounts, Bills): Json (GroupsRequest) -> Page<Group>;
    /// A group.
    GetGroupDetails = Post "/account-svc/api/v1/Group/GetGroupDetails/{groupId}"
        for Customer(Account, View) token(AccountsRead)
        refuses(GroupNotFound)
        reads(Groups, Accounts, Bills): Json (GroupRequest) -> Group;
    /// The accounts of a group.
    GetAccountsInGroup = Post "/account-svc/api/v1/Group/GetAccountsInGroup/{groupId}"
        for Customer(Account, View) token(AccountsRead)
        refuses(CursorInvalid, ChoiceRequired, AccountNumberLength, ReferenceIdLength, SearchTooShort,
            GroupNotFound)
        reads(Groups, Accounts, Bills): Json (AccountsInGroupRequest) -> Page<Account>;
    /// The accounts in no group.
    GetAccountsNotInGroup = Post "/account-svc/api/v1/Group/GetAccountsNotInGroup/{id}"
        for Customer(Account, View) of(id) token(AccountsRead)
        refuses(CursorInvalid, ChoiceRequired, AccountNumberLength, ReferenceIdLength, SearchTooShort)
        reads(Groups, Accounts, Bills): Json (AccountsNotInGroupRequest) -> Page<Account>;
    /// Creates a group, with accounts if some are given.
    CreateGroup = Post "/account-svc/api/v1/Group/CreateGroup/{id}"
        for Customer(Account, Add) of(id) token(AccountsWrite)
        refuses(AccountNumberLength, AccountsTooMany, GroupNameRequired, GroupNameInvalid, GroupNameInUse,
            AccountNotFound)
        frozen(Groups) changes(Groups, Accounts): Json (CreateGroupRequest) -> CreatedGroup;
    /// Renames a group.
    UpdateGroup = Post "/account-svc/api/v1/Group/UpdateGroup/{groupId}"
        for Customer(Account, Update) token(AccountsWrite)
        refuses(GroupNameRequired, GroupNameInvalid, GroupNameInUse, GroupNotFound)
        frozen(Groups) changes(Groups, Accounts): Json (UpdateGroupRequest) -> Nothing;
    /// Deletes a group. Its accounts stay without a group.
    DeleteGroup = Post "/account-svc/api/v1/Group/DeleteGroup/{groupId}"
        for Customer(Account, Delete) token(AccountsWrite)
        refuses(GroupNotFound)
        frozen(Groups) changes(Groups, Accounts): Json (GroupRequest) -> Nothing;
    /// Puts accounts into a group. Accounts of another group are moved.
    AssignAccounts = Post "/account-svc/api/v1/Group/AssignAccounts/{groupId}"
        for Customer(Account, Update) token(AccountsWrite)
        refuses(AccountNumberLength, AccountsRequired, AccountsTooMany, GroupNotFound, AccountNotFound)
        frozen(Groups) changes(Groups, Accounts): Json (GroupAccountsRequest) -> TaggingBegun;
    /// Takes accounts out of a group.
    RemoveAccounts = Post "/account-svc/api/v1/Group/RemoveAccounts/{groupId}"
        for Customer(Account, Update) token(AccountsWrite)
        refuses(AccountNumberLength, AccountsRequired, AccountsTooMany, GroupNotFound, AccountNotFound)
        frozen(Groups) changes(Groups, Accounts): Json (GroupAccountsRequest) -> TaggingBegun;
}

lists! {
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

/// Maximum length of a group's name, in characters.
pub const MAX_NAME_LENGTH: usize = 60;

orders! {
    /// The orders of a list of groups.
    pub enum GroupSortBy {
        /// By name.
        GroupName,
        /// By the number of accounts.
        TotalAccounts descending,
        /// By the number of unpaid bills.
        UnpaidBills descending,
        /// By the amount that can be paid now.
        AmountPayable descending,
    }
}

page_requests! {
    /// A request for a page of groups.
    pub struct GroupsRequest {
        pub id: BulkId,
        /// Part of a group's name.
        #[serde(default)]
        pub search: Option<String>,
        #[serde(default)]
        pub sort: Sort<GroupSortBy>,
    }

    /// A request for a page of a group's accounts.
    pub struct AccountsInGroupRequest {
        pub group_id: String,
        #[serde(default)]
        pub filter: AccountFilter,
        #[serde(default)]
        pub sort: Sort<AccountSortBy>,
    }

    /// A request for a page of the accounts in no group.
    pub struct AccountsNotInGroupRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: AccountFilter,
        #[serde(default)]
        pub sort: Sort<AccountSortBy>,
    }
}

wire! {
    /// A group.
    pub struct Group {
        pub group_id: String,
        pub group_name: String,
        pub total_accounts: i64,
        /// The number of unpaid bills of its accounts.
        pub unpaid_bills: i64,
        /// Of these, bills that can be paid now.
        pub payable_bills: i64,
        /// The amount that can be paid now.
        pub amount_payable: Money,
        /// The total of the bills that are in payments.
        pub amount_in_payment: Money,
        /// When the group was created.
        pub created_at: Instant,
    }

    /// Selects a group.
    pub struct GroupRequest {
        pub group_id: String,
    }

    /// A request to create a group.
    pub struct CreateGroupRequest {
        pub id: BulkId,
        #[serde(default)]
        pub group_name: String,
        #[serde(default, with = "NumberList::<AccountNo>")]
        pub account_numbers: Vec<AccountNo>,
    }

    /// A group that was just created.
    pub struct CreatedGroup {
        pub group_id: String,
    }

    /// A request to rename a group.
    pub struct UpdateGroupRequest {
        pub group_id: String,
        #[serde(default)]
        pub group_name: String,
    }

    /// A request to put accounts into a group, or to remove them from their group.
    pub struct GroupAccountsRequest {
        pub group_id: String,
        #[serde(with = "NumberList::<AccountNo>")]
        pub account_numbers: Vec<AccountNo>,
    }
}

/// Checks a group's name and returns it without spaces at its ends.
/// Fails with [`Code::GroupNameRequired`] or [`Code::GroupNameInvalid`] at `groupName`.
pub fn parse_name(text: &str) -> Result<String, Problem> {
    let text = clean(text);
    check_characters(&text, Code::LineCharacter, |one| !one.is_control())
        .map_err(|problem| Problem::at("groupName", problem))?;
    match text.chars().count() {
        0 => Err(Problem::at("groupName", Code::GroupNameRequired)),
        1..=MAX_NAME_LENGTH => Ok(text.into_owned()),
        _ => Err(Problem::at("groupName", Problem::new(Code::GroupNameInvalid).with("limit", MAX_NAME_LENGTH))),
    }
}
