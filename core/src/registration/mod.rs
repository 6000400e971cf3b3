//! From a user without a company to a working bulk account (docs/domain/registration.md).

mod answer_time;
mod application;
mod changes;
mod check;
pub mod declaration;
mod listed;
mod review;
mod status;

pub use answer_time::{ANSWER_DAYS, AnswerTime, MIN_ANSWER_DAYS};
pub use application::*;
pub use changes::changed_fields;
pub use check::{check_application, check_form, check_listed, check_review};
pub use listed::*;
pub use review::{
    RegistrationAccountsRequest, RegistrationEvent, RegistrationFilter, RegistrationRow, RegistrationSortBy,
    RegistrationsRequest, ReviewAction, ReviewRequest, ReviewedApplication, UserType,
};
pub use status::{GOVERNMENT_DAYS, RegistrationStatus, Step, government_may_register, government_window_opens, next};

use crate::accounts::{AccountError, AccountRequest, UploadedAccounts, ValidatedAccount};
use crate::company::CompanyDetails;
use crate::endpoint::Nothing;
use crate::number::{AccountNo, RegistrationId};
use crate::{Code, Instant, Page};
use declaration::FileKind;

#[cfg(feature = "schema")]
exported_words! { RegistrationStatus: |status, to| status.word(to.language); }

endpoints! { RegistrationEndpoints;
    /// The customer's own application: the draft, or what was submitted last.
    GetRegistrationApplication = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationApplication" for AnyCustomer reads(Registrations): Json (Nothing) -> Option<Application>;
    /// Where the customer's own application stands, with how far its processing has come.
    GetRegistrationStatus = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationStatus" for AnyCustomer light reads(Registrations, Accounts, Company): Json (Nothing) -> RegistrationStanding;
    /// Keeps what was filled in so far, as it is.
    SaveRegistrationDraft = Post "/portal/api/v1/Registration/SaveDraft" for AnyCustomer changes(Registrations): Json (SaveDraftRequest) -> SavedDraft;
    /// What the account master knows of a company number, to begin with.
    GetRegistrationDefaultValues = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationDefaultValues" for AnyCustomer reads(Accounts, Company, Registrations): Json (RocRequest) -> DefaultValues;
    /// The accounts that the account master has under a company number.
    GetAutoSuggestedAccounts = Get "/account-svc/api/v1/BulkRegistration/GetAutoSuggestedAccounts/{roc}" for AnyCustomer reads(Accounts): Json (SuggestedRequest) -> Page<SuggestedAccount>;
    /// Whether an account can be taken into a bulk account.
    ChildAccountValidation = Get "/account-svc/api/v1/BulkRegistration/ChildAccountValidation/{accountNo}" for AnyCustomer reads(Accounts): Json (AccountRequest) -> ValidatedAccount;
    /// The empty workbook to list accounts in.
    DownloadAddAccountTemplate = Get "/account-svc/api/v1/BulkRegistration/DownloadAddAccountTemplate" for SignedIn reads(): File (Nothing) -> Nothing;
    /// Reads a workbook of accounts.
    UploadAddAccountExcel = Post "/account-svc/api/v1/BulkRegistration/UploadAddAccountExcel" for AnyCustomer reads(Accounts): Upload (Nothing) -> UploadedAccounts;
    /// The declaration, filled in with the company's data, to be signed and uploaded.
    DownloadDeclaration = Get "/portal/api/v1/Registration/Declaration" for AnyCustomer reads(Registrations): File (Nothing) -> Nothing;
    /// Takes the signed declaration, in the place of an earlier one.
    UploadDeclaration = Post "/account-svc/api/v1/BulkRegistration/UploadDeclaration" for AnyCustomer changes(Registrations): Upload (UploadDeclarationRequest) -> Declaration;
    /// Submits an application.
    RegisterBulkAccount = Post "/account-svc/api/v1/BulkRegistration/RegisterBulkAccount" for AnyCustomer frozen(Registration) changes(Registrations, Users): Json (RegisterBulkAccountRequest) -> Submitted;
    /// Changes and submits again what the utility asked more about.
    UpdateRegistrationRecord = Post "/account-svc/api/v1/BulkRegistration/UpdateRegistrationRecord" for Applicant of(registration_id) frozen(Registration) changes(Registrations, Users): Json (UpdateRegistrationRequest) -> Submitted;
    /// Withdraws an application that waits for the utility, or for more information.
    WithdrawApplication = Post "/portal/api/v1/Registration/Withdraw" for Applicant of(registration_id) changes(Registrations, Users): Json (RegistrationRequest) -> Submitted;
    /// Begins a new application from a rejected or a closed one.
    RedoApplication = Post "/account-svc/api/v1/BulkRegistration/RedoApplication" for Applicant of(registration_id) changes(Registrations): Json (RegistrationRequest) -> Submitted;
    /// Asks to be told by e-mail when government entities may register again.
    GovernmentRegistrationNotification = Post "/account-svc/api/v1/BulkRegistration/GovernmentRegistrationNotification" for AnyCustomer changes(Registrations): Json (Nothing) -> Notified;
    /// Applications of all customers.
    BulkUserRegistrationTable = Post "/account-svc/api/v1/BulkRegistration/BulkUserRegistrationTable" for Staff(ManageBulkAccounts, View) reads(Registrations): Json (RegistrationsRequest) -> Page<RegistrationRow>;
    /// One application with everything that was submitted.
    GetRegistrationApplicationByID = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationApplicationByID/{id}" for Staff(ManageBulkAccounts, View) reads(Registrations, Accounts): Json (RegistrationIdRequest) -> ReviewedApplication;
    /// An application's head, for whoever made it and for staff.
    GetRegistrationRecord = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationRecord/{id}" for Applicant of(id) or Staff(ManageBulkAccounts, View) reads(Registrations): Json (RegistrationIdRequest) -> RegistrationRow;
    /// What happened to an application, with the remarks.
    RegistrationRemarkLog = Get "/account-svc/api/v1/BulkRegistration/RegistrationRemarkLog/{id}" for Applicant of(id) or Staff(ManageBulkAccounts, View) reads(Registrations): Json (RegistrationIdRequest) -> Vec<RegistrationEvent>;
    /// The signed declaration.
    DownloadDeclarationForm = Get "/account-svc/api/v1/BulkRegistration/DownloadDeclarationForm/{id}" for Applicant of(id) or Staff(ManageBulkAccounts, View) reads(Registrations): File (RegistrationIdRequest) -> Nothing;
    /// Approves, asks for more, rejects, or closes what nobody answers.
    UpdateBulkAccountRegistrationStatus = Post "/account-svc/api/v1/BulkRegistration/UpdateBulkAccountRegistrationStatus" for Staff(ManageBulkAccounts, Update) changes(Registrations, Profile, Users): Json (ReviewRequest) -> Submitted;
    /// The accounts of an application.
    GetRegistrationAccounts = Post "/portal/api/v1/Registration/GetAccounts/{id}" for Applicant of(id) or Staff(ManageBulkAccounts, View) reads(Registrations, Accounts): Json (RegistrationAccountsRequest) -> Page<AccountToAdd>;
}

