//! The electricity accounts of a bulk account, and how they come and go (docs/domain/accounts.md).

mod account;
mod bulk;
mod changes;
pub mod groups;
mod list;
mod listed;
mod orders;
pub mod profile;
mod records;
mod sector;
mod tagging;
mod viewing;

pub use account::*;
pub use bulk::{
    BulkAccountRow, BulkAccountsCards, BulkIdForRoc, BulkIdForRocRequest, BulkProfile, BusinessType, CompanyName,
    FoundAccount, ProfileChange, UpdateBulkProfileRequest,
};
pub use changes::*;
pub use list::{
    CheckedAccount, TypedAccount, UploadedAccounts, UploadedRow, all_refusals, check_accounts, read_rows, refusals,
};
pub use listed::*;
pub use orders::*;
pub use records::{CheckAccountsRequest, CheckedAccounts, RowCounts, RowState, WrongRow, check_rows};
pub use sector::{SECTORS, STATE_CODES, Sector, sector_name, state_code};
pub use tagging::{AccountError, PendingAccount, PendingActionRequest, PendingStatus, TaggingAction};
pub use viewing::{SearchedBy, ViewableAccount};

use crate::Page;
use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::BulkId;

#[cfg(feature = "schema")]
exported_words! {
    AccountError: |error, to| error.sentence(to.language);
    PendingStatus: |status, to| match status {
        PendingStatus::Error => to.of(["Could not be added", "Tidak dapat ditambah"]),
        PendingStatus::Pending => to.of(["In progress", "Dalam proses"]),
    };
    TaggingAction: |action, to| match action {
        TaggingAction::Tagging => to.of(["Add", "Tambah"]),
        TaggingAction::Untagging => to.of(["Remove", "Buang"]),
        TaggingAction::Updating => to.of(["Change the reference ID", "Tukar ID rujukan"]),
    };
}

