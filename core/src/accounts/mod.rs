//! The electricity accounts of a bulk account: lists, adding and removing them, and the company's details
//! (docs/domain/accounts.md).

mod account;
mod bulk;
mod changes;
pub mod deposits;
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
    CheckedAccount, HiddenRows, TypedAccount, UploadedAccounts, UploadedRow, all_refusals, check_accounts, read_rows,
    refusals,
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

endpoints! {
    /// The number of accounts of a bulk account, by state.
    GetAccountCards = Post "/account-svc/api/v1/BulkAccount/GetAccountCards/{id}"
        also "/account-svc/api/v1/BulkAccount/GetElectricityAccountsCard/{id}"
        for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        reads(Accounts, Bills, Groups): Json (BulkAccountRequest) -> AccountCards;
    /// The accounts of a bulk account, filtered and sorted.
    GetAccounts = Post "/portal/api/v1/Accounts/GetAccounts/{id}"
        for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        refuses(CursorInvalid, ChoiceRequired, AccountNumberLength, ReferenceIdLength, SearchTooShort)
        reads(Accounts, Groups, Bills): Json (AccountsRequest) -> Page<Account>;
    /// The accounts of a bulk account, in the form that existing clients request.
    GetAccountsOfBulk = Get "/account-svc/api/v1/BulkAccount/GetAccounts/{id}"
        for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        refuses(CursorInvalid)
        reads(Accounts, Groups, Bills): Json (AccountsOfBulkRequest) -> Page<Account>;
    /// An account with its history.
    GetAccountDetails = Get "/account-svc/api/v1/BulkAccount/GetAccountDetails/{accountNo}"
        for Customer(Account, View) token(AccountsRead)
        refuses(AccountNumberLength, AccountNotFound)
        reads(Accounts, Groups, Bills): Json (AccountRequest) -> AccountDetails;
    /// Requests to add accounts. A job adds them.
    AddAccounts = Post "/account-svc/api/v1/BulkChildAccount/AddAccounts"
        for Customer(Account, Add) of(bulk_id) or Staff(ManageBulkAccounts, Add) token(AccountsWrite)
        refuses(AccountNumberLength, ReferenceIdLength, AccountsRequired, AccountsTooMany, AccountRepeated,
            AccountIsPending)
        frozen(Accounts) changes(Accounts): Json (AddAccountsRequest) -> TaggingBegun;
    /// Requests to remove an account. A job removes it.
    RemoveChildAccount = Post "/account-svc/api/v1/BulkAccount/RemoveChildAccount"
        for Customer(Account, Delete) of(bulk_id) or Staff(ManageBulkAccounts, Delete) token(AccountsWrite)
        refuses(AccountNumberLength, AccountNotFound, AccountIsPending, AccountHasPayment)
        frozen(Accounts) changes(Accounts, Groups, Bills): Json (RemoveAccountRequest) -> TaggingBegun;
    /// Requests to remove several accounts. Either all are accepted, or none with a reason for each account that must
    /// stay.
    RemoveChildAccounts = Post "/portal/api/v1/Accounts/RemoveAccounts"
        for Customer(Account, Delete) of(bulk_id) or Staff(ManageBulkAccounts, Delete) token(AccountsWrite)
        refuses(AccountNumberLength, AccountsRequired, AccountsTooMany, AccountNotFound, AccountIsPending,
            AccountHasPayment)
        frozen(Accounts) changes(Accounts, Groups, Bills): Json (RemoveAccountsRequest) -> TaggingBegun;
    /// Checks which accounts of a list can be added to the caller's bulk account, or to the bulk account that they
    /// applied for.
    CheckAccounts = Post "/portal/api/v1/Accounts/CheckAccounts"
        for AnyCustomer of(bulk_id) or Staff(ManageBulkAccounts, Add)
        refuses(AccountNumberLength, ReferenceIdLength, AccountsRequired, AccountsTooMany, AccountRepeated,
            LookupsTooMany)
        reads(Accounts): Json (CheckAccountsRequest) -> CheckedAccounts;
    /// Changes reference IDs and groups of several accounts.
    UpdateMultipleAccounts = Post "/account-svc/api/v1/Group/UpdateMultipleAccounts/{id}"
        for Customer(Account, Update) of(id) or Staff(ManageBulkAccounts, Update) token(AccountsWrite)
        refuses(AccountNumberLength, AccountsRequired, AccountsTooMany, AccountRepeated, GroupNotFound,
            AccountNotFound, AccountIsPending)
        frozen(Accounts, Groups, Details) changes(Accounts, Groups): Json (UpdateAccountsRequest) -> TaggingBegun;
    /// Accounts whose change is queued, or that could not be added.
    GetBulkChildAccountError = Get "/account-svc/api/v1/BulkChildAccount/GetBulkChildAccountError"
        for Customer(Account, View) of(bulk_id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        refuses(CursorInvalid, ChoiceRequired)
        reads(Accounts, Company): Json (PendingRequest) -> Page<PendingAccount>;
    /// Retries accounts that could not be added.
    PendingSubmit = Post "/account-svc/api/v1/BulkChildAccount/PendingSubmit"
        for Customer(Account, Update) of(bulk_id) or Staff(ManageBulkAccounts, Update) token(AccountsWrite)
        refuses(AccountNumberLength, AccountsRequired, AccountNotFound, AccountIsPending)
        frozen(Accounts) changes(Accounts): Json (PendingActionRequest) -> TaggingBegun;
    /// Deletes requests for accounts that could not be added.
    RemoveFromPending = Post "/account-svc/api/v1/BulkChildAccount/RemoveFromPending"
        for Customer(Account, Delete) of(bulk_id) or Staff(ManageBulkAccounts, Delete) token(AccountsWrite)
        refuses(AccountNumberLength, AccountsRequired, RegistrationNotFound, AccountNotFound)
        frozen(Accounts) changes(Accounts, Registrations, Company): Json (PendingActionRequest) -> TaggingBegun;
    /// The progress of the jobs that add and remove accounts.
    GetTaggingProgress = Get "/portal/api/v1/Accounts/GetTaggingProgress/{id}"
        for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        reads(Accounts): Json (BulkAccountRequest) -> TaggingProgress;
    /// The company and contacts of a bulk account, with figures of its bills and payments.
    GetProfile = Get "/account-svc/api/v1/BulkProfile/GetProfile/{id}"
        for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        reads(Company, Bills, Payments): Json (BulkAccountRequest) -> BulkProfile;
    /// The name of a bulk account's company.
    GetCompanyName = Get "/account-svc/api/v1/BulkProfile/GetCompanyName/{id}"
        for Customer(Account, View) of(id) token(AccountsRead) reads(Company): Json (BulkAccountRequest) -> CompanyName;
    /// The business type of a bulk account's company.
    GetBusinessType = Get "/account-svc/api/v1/BulkProfile/GetBusinessType/{id}"
        for Customer(Account, View) of(id) token(AccountsRead)
        reads(Company): Json (BulkAccountRequest) -> BusinessType;
    /// Changes company and contacts. Among customers, only the Master can do this.
    UpdateProfile = Post "/account-svc/api/v1/BulkProfile/UpdateProfile/{id}"
        for Customer(ManageUser, Update) of(id) or Staff(ManageBulkAccounts, Update)
        refuses(EmailInvalid, NameInvalid, MobileInvalid, CompanyNameRequired, RegistrationNoRequired,
            RegistrationNoInvalid, TinInvalid, LandlineRequired, LandlineInvalid, StreetRequired, CityRequired,
            CityInvalid, PostalCodeRequired, PostalCodeInvalid, StateRequired, JobTitleRequired, JobTitleInvalid,
            DepartmentRequired, LineInvalid, CompanyNameFixed, RegistrationNoFixed, ProfileIsOlder)
        frozen(Details) changes(Company, Profile): Json (UpdateBulkProfileRequest) -> Nothing;
    /// The changes to company and contacts.
    GetProfileHistory = Get "/portal/api/v1/BulkProfile/GetHistory/{id}"
        for Customer(Account, View) of(id) or Staff(ManageBulkAccounts, View) token(AccountsRead)
        reads(Company): Json (BulkAccountRequest) -> Vec<ProfileChange>;
    /// The bulk account of a company registration number.
    GetBulkIdForRoc = Get "/account-svc/api/v1/BulkAccount/GetBulkIdForRoc"
        for Staff(ManageBulkAccounts, View)
        refuses(RegistrationNoRequired)
        reads(Company): Json (BulkIdForRocRequest) -> BulkIdForRoc;
    /// The number of bulk accounts, by kind.
    GetBulkAccountsCards = Post "/account-svc/api/v1/BulkAccount/GetBulkAccountsCards"
        for Staff(ManageBulkAccounts, View) reads(Company, Accounts, Bills): Json (Nothing) -> BulkAccountsCards;
    /// Bulk accounts.
    GetBulkAccountsTable = Post "/account-svc/api/v1/BulkAccount/GetBulkAccountsTable"
        for Staff(ManageBulkAccounts, View)
        refuses(CursorInvalid, ChoiceRequired, BulkAccountNotFound, SearchTooShort)
        reads(Company, Accounts, Bills, Team): Json (BulkAccountsRequest) -> Page<BulkAccountRow>;
    /// Accounts of all customers, searched by account number, reference ID or company.
    SearchElectricityAccounts = Post "/account-svc/api/v1/BulkAccount/SearchElectricityAccounts"
        for Staff(SearchElectricityAccounts, View)
        refuses(CursorInvalid, AccountNumberLength, SearchTooShort, SearchTooMany)
        reads(Accounts, Company): Json (SearchAccountsRequest) -> Page<FoundAccount>;
    /// Bulk accounts that staff can open in customer view mode, searched by number or company.
    SearchCustomerViewMode = Post "/account-svc/api/v1/BulkAccount/SearchCustomerViewMode"
        for Staff(CustomerViewMode, View)
        refuses(CursorInvalid, ChoiceRequired, BulkAccountNotFound, SearchTooShort)
        reads(Company, Accounts): Json (SearchViewRequest) -> Page<ViewableAccount>;
    /// Opens a bulk account in customer view mode.
    EnterCustomerView = Post "/portal/api/v1/CustomerView/Enter/{id}"
        for Staff(CustomerViewMode, View)
        refuses(BulkAccountNotFound)
        changes(): Json (BulkAccountRequest) -> Nothing;
    /// Leaves customer view mode.
    LeaveCustomerView = Post "/portal/api/v1/CustomerView/Leave/{id}"
        for Staff(CustomerViewMode, View)
        refuses(BulkAccountNotFound)
        changes(): Json (BulkAccountRequest) -> Nothing;
    /// Accounts of all customers that could not be added.
    GetBulkChildAccountErrorForAdmin = Get "/account-svc/api/v1/BulkChildAccount/GetBulkChildAccountErrorForAdmin"
        for Staff(BulkChildAccountError, View)
        refuses(CursorInvalid, ChoiceRequired, BulkAccountNotFound, SearchTooShort, SearchTooMany)
        reads(Accounts): Json (AllPendingRequest) -> Page<PendingAccount>;
    /// Checks whether an account can be added to a bulk account, for staff.
    ValidateForAdmin = Get "/account-svc/api/v1/BulkChildAccount/ValidateForAdmin/{accountNo}"
        for Staff(ManageBulkAccounts, View)
        refuses(AccountNumberLength)
        reads(Accounts): Json (AccountRequest) -> ValidatedAccount;
}

page_requests! {
    /// A request for a page of accounts, filtered and sorted.
    pub struct AccountsRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: AccountFilter,
        #[serde(default)]
        pub sort: Sort<AccountSortBy>,
    }

    /// A request for a page of accounts, in the form of existing clients.
    pub struct AccountsOfBulkRequest {
        pub id: BulkId,
    }

    /// A request for a page of accounts whose change is queued, or that could not be added.
    pub struct PendingRequest {
        /// The bulk account, under the name that existing clients use.
        #[serde(rename = "collectiveContractAccountNo")]
        #[cfg_attr(feature = "schema", schemars(rename = "collectiveContractAccountNo"))]
        pub bulk_id: BulkId,
        #[serde(default)]
        pub sort: Sort<PendingSortBy>,
    }

    /// A request for a page of accounts of all customers that could not be added.
    #[derive(Default)]
    #[serde(default)]
    pub struct AllPendingRequest {
        /// Only accounts of this bulk account. The field is not named `bulkId`, because in a query that name selects
        /// customer view mode.
        #[serde(rename = "collectiveContractAccountNo")]
        #[cfg_attr(feature = "schema", schemars(rename = "collectiveContractAccountNo"))]
        pub bulk_id: Option<BulkId>,
        /// Account numbers, or part of an account number or of a company's name.
        pub search: Option<String>,
        pub sort: Sort<AllPendingSortBy>,
    }

    /// A request for a page of bulk accounts.
    #[derive(Default)]
    #[serde(default)]
    pub struct BulkAccountsRequest {
        /// Part of a company's name or number, or a bulk account's number; at least 3 characters.
        pub search: Option<String>,
        /// Only companies of this business type.
        pub business_type: Option<i16>,
        /// Bulk accounts without an electricity account, whose users cannot use the portal (true), or all others
        /// (false).
        pub without_accounts: Option<bool>,
        pub sort: Sort<BulkAccountSortBy>,
    }

    /// A request to search accounts of all customers.
    pub struct SearchAccountsRequest {
        /// `accountNo`, `referenceId` or `companyName`. If it is missing, it is recognised from the text.
        #[serde(default)]
        pub criteria: Option<String>,
        /// The text to search for.
        pub search_string: String,
    }

    /// A request to search bulk accounts for customer view mode.
    pub struct SearchViewRequest {
        /// The field to search; both fields if it is missing.
        #[serde(default)]
        pub criteria: Option<SearchedBy>,
        /// Part of the text, at least 3 characters.
        pub search_string: String,
    }
}

wire! {
    /// Selects a bulk account.
    pub struct BulkAccountRequest {
        pub id: BulkId,
    }
}
