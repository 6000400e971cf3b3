//! A company's application for a bulk account (docs/domain/registration.md).

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
pub use status::{
    GOVERNMENT_DAYS, RegistrationStatus, Step, government_may_register, government_window_opens, next_status,
};

use crate::accounts::{AccountError, AccountRequest, UploadedAccounts, ValidatedAccount};
use crate::company::CompanyDetails;
use crate::endpoint::Nothing;
use crate::number::{AccountNo, RegistrationId};
use crate::{Code, Instant, Page};
use declaration::FileKind;

#[cfg(feature = "schema")]
exported_words! { RegistrationStatus: |status, to| status.word(to.language); }

endpoints! {
    /// Returns the customer's own application: the draft, or the last submission.
    GetRegistrationApplication = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationApplication"
        for AnyCustomer reads(Registrations): Json (Nothing) -> Option<Application>;
    /// Returns the status of the customer's own application and the progress of its processing.
    GetRegistrationStatus = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationStatus"
        for AnyCustomer viewed
        refuses(RegistrationNotFound)
        light reads(Registrations, Accounts, Company): Json (Nothing) -> RegistrationStanding;
    /// Saves the form as it is so far.
    SaveRegistrationDraft = Post "/portal/api/v1/Registration/SaveDraft"
        for AnyCustomer
        refuses(TooManyAttempts, ChoiceRequired, RegistrationNoRequired, RegistrationNoInvalid, AccountsTooMany,
            RegistersAnother, RegistrationMoved, DraftIsOlder)
        changes(Registrations): Json (SaveDraftRequest) -> SavedDraft;
    /// Returns the account master's data about a company number, to prefill the form.
    GetRegistrationDefaultValues = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationDefaultValues"
        for AnyCustomer
        refuses(AccountNumberLength, SearchTooShort, SearchTooMany, RegistrationNoRequired,
            RegistrationNoInvalid, CompanyRegistered, CompanyHasApplication, LookupsTooMany)
        reads(Accounts, Company, Registrations): Json (RocRequest) -> DefaultValues;
    /// Lists the accounts that the account master has under a company number.
    GetAutoSuggestedAccounts = Get "/account-svc/api/v1/BulkRegistration/GetAutoSuggestedAccounts/{roc}"
        for AnyCustomer
        refuses(CursorInvalid, AccountNumberLength, SearchTooShort, SearchTooMany, RegistrationNoRequired,
            RegistrationNoInvalid, LookupsTooMany)
        reads(Accounts): Json (SuggestedRequest) -> Page<SuggestedAccount>;
    /// Checks whether an account can be added to a bulk account.
    ChildAccountValidation = Get "/account-svc/api/v1/BulkRegistration/ChildAccountValidation/{accountNo}"
        for AnyCustomer
        refuses(AccountNumberLength, SearchTooShort, SearchTooMany, LookupsTooMany)
        reads(Accounts): Json (AccountRequest) -> ValidatedAccount;
    /// Returns the workbook template for listing accounts.
    DownloadAddAccountTemplate = Get "/account-svc/api/v1/BulkRegistration/DownloadAddAccountTemplate"
        for SignedIn gives(Workbook) reads(): File (Nothing) -> Nothing;
    /// Reads a workbook of accounts.
    UploadAddAccountExcel = Post "/account-svc/api/v1/BulkRegistration/UploadAddAccountExcel"
        for AnyCustomer
        refuses(AccountNumberLength, ReferenceIdLength, AccountRepeated, FileTooLarge, SheetNotXlsx,
            SheetDamaged, SheetEmpty, SheetUnpacksTooLarge, SheetHasMacros, SheetHasObjects, SheetHasFormula,
            SheetCellTooLong, SheetTooManyRows)
        reads(Accounts): Upload (Nothing) -> UploadedAccounts;
    /// Returns the declaration, filled in with the company's data, to sign and upload.
    DownloadDeclaration = Get "/portal/api/v1/Registration/Declaration"
        for AnyCustomer
        refuses(RegistrationNotFound)
        gives(Pdf) reads(Registrations): File (Nothing) -> Nothing;
    /// Stores the signed declaration in place of an earlier one.
    UploadDeclaration = Post "/account-svc/api/v1/BulkRegistration/UploadDeclaration"
        for AnyCustomer
        refuses(TooManyAttempts, FileTooLarge, FileKindUnknown, FileHasScripts, FileEmpty, FileDamaged,
            FileIsProtected, FileCannotBeChecked, FileHasMore, PictureTooLarge, FileNotFound)
        changes(Registrations): Upload (UploadDeclarationRequest) -> Declaration;
    /// Submits an application.
    RegisterBulkAccount = Post "/account-svc/api/v1/BulkRegistration/RegisterBulkAccount"
        for AnyCustomer
        refuses(EmailInvalid, TooManyAttempts, NameInvalid, MobileInvalid, TermsChanged, ChoiceRequired,
            AccountNumberLength, ReferenceIdLength, BusinessTypeRequired, GovernmentWindowClosed,
            CompanyNameRequired, RegistrationNoRequired, RegistrationNoInvalid, TinInvalid, LandlineRequired,
            LandlineInvalid, StreetRequired, CityRequired, CityInvalid, PostalCodeRequired, PostalCodeInvalid,
            StateRequired, JobTitleRequired, JobTitleInvalid, DepartmentRequired, LineInvalid, DeclarationRequired,
            AccountsRequired, AccountsTooMany, AccountRepeated, AccountNotFoundForCompany, CompanyRegistered,
            CompanyHasApplication, RegistersAnother, RegistrationNotFound, RegistrationMoved, DraftIsOlder)
        frozen(Registration) changes(Registrations, Users): Json (RegisterBulkAccountRequest) -> Submitted;
    /// Changes an application that the utility asked for information about, and submits it again.
    UpdateRegistrationRecord = Post "/account-svc/api/v1/BulkRegistration/UpdateRegistrationRecord"
        for Applicant of(registration_id)
        refuses(EmailInvalid, TooManyAttempts, NameInvalid, MobileInvalid, TermsChanged, ChoiceRequired,
            AccountNumberLength, ReferenceIdLength, BusinessTypeRequired, GovernmentWindowClosed,
            CompanyNameRequired, RegistrationNoRequired, RegistrationNoInvalid, TinInvalid, LandlineRequired,
            LandlineInvalid, StreetRequired, CityRequired, CityInvalid, PostalCodeRequired, PostalCodeInvalid,
            StateRequired, JobTitleRequired, JobTitleInvalid, DepartmentRequired, LineInvalid, DeclarationRequired,
            AccountsRequired, AccountsTooMany, AccountRepeated, AccountNotFoundForCompany, CompanyRegistered,
            CompanyHasApplication, RegistersAnother, RegistrationNotFound, RegistrationMoved, DraftIsOlder)
        frozen(Registration) changes(Registrations, Users): Json (UpdateRegistrationRequest) -> Submitted;
    /// Withdraws an application that awaits the utility's decision or the customer's answer.
    WithdrawApplication = Post "/portal/api/v1/Registration/Withdraw"
        for Applicant of(registration_id)
        refuses(RegistrationNotFound, RegistrationMoved)
        changes(Registrations, Users): Json (RegistrationRequest) -> Submitted;
    /// Starts a new application from a rejected or closed one.
    RedoApplication = Post "/account-svc/api/v1/BulkRegistration/RedoApplication"
        for Applicant of(registration_id)
        refuses(RegistersAnother, RegistrationNotFound, RegistrationMoved)
        changes(Registrations): Json (RegistrationRequest) -> Submitted;
    /// Asks for an e-mail when government entities may register again.
    GovernmentRegistrationNotification = Post "/account-svc/api/v1/BulkRegistration/GovernmentRegistrationNotification"
        for AnyCustomer
        refuses(RegistersAnother)
        changes(Registrations): Json (Nothing) -> Notified;
    /// Lists the applications of all customers.
    BulkUserRegistrationTable = Post "/account-svc/api/v1/BulkRegistration/BulkUserRegistrationTable"
        for Staff(ManageBulkAccounts, View)
        refuses(CursorInvalid, ChoiceRequired, SearchTooShort)
        reads(Registrations): Json (RegistrationsRequest) -> Page<RegistrationRow>;
    /// Returns one application with everything that was submitted.
    GetRegistrationApplicationByID = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationApplicationByID/{id}"
        for Staff(ManageBulkAccounts, View)
        refuses(RegistrationNotFound)
        reads(Registrations, Accounts): Json (RegistrationIdRequest) -> ReviewedApplication;
    /// Returns an application's head, for its applicant and for staff.
    GetRegistrationRecord = Get "/account-svc/api/v1/BulkRegistration/GetRegistrationRecord/{id}"
        for Applicant of(id) or Staff(ManageBulkAccounts, View)
        refuses(RegistrationNotFound)
        reads(Registrations): Json (RegistrationIdRequest) -> RegistrationRow;
    /// Lists the events of an application, with remarks.
    RegistrationRemarkLog = Get "/account-svc/api/v1/BulkRegistration/RegistrationRemarkLog/{id}"
        for Applicant of(id) or Staff(ManageBulkAccounts, View)
        refuses(RegistrationNotFound)
        reads(Registrations): Json (RegistrationIdRequest) -> Vec<RegistrationEvent>;
    /// Returns the signed declaration.
    DownloadDeclarationForm = Get "/account-svc/api/v1/BulkRegistration/DownloadDeclarationForm/{id}"
        for Applicant of(id) or Staff(ManageBulkAccounts, View)
        refuses(RegistrationNotFound, FileNotFound, FileGone)
        gives(Pdf, Png, Jpeg) reads(Registrations): File (RegistrationIdRequest) -> Nothing;
    /// Approves an application, asks for information, rejects it, or closes it if the customer does not answer.
    UpdateBulkAccountRegistrationStatus = Post
        "/account-svc/api/v1/BulkRegistration/UpdateBulkAccountRegistrationStatus"
        for Staff(ManageBulkAccounts, Update)
        refuses(ConfirmIdentity, ChoiceRequired, CompanyRegistered, ApplicantInAnotherBulkAccount,
            ApplicantGone, RegistrationNotFound, RegistrationMoved, RemarkRequired, RemarkTooLong)
        changes(Registrations, Profile, Users): Json (ReviewRequest) -> Submitted;
    /// Lists the accounts of an application.
    GetRegistrationAccounts = Post "/portal/api/v1/Registration/GetAccounts/{id}"
        for Applicant of(id) or Staff(ManageBulkAccounts, View)
        refuses(CursorInvalid, RegistrationNotFound)
        reads(Registrations, Accounts): Json (RegistrationAccountsRequest) -> Page<AccountToAdd>;
}