endpoints! { AccountsEndpoints;
    /// The accounts of a bulk account, counted.
    GetAccountCards = Post "/account-svc/api/v1/BulkAccount/GetAccountCards/{id}" also "/account-svc/api/v1/BulkAccount/GetElectricityAccountsCard/{id}" for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) reads(Accounts, Bills, Groups): Json (BulkAccountRequest) -> AccountCards;
    /// The accounts of a bulk account, filtered and sorted.
    GetAccounts = Post "/portal/api/v1/Accounts/GetAccounts/{id}" for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) reads(Accounts, Groups, Bills): Json (AccountsRequest) -> Page<Account>;
    /// The accounts of a bulk account, as existing clients ask for them.
    GetAccountsOfBulk = Get "/account-svc/api/v1/BulkAccount/GetAccounts/{id}" for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) reads(Accounts, Groups, Bills): Json (AccountsOfBulkRequest) -> Page<Account>;
    /// One account with what became of it.
    GetAccountDetails = Get "/account-svc/api/v1/BulkAccount/GetAccountDetails/{accountNo}" for Customer(Account, View) reads(Accounts, Groups, Bills): Json (AccountRequest) -> AccountDetails;
    /// Adds accounts, which a job tags.
    AddAccounts = Post "/account-svc/api/v1/BulkChildAccount/AddAccounts" for Customer(Account, Add) of(bulk_id) or Staff(ManageBulkAccounts, Add) frozen(Accounts) changes(Accounts): Json (AddAccountsRequest) -> TaggingBegun;
    /// Takes an account out.
    RemoveChildAccount = Post "/account-svc/api/v1/BulkAccount/RemoveChildAccount" for Customer(Account, Delete) of(bulk_id) or Staff(ManageBulkAccounts, Delete) frozen(Accounts) changes(Accounts, Groups, Bills): Json (RemoveAccountRequest) -> TaggingBegun;
    /// Takes many accounts out: all of them, or none, with why each stays.
    RemoveChildAccounts = Post "/portal/api/v1/Accounts/RemoveAccounts" for Customer(Account, Delete) of(bulk_id) or Staff(ManageBulkAccounts, Delete) frozen(Accounts) changes(Accounts, Groups, Bills): Json (RemoveAccountsRequest) -> TaggingBegun;
    /// Which accounts of a list can be added to the own bulk account, or to the one that is applied for.
    CheckAccounts = Post "/portal/api/v1/Accounts/CheckAccounts" for AnyCustomer of(bulk_id) or Staff(ManageBulkAccounts, Add) reads(Accounts): Json (CheckAccountsRequest) -> CheckedAccounts;
    /// Changes reference IDs and groups of many accounts at once.
    UpdateMultipleAccounts = Post "/account-svc/api/v1/Group/UpdateMultipleAccounts/{id}" for Customer(Account, Update) of(id) or Staff(ManageBulkAccounts, Update) frozen(Accounts, Groups, Details) changes(Accounts, Groups): Json (UpdateAccountsRequest) -> TaggingBegun;
    /// Accounts that wait or could not be taken.
    GetBulkChildAccountError = Get "/account-svc/api/v1/BulkChildAccount/GetBulkChildAccountError" for Customer(Account, View) of(bulk_id) or Staff(ManageBulkAccounts, View) reads(Accounts, Company): Json (PendingRequest) -> Page<PendingAccount>;
    /// Tries accounts again that could not be taken.
    PendingSubmit = Post "/account-svc/api/v1/BulkChildAccount/PendingSubmit" for Customer(Account, Update) of(bulk_id) or Staff(ManageBulkAccounts, Update) frozen(Accounts) changes(Accounts): Json (PendingActionRequest) -> TaggingBegun;
    /// Forgets accounts that could not be taken.
    RemoveFromPending = Post "/account-svc/api/v1/BulkChildAccount/RemoveFromPending" for Customer(Account, Delete) of(bulk_id) or Staff(ManageBulkAccounts, Delete) frozen(Accounts) changes(Accounts, Registrations, Company): Json (PendingActionRequest) -> TaggingBegun;
    /// How far the jobs have come that take accounts in and out.
    GetTaggingProgress = Get "/portal/api/v1/Accounts/GetTaggingProgress/{id}" for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) reads(Accounts): Json (BulkAccountRequest) -> TaggingProgress;
    /// The company and contacts of a bulk account, with what its bills and payments come to.
    GetProfile = Get "/account-svc/api/v1/BulkProfile/GetProfile/{id}" for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) reads(Company, Bills, Payments): Json (BulkAccountRequest) -> BulkProfile;
    /// The company's name.
    GetCompanyName = Get "/account-svc/api/v1/BulkProfile/GetCompanyName/{id}" for Customer(Account, View) of(id) reads(Company): Json (BulkAccountRequest) -> CompanyName;
    /// The business type.
    GetBusinessType = Get "/account-svc/api/v1/BulkProfile/GetBusinessType/{id}" for Customer(Account, View) of(id) reads(Company): Json (BulkAccountRequest) -> BusinessType;
    /// Changes company and contacts. Only a Master may.
    UpdateProfile = Post "/account-svc/api/v1/BulkProfile/UpdateProfile/{id}" for Customer(ManageUser, Update) of(id) or Staff(ManageBulkAccounts, Update) frozen(Details) changes(Company, Profile): Json (UpdateBulkProfileRequest) -> Nothing;
    /// What was changed of company and contacts.
    GetProfileHistory = Get "/portal/api/v1/BulkProfile/GetHistory/{id}" for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) reads(Company): Json (BulkAccountRequest) -> Vec<ProfileChange>;
    /// The bulk account of a company number.
    GetBulkIdForRoc = Get "/account-svc/api/v1/BulkAccount/GetBulkIdForRoc" for Staff(ManageBulkAccounts, View) reads(Company): Json (BulkIdForRocRequest) -> BulkIdForRoc;
    /// Bulk accounts, counted.
    GetBulkAccountsCards = Post "/account-svc/api/v1/BulkAccount/GetBulkAccountsCards" for Staff(ManageBulkAccounts, View) reads(Company, Accounts, Bills): Json (Nothing) -> BulkAccountsCards;
    /// Bulk accounts.
    GetBulkAccountsTable = Post "/account-svc/api/v1/BulkAccount/GetBulkAccountsTable" for Staff(ManageBulkAccounts, View) reads(Company, Accounts, Bills, Team): Json (BulkAccountsRequest) -> Page<BulkAccountRow>;
    /// Accounts of all customers, by account number, reference ID or company.
    SearchElectricityAccounts = Post "/account-svc/api/v1/BulkAccount/SearchElectricityAccounts" for Staff(SearchElectricityAccounts, View) reads(Accounts, Company): Json (SearchAccountsRequest) -> Page<FoundAccount>;
    /// Bulk accounts that can be looked at as their customers do, by number or company.
    SearchCustomerViewMode = Post "/account-svc/api/v1/BulkAccount/SearchCustomerViewMode" for Staff(CustomerViewMode, View) reads(Company, Accounts): Json (SearchViewRequest) -> Page<ViewableAccount>;
    /// Begins to look at a bulk account as its customers do.
    EnterCustomerView = Post "/portal/api/v1/CustomerView/Enter/{id}" for Staff(CustomerViewMode, View) changes(): Json (BulkAccountRequest) -> Nothing;
    /// Ends it.
    LeaveCustomerView = Post "/portal/api/v1/CustomerView/Leave/{id}" for Staff(CustomerViewMode, View) changes(): Json (BulkAccountRequest) -> Nothing;
    /// Accounts that could not be taken, of all customers.
    GetBulkChildAccountErrorForAdmin = Get "/account-svc/api/v1/BulkChildAccount/GetBulkChildAccountErrorForAdmin" for Staff(BulkChildAccountError, View) reads(Accounts): Json (AllPendingRequest) -> Page<PendingAccount>;
    /// Whether an account can be taken into a bulk account, for staff.
    ValidateForAdmin = Get "/account-svc/api/v1/BulkChildAccount/ValidateForAdmin/{accountNo}" for Staff(ManageBulkAccounts, View) reads(Accounts): Json (AccountRequest) -> ValidatedAccount;
}