/// The business type of a government entity.
pub const GOVERNMENT: i16 = 1;
/// The business type of an organisation.
pub const PRIVATE: i16 = 2;
/// The most accounts that an application takes, and of a workbook.
pub const MAX_ACCOUNTS: usize = 10_000;
/// The most that an application lists: those that were found and are left out are kept with it.
pub const MAX_LISTED_ACCOUNTS: usize = 20_000;
/// The most characters of a remark.
pub const MAX_REMARK_LENGTH: usize = 1_000;

page_requests! {
    /// Accounts under a company number.
    pub struct SuggestedRequest {
        /// The number.
        pub roc: String,
    }
}

wire! {
    /// A company number.
    pub struct RocRequest {
        /// The number.
        #[serde(alias = "roc")]
        pub roc_no: String,
    }

    /// An application.
    pub struct RegistrationRequest {
        pub registration_id: RegistrationId,
    }

    /// An application, named in the address.
    pub struct RegistrationIdRequest {
        /// The application.
        pub id: RegistrationId,
    }

    /// What the account master knows of a company.
    pub struct DefaultValues {
        /// The number as it is stored.
        pub registration_no: String,
        /// Its name, and an address of its accounts.
        pub details: CompanyDetails,
        /// How many accounts it has there.
        pub accounts: i64,
        /// Why nobody can register it now.
        pub refusal: Option<Code>,
    }

    /// An account that the account master has under the company number.
    pub struct SuggestedAccount {
        pub account_no: AccountNo,
        /// Where it is.
        pub premises_address: String,
        /// Why it cannot be taken.
        pub error_type: Option<AccountError>,
    }

    /// Where an account of an application comes from.
    #[derive(Copy, Eq, Hash, Default)]
    pub enum AccountSource {
        /// From the account master, by the company number.
        Auto,
        /// Typed, or not said.
        #[default]
        Manual,
        /// From a workbook.
        Upload,
    }

    /// An account of an application.
    #[derive(Eq)]
    pub struct ApplicationAccount {
        /// The account, as typed.
        pub account_no: String,
        /// The customer's own name for it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub reference_id: Option<String>,
        /// It is to be taken; one that was found may be left out.
        #[serde(default = "yes")]
        pub is_select: bool,
        /// Where it comes from.
        #[serde(default)]
        pub source: AccountSource,
    }

    /// An account of an application, with what stands against it now.
    #[derive(Eq)]
    pub struct AccountToAdd {
        /// The account, as typed.
        pub account_no: String,
        /// The customer's own name for it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub reference_id: Option<String>,
        /// It is to be taken; one that was found may be left out.
        pub is_select: bool,
        /// Where it comes from.
        pub source: AccountSource,
        /// Why it could not be taken now, for staff; none for one that is in the application's own bulk account.
        pub error_type: Option<AccountError>,
    }

    /// The uploaded declaration.
    #[derive(Eq)]
    pub struct Declaration {
        pub file_id: String,
        /// What it is called.
        pub file_name: String,
        /// What it is.
        pub kind: FileKind,
        /// Its bytes.
        pub size: i64,
        /// When it was uploaded.
        pub uploaded_at: Instant,
    }

    /// An upload of a declaration.
    #[derive(Default)]
    #[serde(default)]
    pub struct UploadDeclarationRequest {
        /// The file whose place it takes.
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub file_to_delete: Option<String>,
    }
}

const fn yes() -> bool {
    true
}