/// The business type of a government entity.
pub const GOVERNMENT: i16 = 1;
/// The business type of an organisation.
pub const PRIVATE: i16 = 2;
/// Maximum accounts that an application or a workbook can add.
pub const MAX_ACCOUNTS: usize = 10_000;
/// Maximum accounts that an application lists. Accounts that were found but are left out are stored with it.
pub const MAX_LISTED_ACCOUNTS: usize = 20_000;
/// Maximum characters of a remark.
pub const MAX_REMARK_LENGTH: usize = 1_000;

page_requests! {
    /// Asks for a page of the accounts under a company number.
    pub struct SuggestedRequest {
        /// The company number.
        pub roc: String,
    }
}

wire! {
    /// A company number.
    pub struct RocRequest {
        #[serde(alias = "roc")]
        pub roc_no: String,
    }

    /// An application.
    pub struct RegistrationRequest {
        pub registration_id: RegistrationId,
    }

    /// An application, by its id in the address.
    pub struct RegistrationIdRequest {
        pub id: RegistrationId,
    }

    /// The account master's data about a company.
    pub struct DefaultValues {
        /// The company number in its stored form.
        pub registration_no: String,
        /// The company's name, and an address of its accounts.
        pub details: CompanyDetails,
        /// The number of its accounts in the account master.
        pub accounts: i64,
        /// The reason why the company cannot be registered now, if any.
        pub refusal: Option<Code>,
    }

    /// An account that the account master has under the company number.
    pub struct SuggestedAccount {
        pub account_no: AccountNo,
        pub premises_address: String,
        /// Why it cannot be added.
        pub error_type: Option<AccountError>,
    }

    /// How an account came into an application.
    #[derive(Copy, Eq, Hash, Default)]
    pub enum AccountSource {
        /// Found in the account master by the company number.
        Auto,
        /// Typed, or unknown.
        #[default]
        Manual,
        /// Read from a workbook.
        Upload,
    }

    /// An account of an application.
    #[derive(Eq)]
    pub struct ApplicationAccount {
        /// As typed.
        pub account_no: String,
        /// The customer's own name for it.
        #[serde(default)]
        pub reference_id: Option<String>,
        /// Whether to add it. An account that was found may be left out.
        #[serde(default = "selected_by_default")]
        pub is_select: bool,
        #[serde(default)]
        pub source: AccountSource,
    }

    /// An account of an application, with the reason why it cannot be added now.
    #[derive(Eq)]
    pub struct AccountToAdd {
        /// As typed.
        pub account_no: String,
        /// The customer's own name for it.
        #[serde(default)]
        pub reference_id: Option<String>,
        /// Whether to add it. An account that was found may be left out.
        pub is_select: bool,
        pub source: AccountSource,
        /// Why it could not be added now; for staff only. None if it is in the application's own bulk account.
        pub error_type: Option<AccountError>,
    }

    /// The uploaded declaration.
    #[derive(Eq)]
    pub struct Declaration {
        pub file_id: String,
        pub file_name: String,
        pub kind: FileKind,
        /// In bytes.
        pub size: i64,
        pub uploaded_at: Instant,
    }

    /// An upload of a declaration.
    #[derive(Default)]
    #[serde(default)]
    pub struct UploadDeclarationRequest {
        /// The id of the file that it replaces.
        pub file_to_delete: Option<String>,
    }
}

const fn selected_by_default() -> bool {
    true
}