page_requests! {
    /// A page of accounts.
    pub struct AccountsRequest {
        /// The bulk account.
        pub id: BulkId,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub filter: AccountFilter,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<AccountSortBy>,
    }

    /// A page of accounts, as existing clients ask for it.
    pub struct AccountsOfBulkRequest {
        /// The bulk account.
        pub id: BulkId,
    }

    /// A page of accounts that wait or could not be taken.
    pub struct PendingRequest {
        /// The bulk account, as existing clients call it.
        #[serde(rename = "collectiveContractAccountNo")]
        #[cfg_attr(feature = "schema", schemars(rename = "collectiveContractAccountNo"))]
        pub bulk_id: BulkId,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<PendingSortBy>,
    }

    /// A page of accounts of all customers that could not be taken.
    #[derive(Default)]
    #[serde(default)]
    pub struct AllPendingRequest {
        /// Only those of that bulk account. It is not called `bulkId`, which in a query is customer view mode.
        #[serde(rename = "collectiveContractAccountNo")]
        #[cfg_attr(feature = "schema", schemars(rename = "collectiveContractAccountNo"))]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub bulk_id: Option<BulkId>,
        /// Account numbers, or a part of one or of a company's name.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<AllPendingSortBy>,
    }

    /// A page of bulk accounts.
    #[derive(Default)]
    #[serde(default)]
    pub struct BulkAccountsRequest {
        /// A part of a company's name or number, or a bulk account's number; at least 3 characters.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// Of that business type.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub business_type: Option<i16>,
        /// Those without an electricity account, whose people cannot use the portal (true), or the others (false).
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub without_accounts: Option<bool>,
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub sort: Sort<BulkAccountSortBy>,
    }

    /// A search for accounts.
    pub struct SearchAccountsRequest {
        /// `accountNo`, `referenceId` or `companyName`; recognised from the text when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub criteria: Option<String>,
        /// What to look for.
        pub search_string: String,
    }

    /// A search for a bulk account to look at as its customers do.
    pub struct SearchViewRequest {
        /// In which of the two; in both when it is left out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub criteria: Option<SearchedBy>,
        /// A part of it, at least 3 characters.
        pub search_string: String,
    }
}

wire! {
    /// A bulk account is meant.
    pub struct BulkAccountRequest {
        /// The bulk account.
        pub id: BulkId,
    }
}
