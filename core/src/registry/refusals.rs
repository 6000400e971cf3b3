//! The codes that each call can answer, for `/openapi.json` (docs/http.md#codes-of-a-call). Codes that follow from the
//! line of the call are derived; the others are listed here.
//!
//! `make unit` fails if a test gets a code that its call does not list.

use crate::Code;
use crate::endpoint::{Caller, EndpointSpec, Method};

/// Returns the codes that a call can answer, in the order of [`Code::ALL`].
#[must_use]
pub fn codes(entry: &EndpointSpec) -> Vec<Code> {
    Code::ALL.iter().copied().filter(|code| can_answer(entry, *code)).collect()
}

/// Whether a call can answer with a code.
#[must_use]
pub fn can_answer(entry: &EndpointSpec, code: Code) -> bool {
    let listed = listed(entry);
    let is_with = |(of, others): &(Code, &[Code])| others.contains(&code) && listed.contains(of);
    follows(entry, code) || listed.contains(&code) || OF_THE_SAME_VALUE.iter().any(is_with)
}

fn listed(entry: &EndpointSpec) -> &'static [Code] {
    REFUSALS.iter().find(|(name, _)| *name == entry.name).map_or(&[], |(_, codes)| codes)
}

/// Further refusals of a value. A call that lists the first code can answer with the others as well.
const OF_THE_SAME_VALUE: &[(Code, &[Code])] = &[
    (Code::EmailInvalid, &[Code::EmailSpaces, Code::LineBreak]),
    (Code::NameInvalid, &[Code::NameTooShort, Code::NameTooLong, Code::LineBreak]),
    (Code::NicknameInvalid, &[Code::NicknameTooLong, Code::LineBreak]),
    (Code::IcInvalid, &[Code::IcCharacter, Code::LineBreak]),
    (Code::PassportInvalid, &[Code::PassportCharacter, Code::LineBreak]),
    (Code::MobileInvalid, &[Code::MobileLength, Code::TelephoneCharacters, Code::TelephoneForeign, Code::LineBreak]),
    (Code::LandlineInvalid, &[Code::TelephoneCharacters, Code::TelephoneForeign, Code::LineBreak]),
    (Code::AccountNumberLength, &[Code::AccountNumberDigits]),
    (Code::ReferenceIdLength, &[Code::ReferenceIdCharacters, Code::LineBreak]),
    (Code::EftNumberCharacters, &[Code::LineBreak]),
    (Code::ChequeNumberCharacters, &[Code::LineBreak]),
    (Code::RegistrationNoInvalid, &[Code::RegistrationNoLength, Code::LineBreak]),
    (Code::TinInvalid, &[Code::TinGeneral, Code::TinCharacter, Code::LineBreak]),
    (Code::CityInvalid, &[Code::CityMark, Code::LineBreak]),
    (Code::JobTitleInvalid, &[Code::LineBreak]),
    (Code::PostalCodeInvalid, &[Code::PostalCodeDigits, Code::LineBreak]),
    (Code::FileKindUnknown, &[Code::FileKindOther]),
    (Code::LineInvalid, &[Code::LineCharacter, Code::LineBreak]),
    (Code::GroupNameInvalid, &[Code::LineCharacter, Code::LineBreak]),
    (Code::ViewNameInvalid, &[Code::LineCharacter, Code::LineBreak]),
    (
        Code::SheetNotXlsx,
        &[
            Code::SheetIsProtected,
            Code::SheetIsXls,
            Code::SheetIsXlsb,
            Code::SheetIsOds,
            Code::SheetIsNumbers,
            Code::SheetIsText,
        ],
    ),
];

/// Whether a code follows from the line of the call.
fn follows(entry: &EndpointSpec, code: Code) -> bool {
    let is_signed_in = !matches!(entry.caller, Caller::Public | Caller::Gateway);
    let has_body = entry.method != Method::Get;
    let of_bulk_account = entry.caller == Caller::Customer || (entry.of.is_some() && entry.caller != Caller::Applicant);
    match code {
        Code::Unexpected | Code::Unavailable | Code::Busy | Code::Unreadable | Code::NotFound | Code::TooManyAtOnce => {
            true
        }
        Code::TooLarge => has_body,
        Code::OutcomeUnknown => !entry.is_read(),
        Code::SignedOut
        | Code::SessionExpired
        | Code::PasswordChangeRequired
        | Code::FactorRequired
        | Code::SsoLinkRequired
        // A call that no token may make is refused before the token is looked up.
        | Code::ApiTokenInvalid
        | Code::ApiTokenTooManyCalls => is_signed_in,
        Code::SessionHeaderMissing => is_signed_in && has_body,
        Code::Forbidden => is_signed_in && entry.caller != Caller::SignedIn,
        Code::ViewModeReadOnly => entry.is_closed_to_viewers(),
        Code::NoWorkingAccount => entry.closed.is_some(),
        Code::FeatureFrozen => !entry.frozen.is_empty(),
        Code::BulkAccountNotFound => of_bulk_account,
        Code::ApiTokenCallClosed => is_signed_in && entry.token.is_none(),
        Code::ApiTokenOfSandbox
        | Code::ApiTokenOfPortal
        | Code::ApiTokenExpired
        | Code::ApiTokenRevoked
        | Code::ApiTokenReplaced
        | Code::ApiTokenAddressRefused
        | Code::ApiTokenScopeMissing
        | Code::ApiTokenCreatorRefused => entry.token.is_some(),
        Code::KeyInvalid | Code::KeyReused | Code::KeyInProgress => entry.once,
        _ => false,
    }
}

/// Declares the other codes of each call, in the order of the registry and of [`Code::ALL`].
macro_rules! refusals {
    ($($name:ident: $($code:ident)*;)*) => {
        const REFUSALS: &[(&str, &[Code])] = &[$((stringify!($name), &[$(Code::$code),*])),*];
    };
}

refusals! {
    // identity
    Login: SignedOut EmailRequired EmailInvalid PasswordRequired WrongCredentials AccountLocked AccountNotActivated
        TooManyAttempts PasskeysUnavailable SsoRequired LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated
        JoinsFromAnother JoinsAgain JoinsWhileRegistering BulkAccountNotFound;
    Logout: SignedOut SessionHeaderMissing;
    RefreshToken: SignedOut SessionExpired SessionHeaderMissing;
    GetUserProfile: BulkAccountNotFound;
    AdminLogin: SignedOut EmailRequired EmailInvalid PasswordRequired WrongCredentials AccountLocked AccountNotActivated
        TooManyAttempts PasskeysUnavailable SsoRequired LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated
        JoinsFromAnother JoinsAgain JoinsWhileRegistering BulkAccountNotFound;
    AdminLogout: SignedOut SessionHeaderMissing;
    AdminRefreshToken: SignedOut SessionExpired SessionHeaderMissing;
    GetAdminProfile: BulkAccountNotFound;
    GetPortal: SignedOut;
    // identity::registering
    Register: EmailRequired EmailInvalid PasswordRequired TooManyAttempts EmailInUse NameRequired NameInvalid
        IdentificationTypeRequired IdentificationNoRequired IcInvalid PassportInvalid MobileRequired MobileInvalid
        TermsChanged PasswordTooShort PasswordTooLong PasswordNeedsLowercase PasswordNeedsNumber PasswordCommon
        LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated JoinsFromAnother JoinsAgain JoinsWhileRegistering
        BulkAccountNotFound;
    IsNewEmailValid: EmailRequired EmailInvalid TooManyAttempts;
    GetEmailByInvitationToken: TooManyAttempts LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated;
    CheckLink: TooManyAttempts LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated ChoiceRequired;
    Activate: TooManyAttempts LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated;
    SendNewActivationLink: TooManyAttempts LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated;
    ResendActivation: EmailRequired EmailInvalid TooManyAttempts;
    ForgotPassword: EmailRequired EmailInvalid AccountNotActivated TooManyAttempts EmailNotRegistered;
    ValidateResetToken: TooManyAttempts LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated;
    ResetPassword: PasswordRequired TooManyAttempts PasswordTooShort PasswordTooLong PasswordNeedsLowercase
        PasswordNeedsNumber PasswordCommon LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated;
    AdminForgotPassword: EmailRequired EmailInvalid AccountNotActivated TooManyAttempts EmailNotRegistered;
    AdminValidateResetToken: TooManyAttempts LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated;
    AdminResetPassword: PasswordRequired TooManyAttempts PasswordTooShort PasswordTooLong PasswordNeedsLowercase
        PasswordNeedsNumber PasswordCommon LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated;
    VerifyActivation: TooManyAttempts LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated;
    // identity::profile
    UpdateUserProfile: Forbidden ConfirmIdentity NameRequired NameInvalid MobileRequired MobileInvalid;
    ChangePassword: PasswordRequired TooManyAttempts ConfirmIdentity IncorrectPassword PasswordTooShort PasswordTooLong
        PasswordNeedsLowercase PasswordNeedsNumber PasswordCommon PasswordAsBefore OldPasswordRequired;
    FirstTimeChangePassword: PasswordRequired PasswordTooShort PasswordTooLong PasswordNeedsLowercase
        PasswordNeedsNumber PasswordCommon PasswordAsBefore;
    GetCustomerProfile: BulkAccountNotFound;
    AcceptTerms: TermsChanged;
    UserTutorialCompleted: TutorialUnknown;
    SetUserPreference: PreferenceUnknown DateRangeReversed;
    GetUserPreferences:;
    UpdateDatePreference: DateRangeReversed DateInvalid;
    GetSessions:;
    ConfirmPassword: PasswordRequired TooManyAttempts IncorrectPassword FactorNeeded FactorCodeInvalid FactorCodeWrong
        RecoveryCodeWrong PasskeyRefused ChallengeExpired;
    EndSession: SessionNotFound;
    EndOtherSessions:;
    // identity::factors
    CompleteSignIn: TooManyAttempts FactorNeeded FactorCodeInvalid FactorCodeWrong RecoveryCodeWrong PasskeyRefused
        ChallengeExpired LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated JoinsFromAnother JoinsAgain
        JoinsWhileRegistering BulkAccountNotFound;
    BeginPasskeySignIn: TooManyAttempts PasskeysUnavailable;
    FinishPasskeySignIn: TooManyAttempts FactorCodeWrong RecoveryCodeWrong PasskeyRefused PasskeysUnavailable
        ChallengeExpired SsoRequired LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated JoinsFromAnother
        JoinsAgain JoinsWhileRegistering ChoiceRequired BulkAccountNotFound;
    GetFactors:;
    BeginTotp: ConfirmIdentity FactorLimit;
    ConfirmTotp: TooManyAttempts ConfirmIdentity FactorCodeInvalid FactorCodeWrong FactorClockFast FactorClockSlow
        FactorClockZone RecoveryCodeWrong PasskeyRefused ChallengeExpired FactorLimit FactorNameTooLong;
    BeginPasskey: ConfirmIdentity PasskeysUnavailable FactorLimit;
    FinishPasskey: TooManyAttempts ConfirmIdentity FactorCodeWrong RecoveryCodeWrong PasskeyRefused PasskeysUnavailable
        ChallengeExpired FactorLimit FactorNameTooLong;
    BeginPasskeyProof: PasskeysUnavailable FactorNotFound;
    RemoveFactor: ConfirmIdentity FactorNotFound FactorIsLast;
    RenewRecoveryCodes: ConfirmIdentity FactorNotFound;
    GetFactorPolicy:;
    SetFactorPolicy: ConfirmIdentity FactorPolicyRole FactorPolicyDay RoleRequired DateInvalid;
    // identity::sso
    BeginSso: EmailRequired EmailInvalid TooManyAttempts SsoNotOffered;
    FinishSso: EmailRequired EmailInvalid TooManyAttempts PasskeysUnavailable SsoNotLinked SsoAlreadyLinked
        SsoProviderUnavailable SsoProviderRefused SsoProviderInvalid SsoAddressRefused SsoExpired SsoStateWrong
        SsoStateUsed SsoMixedUp SsoTokenInvalid SsoAlgorithmRefused SsoKeyUnknown SsoIssuerWrong SsoAudienceWrong
        SsoNonceWrong SsoTokenExpired SsoNotFresh LinkInvalid LinkExpired LinkUsed AccountAlreadyActivated
        JoinsFromAnother JoinsAgain JoinsWhileRegistering BulkAccountNotFound;
    BeginSsoProof: TooManyAttempts ConfirmIdentity FactorNeeded SsoNotOffered ChoiceRequired;
    FinishSsoProof: TooManyAttempts FactorNeeded SsoAlreadyLinked SsoProviderUnavailable SsoProviderRefused
        SsoProviderInvalid SsoAddressRefused SsoExpired SsoStateWrong SsoStateUsed SsoMixedUp SsoTokenInvalid
        SsoAlgorithmRefused SsoKeyUnknown SsoIssuerWrong SsoAudienceWrong SsoNonceWrong SsoTokenExpired SsoNotFresh
        SsoWrongUser BulkAccountNotFound;
    GetOwnSso:;
    GetSso:;
    SetSso: TooManyAttempts ConfirmIdentity SsoProviderUnavailable SsoProviderInvalid SsoAddressRefused
        SsoClientRequired SsoSecretRequired SsoDomainNeeded SsoBreakGlassFactor ChoiceRequired;
    AddSsoDomain: EmailRequired EmailInvalid SsoDomainInvalid SsoDomainLimit SsoDomainNotFound;
    ProveSsoDomain: EmailRequired EmailInvalid TooManyAttempts SsoDomainInvalid SsoDomainTaken SsoDomainNotFound
        SsoDomainUnproved SsoDnsUnavailable;
    RemoveSsoDomain: EmailRequired EmailInvalid ConfirmIdentity SsoDomainInvalid SsoDomainNotFound SsoDomainNeeded;
    // team
    GetManageUsersCards:;
    GetManageUsersTable: CursorInvalid ChoiceRequired RoleRequired SearchTooShort;
    AddBulkUser: EmailRequired EmailInvalid TooManyAttempts EmailInUse NicknameInvalid PermissionsRequired
        UserAlreadyInBulkAccount UserInAnotherBulkAccount UsersLimitReached ChoiceRequired;
    UpdateBulkUser: NicknameInvalid PermissionsRequired UserNotFound UserIsMaster ChoiceRequired RoleRequired;
    DeleteBulkUser: UserNotFound UserIsMaster UserIsYourself;
    TransferMasterBulkUser: ConfirmIdentity NicknameInvalid UserNotFound UserIsMaster UserNotActive UserIsYourself
        MasterChanged;
    ResendInvitation: TooManyAttempts UserNotFound UserIsNotInvited;
    // staff
    GetTNBUsersCards:;
    GetTNBUsersTable: CursorInvalid ChoiceRequired RoleRequired SearchTooShort;
    AddTNBUser: EmailRequired EmailInvalid TooManyAttempts NameRequired NameInvalid MobileRequired MobileInvalid
        NicknameInvalid RoleRequired StaffEmailInUse StaffProposalWaits;
    UpdateTNBUser: EmailRequired EmailInvalid ConfirmIdentity NameRequired NameInvalid MobileRequired MobileInvalid
        NicknameInvalid UserNotFound UserIsYourself RoleRequired StaffProposalWaits LastUserAdmin;
    DeleteTNBUser: UserNotFound UserIsYourself LastUserAdmin;
    GetStaffProposals:;
    ConfirmStaffProposal: UserNotFound UserIsYourself StaffEmailInUse StaffProposalNotFound SecondOfficerNeeded
        OfficersNotIndependent;
    TurnDownStaffProposal: StaffProposalNotFound RemarkRequired RemarkTooLong;
    GetFactorResets:;
    ProposeFactorReset: ConfirmIdentity FactorResetWaits NoFactorToReset UserNotFound UserIsYourself RemarkRequired
        RemarkTooLong;
    ConfirmFactorReset: ConfirmIdentity FactorResetNotFound UserNotFound UserIsYourself SecondOfficerNeeded
        OfficersNotIndependent;
    EndFactorReset: FactorResetNotFound UserNotFound RemarkRequired RemarkTooLong;
    ResendActivationTNBUser: TooManyAttempts UserNotFound UserIsNotInvited;
    GetUsersCards:;
    GetUserTable: CursorInvalid ChoiceRequired SearchTooShort;
    DeleteUser: ApplicantInProcess UserNotFound UserIsMaster;
    AdminSendNewActivationLink: TooManyAttempts UserNotFound UserIsNotInvited;
    // registration
    GetRegistrationApplication:;
    GetRegistrationStatus: RegistrationNotFound;
    SaveRegistrationDraft: TooManyAttempts ChoiceRequired RegistrationNoRequired RegistrationNoInvalid AccountsTooMany
        RegistersAnother RegistrationMoved DraftIsOlder;
    GetRegistrationDefaultValues: AccountNumberRequired AccountNumberPrefix AccountNumberLength SearchTooShort
        SearchTooMany RegistrationNoRequired RegistrationNoInvalid CompanyRegistered CompanyHasApplication
        LookupsTooMany;
    GetAutoSuggestedAccounts: CursorInvalid AccountNumberRequired AccountNumberPrefix AccountNumberLength SearchTooShort
        SearchTooMany RegistrationNoRequired RegistrationNoInvalid LookupsTooMany;
    ChildAccountValidation: AccountNumberRequired AccountNumberPrefix AccountNumberLength SearchTooShort SearchTooMany
        LookupsTooMany;
    DownloadAddAccountTemplate:;
    UploadAddAccountExcel: AccountNumberRequired AccountNumberPrefix AccountNumberLength ReferenceIdLength
        AccountRepeated FileTooLarge SheetNotXlsx SheetDamaged SheetEmpty SheetUnpacksTooLarge SheetHasMacros
        SheetHasObjects SheetHasFormula SheetCellTooLong SheetTooManyRows;
    DownloadDeclaration: RegistrationNotFound;
    UploadDeclaration: TooManyAttempts FileTooLarge FileKindUnknown FileHasScripts FileEmpty FileDamaged FileIsProtected
        FileCannotBeChecked FileHasMore PictureTooLarge FileNotFound;
    RegisterBulkAccount: EmailRequired EmailInvalid TooManyAttempts NameRequired NameInvalid MobileRequired
        MobileInvalid TermsChanged ChoiceRequired AccountNumberRequired AccountNumberPrefix AccountNumberLength
        ReferenceIdLength BusinessTypeRequired GovernmentWindowClosed CompanyNameRequired RegistrationNoRequired
        RegistrationNoInvalid TinInvalid LandlineRequired LandlineInvalid StreetRequired CityRequired CityInvalid
        PostalCodeRequired PostalCodeInvalid StateRequired JobTitleRequired JobTitleInvalid DepartmentRequired
        LineInvalid DeclarationRequired AccountsRequired AccountsTooMany AccountRepeated AccountNotFoundForCompany
        CompanyRegistered CompanyHasApplication RegistersAnother RegistrationNotFound RegistrationMoved DraftIsOlder;
    UpdateRegistrationRecord: EmailRequired EmailInvalid TooManyAttempts NameRequired NameInvalid MobileRequired
        MobileInvalid TermsChanged ChoiceRequired AccountNumberRequired AccountNumberPrefix AccountNumberLength
        ReferenceIdLength BusinessTypeRequired GovernmentWindowClosed CompanyNameRequired RegistrationNoRequired
        RegistrationNoInvalid TinInvalid LandlineRequired LandlineInvalid StreetRequired CityRequired CityInvalid
        PostalCodeRequired PostalCodeInvalid StateRequired JobTitleRequired JobTitleInvalid DepartmentRequired
        LineInvalid DeclarationRequired AccountsRequired AccountsTooMany AccountRepeated AccountNotFoundForCompany
        CompanyRegistered CompanyHasApplication RegistersAnother RegistrationNotFound RegistrationMoved DraftIsOlder;
    WithdrawApplication: RegistrationNotFound RegistrationMoved;
    RedoApplication: RegistersAnother RegistrationNotFound RegistrationMoved;
    GovernmentRegistrationNotification: RegistersAnother;
    BulkUserRegistrationTable: CursorInvalid ChoiceRequired SearchTooShort;
    GetRegistrationApplicationByID: RegistrationNotFound;
    GetRegistrationRecord: RegistrationNotFound;
    RegistrationRemarkLog: RegistrationNotFound;
    DownloadDeclarationForm: RegistrationNotFound FileNotFound;
    UpdateBulkAccountRegistrationStatus: ConfirmIdentity ChoiceRequired CompanyRegistered ApplicantInAnotherBulkAccount
        ApplicantGone RegistrationNotFound RegistrationMoved RemarkRequired RemarkTooLong;
    GetRegistrationAccounts: CursorInvalid RegistrationNotFound;
    // accounts
    GetAccountCards:;
    GetAccounts: CursorInvalid ChoiceRequired AccountNumberRequired AccountNumberPrefix AccountNumberLength
        ReferenceIdLength SearchTooShort;
    GetAccountsOfBulk: CursorInvalid;
    GetAccountDetails: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountNotFound;
    AddAccounts: AccountNumberRequired AccountNumberPrefix AccountNumberLength ReferenceIdLength AccountsRequired
        AccountsTooMany AccountRepeated AccountIsPending;
    RemoveChildAccount: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountNotFound AccountIsPending
        AccountHasPayment;
    RemoveChildAccounts: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountsRequired AccountsTooMany
        AccountNotFound AccountIsPending AccountHasPayment;
    CheckAccounts: AccountNumberRequired AccountNumberPrefix AccountNumberLength ReferenceIdLength AccountsRequired
        AccountsTooMany AccountRepeated LookupsTooMany;
    UpdateMultipleAccounts: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountsRequired
        AccountsTooMany AccountRepeated GroupNotFound AccountNotFound AccountIsPending;
    GetBulkChildAccountError: CursorInvalid ChoiceRequired;
    PendingSubmit: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountsRequired AccountNotFound
        AccountIsPending;
    RemoveFromPending: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountsRequired
        RegistrationNotFound AccountNotFound;
    GetTaggingProgress:;
    GetProfile:;
    GetCompanyName:;
    GetBusinessType:;
    UpdateProfile: EmailRequired EmailInvalid NameRequired NameInvalid MobileRequired MobileInvalid CompanyNameRequired
        RegistrationNoRequired RegistrationNoInvalid TinInvalid LandlineRequired LandlineInvalid StreetRequired
        CityRequired CityInvalid PostalCodeRequired PostalCodeInvalid StateRequired JobTitleRequired JobTitleInvalid
        DepartmentRequired LineInvalid CompanyNameFixed RegistrationNoFixed ProfileIsOlder;
    GetProfileHistory:;
    GetBulkIdForRoc: RegistrationNoRequired;
    GetBulkAccountsCards:;
    GetBulkAccountsTable: CursorInvalid ChoiceRequired BulkAccountNotFound SearchTooShort;
    SearchElectricityAccounts: CursorInvalid AccountNumberRequired AccountNumberPrefix AccountNumberLength
        SearchTooShort SearchTooMany;
    SearchCustomerViewMode: CursorInvalid ChoiceRequired BulkAccountNotFound SearchTooShort;
    EnterCustomerView: BulkAccountNotFound;
    LeaveCustomerView: BulkAccountNotFound;
    GetBulkChildAccountErrorForAdmin: CursorInvalid ChoiceRequired BulkAccountNotFound SearchTooShort SearchTooMany;
    ValidateForAdmin: AccountNumberRequired AccountNumberPrefix AccountNumberLength;
    // accounts::groups
    GetGroupsTable: CursorInvalid ChoiceRequired SearchTooShort;
    GetGroupDetails: GroupNotFound;
    GetAccountsInGroup: CursorInvalid ChoiceRequired AccountNumberRequired AccountNumberPrefix AccountNumberLength
        ReferenceIdLength SearchTooShort GroupNotFound;
    GetAccountsNotInGroup: CursorInvalid ChoiceRequired AccountNumberRequired AccountNumberPrefix AccountNumberLength
        ReferenceIdLength SearchTooShort;
    CreateGroup: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountsTooMany GroupNameRequired
        GroupNameInvalid GroupNameInUse AccountNotFound;
    UpdateGroup: GroupNameRequired GroupNameInvalid GroupNameInUse GroupNotFound;
    DeleteGroup: GroupNotFound;
    AssignAccounts: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountsRequired AccountsTooMany
        GroupNotFound AccountNotFound;
    RemoveAccounts: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountsRequired AccountsTooMany
        GroupNotFound AccountNotFound;
    // bills
    GetOutstandingBillsCard:;
    GetDueCalendar:;
    GetDueCalendarFile:;
    GetCostByMonth: AccountNumberRequired AccountNumberPrefix AccountNumberLength GroupNotFound;
    GetCostliest:;
    GetBillsByBatch: CursorInvalid ChoiceRequired SearchTooShort;
    GetOutstandingBills: CursorInvalid ChoiceRequired DateInvalid AccountNumberRequired AccountNumberPrefix
        AccountNumberLength BatchIdInvalid InvoiceNumberInvalid SearchTooShort SearchTooMany;
    GetOutstandingCharges: CursorInvalid ChoiceRequired DateInvalid AccountNumberRequired AccountNumberPrefix
        AccountNumberLength BatchIdInvalid InvoiceNumberInvalid SearchTooShort;
    GetBillHistory: CursorInvalid ChoiceRequired DateInvalid AccountNumberRequired AccountNumberPrefix
        AccountNumberLength InvoiceNumberInvalid SearchTooShort SearchTooMany;
    SearchBills: CursorInvalid DateRangeReversed DateInvalid AccountNumberRequired AccountNumberPrefix
        AccountNumberLength BatchIdInvalid InvoiceNumberInvalid ReferenceIdLength SearchTooShort SearchTooMany
        PeriodRequired PeriodTooOld SearchByRequired;
    GetBillTariffs:;
    GetBillDetails: InvoiceNumberInvalid BillNotFound;
    GetDailyUse: InvoiceNumberInvalid BillNotFound;
    PrintPDF2: AccountNumberRequired AccountNumberPrefix AccountNumberLength InvoiceNumberInvalid BillNotFound;
    SelectBills: ChoiceRequired DateInvalid AccountNumberRequired AccountNumberPrefix AccountNumberLength BatchIdInvalid
        InvoiceNumberInvalid SearchTooShort;
    CountBills: ChoiceRequired DateInvalid AccountNumberRequired AccountNumberPrefix AccountNumberLength BatchIdInvalid
        InvoiceNumberInvalid SearchTooShort;
    // costs
    GetCostCentres: CursorInvalid ChoiceRequired SearchTooShort;
    SaveCostCentre: CostCentreCodeInvalid CostCentreNameInvalid CostCentreExists CostCentreNotFound CostCentresTooMany;
    RemoveCostCentre: CostCentreCodeInvalid CostCentreNotFound CostCentreInUse;
    GetAccountCoding: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountNotFound;
    SetAccountCodings: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountsRequired AccountsTooMany
        AccountRepeated AccountNotFound CostCentreUnknown CostCentreRepeated ShareInvalid SharesNotWhole
        LedgerAccountInvalid CodingPartsRequired CodingPartsTooMany CodingPeriodsTooMany CodingOverlaps CodingEndsFirst;
    GetUncodedAccounts: CursorInvalid ChoiceRequired AccountNumberRequired AccountNumberPrefix AccountNumberLength
        SearchTooShort;
    GetGroupCodings:;
    SetGroupCoding: GroupNotFound CostCentreUnknown CostCentreRepeated ShareInvalid SharesNotWhole LedgerAccountInvalid
        CodingPartsRequired CodingPartsTooMany;
    GetCostReport: CursorInvalid AmountTooLarge DateInvalid CostReportEndsFirst CostReportTooLong;
    DownloadCodings:;
    UploadCodings: DateInvalid AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountRepeated
        AccountNotFound SheetNotXlsx SheetDamaged SheetEmpty SheetUnpacksTooLarge SheetHasMacros SheetHasObjects
        SheetHasFormula SheetRowsHidden SheetCellTooLong SheetTooManyRows CostCentreUnknown CostCentreRepeated
        ShareInvalid SharesNotWhole LedgerAccountInvalid CodingPartsRequired CodingPartsTooMany CodingPeriodsTooMany
        CodingOverlaps CodingEndsFirst;
    // carbon
    GetCarbonReport: CursorInvalid ChoiceRequired DateInvalid CarbonReportEndsFirst CarbonReportTooLong;
    // accounting
    GetAccountingProfiles:;
    SaveAccountingProfile: DateInvalid CostCentreUnknown LedgerAccountInvalid AccountingNameInvalid AccountingNameTaken
        AccountingProfilesTooMany AccountingProfileNotFound AccountingProfileChanged AccountingColumnsRequired
        AccountingColumnsTooMany AccountingHeadingInvalid AccountingHeadingRepeated AccountingConstantInvalid
        AccountingSourceInvalid AccountingAmountMissing AccountingNumberMissing AccountingLedgerMissing
        AccountingSeparatorInvalid AccountingFileSizeInvalid AccountingSupplierInvalid AccountingChargeRepeated;
    RemoveAccountingProfile: AccountingProfileNotFound AccountingProfileChanged AccountingProfileWasRun;
    PreviewAccounting:;
    PlanAccounting: AmountTooLarge AccountingProfileNotFound;
    RunAccounting: AmountTooLarge TooManyDownloads AccountingProfileNotFound AccountingProfileChanged AccountingUncoded
        AccountingValueTooLong AccountingLettersLacking AccountingMarksRefused AccountingNothingNew
        AccountingPlanChanged;
    RepeatAccountingRun: TooManyDownloads AccountingRunNotFound;
    CheckAccountingLink: TooManyAttempts LinkInvalid LinkExpired AccountingRunNotFound;
    OpenAccountingLink: TooManyAttempts LinkInvalid LinkExpired AccountingRunNotFound;
    GetAccountingRuns: CursorInvalid AccountingProfileNotFound;
    GetAccountingDocuments: CursorInvalid SearchTooShort AccountingProfileNotFound;
    UploadAccountingNumbers: SheetNotXlsx SheetDamaged SheetEmpty SheetUnpacksTooLarge SheetHasMacros SheetHasObjects
        SheetHasFormula SheetRowsHidden SheetCellTooLong SheetTooManyRows AccountingProfileNotFound
        AccountingNumbersRequired AccountingNumbersTooMany AccountingDocumentUnknown AccountingDocumentRepeated
        AccountingTheirNumberInvalid;
    SetAccountingNumbers: AccountingProfileNotFound AccountingNumbersRequired AccountingNumbersTooMany
        AccountingDocumentUnknown AccountingDocumentRepeated AccountingTheirNumberInvalid;
    // findings
    GetFindings: CursorInvalid ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge DateInvalid
        AccountNumberRequired AccountNumberPrefix AccountNumberLength SearchTooShort SearchTooMany;
    GetFindingsSummary: CursorInvalid SearchTooShort SearchTooMany;
    GetBillFindings: InvoiceNumberInvalid BillNotFound;
    DismissFindings: RemarkRequired RemarkTooLong NoFindingsChosen FindingNotFound FindingsMoved;
    ReopenFindings: RemarkRequired RemarkTooLong NoFindingsChosen FindingNotFound FindingsMoved;
    MuteAccount: DateInvalid AccountNumberRequired AccountNumberPrefix AccountNumberLength RemarkRequired RemarkTooLong
        AccountNotFound MuteDayInvalid TooManyMuted;
    UnmuteAccount: AccountNumberRequired AccountNumberPrefix AccountNumberLength AccountNotFound MuteNotFound;
    GetAuditSettings:;
    SetAuditSettings: AmountInvalid AmountDecimals AmountTooLarge AuditSettingInvalid AuditSettingsMoved;
    PreviewAuditSettings: AmountInvalid AmountDecimals AmountTooLarge AuditSettingInvalid;
    GetBatchFindings: CursorInvalid ChoiceRequired DateInvalid SearchTooShort;
    ReleaseBatch: BatchIdInvalid RemarkRequired RemarkTooLong BatchNotFound BatchReleasedAlready SecondOfficerNeeded
        OfficersNotIndependent;
    TurnDownBatchRelease: BatchIdInvalid RemarkRequired RemarkTooLong BatchNotFound BatchReleaseNotProposed
        BatchReleasedAlready;
    // queries
    OpenQuery: TooManyAttempts ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge DateInvalid
        AccountNumberRequired AccountNumberPrefix AccountNumberLength BatchIdInvalid InvoiceNumberInvalid BillNotFound
        FindingNotFound FindingsMoved QueryOpenAlready QueryMessageRequired QueryMessageTooLong QueryLineUnknown;
    GetQueries: CursorInvalid ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge DateInvalid
        AccountNumberRequired AccountNumberPrefix AccountNumberLength BatchIdInvalid InvoiceNumberInvalid
        SearchTooShort;
    GetQuery: QueryNotFound;
    ReplyToQuery: TooManyAttempts QueryNotFound QueryMoved QueryEnded QueryNotAnswered QueryMessageRequired
        QueryMessageTooLong QueryFull;
    CloseQuery: QueryNotFound QueryMoved QueryEnded QueryNotAnswered;
    AddQueryFile: TooManyAttempts FileTooLarge FileKindUnknown FileHasScripts FileEmpty FileDamaged FileIsProtected
        FileCannotBeChecked FileHasMore PictureTooLarge QueryNotFound QueryEnded QueryFull;
    DownloadQueryFile: FileNotFound QueryNotFound;
    PrintQuery: QueryNotFound;
    GetQueryQueue: CursorInvalid ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge DateInvalid
        AccountNumberRequired AccountNumberPrefix AccountNumberLength BatchIdInvalid InvoiceNumberInvalid
        SearchTooShort;
    AssignQuery: QueryNotFound QueryMoved QueryEnded;
    AnswerQuery: TooManyAttempts QueryNotFound QueryMoved QueryEnded QueryNotAnswered QueryMessageRequired
        QueryMessageTooLong QueryCaseNoTooLong QueryFull;
    GetQueryService:;
    // statements
    GetStatement: EmailRequired EmailInvalid TooManyAttempts ChoiceRequired DateInvalid AccountNumberRequired
        AccountNumberPrefix AccountNumberLength StatementAccountRefused StatementPeriodUnknown StatementsWaiting;
    GetStatements: CursorInvalid ChoiceRequired DateInvalid SearchTooShort;
    DownloadStatement: StatementNotFound;
    RetryStatement: TooManyAttempts StatementAccountRefused StatementsWaiting StatementNotFound;
    GetStatementOffer:;
    // colleagues
    GetColleagues:;
    SendInstructions: TooManyAttempts UserNotFound AmountInvalid AmountDecimals AmountTooLarge InvoiceNumberInvalid
        SearchTooShort SearchTooMany BillNothingDue BillNoCurrentCharge BillPaymentDisabled BillPaid BillInPayment
        BillOnHold BillNotFound InvoicesTooMany InvoiceNotPayable TotalChanged TransactionNotFound PaymentMoved;
    RemindAuthoriser: TooManyAttempts UserNotFound TransactionNotFound PaymentMoved ReminderTooSoon;
    SendSelection: TooManyAttempts UserNotFound InvoiceNumberInvalid BillNothingDue BillNoCurrentCharge
        BillPaymentDisabled BillPaid BillInPayment BillOnHold BillNotFound RemarkTooLong InvoicesTooMany
        ColleagueMayNotPay;
    GetSentSelection: SearchTooShort SearchTooMany BillNotFound SentSelectionNotFound;
    // payments
    GetBankList: GatewayUnavailable;
    GetTNBVirtualAccountNo:;
    GetPaymentMethods:;
    GetElectricityAccount: AmountInvalid AmountDecimals AmountTooLarge TransactionNotFound;
    MakePayment: ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge InvoiceNumberInvalid BillNothingDue
        BillNoCurrentCharge BillPaymentDisabled BillPaid BillInPayment InvoicesRequired InvoicesTooMany InvoiceRepeated
        InvoiceUnknown InvoiceNotPayable BatchWaits BillsOnHold DuplicatePayment PlanChanged PaymentGroupNotFound
        TotalChanged MethodUnavailable AmountBelowMethod TransferTooLarge AmountAboveMethod BankRequired BankUnknown
        BankOffline EftNumberRequired EftNumberLength EftNumberCharacters ChequeNumberRequired ChequeNumberLength
        ChequeNumberCharacters ReferencesTooMany ReferenceRepeated ReferenceAmountPositive ReferencesDoNotAddUp
        ReferencesNotTaken GatewayUnavailable ApprovalNeeded;
    PlanPayments: AmountTooLarge InvoiceNumberInvalid InvoicesRequired InvoicesTooMany InvoiceRepeated InvoiceUnknown;
    GetPaymentGroups:;
    GetPaymentGroup: PaymentGroupNotFound;
    GetRepeatedReferences: ChoiceRequired EftNumberRequired EftNumberLength EftNumberCharacters ChequeNumberRequired
        ChequeNumberLength ChequeNumberCharacters;
    GetTransactionsCards:;
    GetPaymentTransactions: CursorInvalid ChoiceRequired DateInvalid SearchTooShort TransactionNotFound;
    GetPaymentDetails: CursorInvalid TransactionNotFound;
    PrintPayment: TransactionNotFound;
    DownloadPain001: DateInvalid BankAccountInvalid ExecutionDateInvalid NoTransferExpected InstructionLettersLacking
        TransactionNotFound;
    GetPaymentActivity: TransactionNotFound;
    MakeReconciliationPaymentInsufficient: ChoiceRequired MethodUnavailable MethodNotForThis AmountBelowMethod
        AmountAboveMethod BankRequired BankUnknown BankOffline EftNumberRequired EftNumberLength EftNumberCharacters
        ChequeNumberRequired ChequeNumberLength ChequeNumberCharacters ReferenceRepeated TransactionNotFound
        PaymentMoved CreditAccountUnknown;
    MakeExcessiveReconciliationPayment: InvoiceNumberInvalid TransactionNotFound PaymentMoved CreditAccountUnknown;
    GiveUpPayment: EnquiryInProgress GatewayUnavailable TransactionNotFound PaymentMoved CreditAccountUnknown
        GiveUpTooEarly NotYourPayment;
    Live:;
    FpxDirect: TooManyAttempts PaymentMoved CreditAccountUnknown;
    FpxIndirect: TooManyAttempts PaymentMoved CreditAccountUnknown;
    // payments::staff
    GetAdminPendingPaymentsCards:;
    GetAdminPendingPayments: CursorInvalid ChoiceRequired DateInvalid SearchTooShort TransactionNotFound;
    GetAdminAllPaymentsCards:;
    GetAdminAllPayments: CursorInvalid ChoiceRequired DateInvalid SearchTooShort TransactionNotFound;
    GetAdminPaymentDetails: CursorInvalid EftNumberRequired EftNumberLength EftNumberCharacters ChequeNumberRequired
        ChequeNumberLength ChequeNumberCharacters TransactionNotFound;
    GetFpxRequeryData: TransactionNotFound;
    GetFpxAlerts: CursorInvalid;
    SettleFpxAlert: RemarkRequired RemarkTooLong AlertNotFound AlertIsSettled AlertEndsOtherwise;
    AdminFPXManualRequery: EnquiryInProgress GatewayUnavailable TransactionNotFound PaymentMoved CreditAccountUnknown
        RequeryNotNeeded;
    GetFpxRecords:;
    GetFpxMessages: CursorInvalid;
    GiveUpFpxPayment: EnquiryInProgress GatewayUnavailable TransactionNotFound PaymentMoved CreditAccountUnknown
        GiveUpTooEarly;
    GetLateConfirmations: CursorInvalid;
    GetLateConfirmation: TransactionNotFound;
    ResolveLateConfirmation: ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge DateInvalid
        AccountNumberRequired AccountNumberPrefix AccountNumberLength ReferenceIdLength TransactionNotFound PaymentMoved
        CreditAccountUnknown SecondOfficerNeeded LateMoneyDecided OfficersNotIndependent LateBillsTaken
        LateAccountUnknown RefundReferenceWrong;
    TurnDownAcceptance: RemarkRequired RemarkTooLong TransactionNotFound PaymentMoved CreditAccountUnknown
        NothingProposed;
    RequestReconciliation: AmountInvalid AmountDecimals AmountTooLarge BankLineUsed BankLineNeeded BankLineUnnamed
        BankLineChanged TransactionNotFound PaymentMoved PaymentAnswered ReconcileTypeUnknown ReconcileAmountPositive
        ReconcileAmountTooLarge ReconcileAmountAsBefore CreditAccountUnknown SecondOfficerNeeded OfficersNotIndependent;
    PaymentAccept: BankLineUsed BankLineNeeded BankLineUnnamed BankLineChanged TransactionNotFound PaymentMoved
        PaymentAnswered ReconcileAmountPositive ReconcileAmountTooLarge ReconcileAmountAsBefore CreditAccountUnknown
        SecondOfficerNeeded OfficersNotIndependent;
    PaymentReject: RemarkRequired RemarkTooLong BankLineUsed BankLineNeeded BankLineUnnamed BankLineChanged
        TransactionNotFound PaymentMoved PaymentAnswered ReconcileAmountPositive ReconcileAmountTooLarge
        ReconcileAmountAsBefore CreditAccountUnknown SecondOfficerNeeded OfficersNotIndependent;
    // remittance
    DownloadRemittance: ChoiceRequired AmountTooLarge TransactionNotFound RemittanceNotYet;
    // mailboxes
    GetMailboxes:;
    AddMailbox: EmailRequired EmailInvalid TooManyAttempts ChoiceRequired MailboxTopicsRequired MailboxExists
        MailboxesTooMany MailboxNotFound MailboxAskedLater;
    SetMailbox: ChoiceRequired MailboxTopicsRequired MailboxNotFound MailboxAskedLater;
    ResendMailbox: TooManyAttempts MailboxNotFound MailboxIsConfirmed MailboxAskedLater;
    RemoveMailbox: MailboxNotFound;
    CheckMailboxLink: TooManyAttempts LinkInvalid LinkExpired LinkUsed ChoiceRequired;
    ConfirmMailbox: TooManyAttempts LinkInvalid LinkExpired LinkUsed;
    StopMailbox: TooManyAttempts LinkInvalid LinkExpired LinkUsed;
    // webhooks
    GetWebhooks:;
    CreateWebhook: TooManyAttempts ChoiceRequired WebhookAddressInvalid WebhookAddressRefused WebhookAddressUnknown
        WebhookEventsRequired WebhooksTooMany;
    SetWebhook: ChoiceRequired WebhookEventsRequired WebhookNotFound;
    RotateWebhook: TooManyAttempts WebhookNotFound;
    TestWebhook: TooManyAttempts WebhookNotFound;
    ReplayWebhook: TooManyAttempts WebhookNotFound WebhookEventNotFound WebhookRangeInvalid WebhookReplayTooMany;
    DeleteWebhook: WebhookNotFound;
    GetWebhookDeliveries: ChoiceRequired WebhookNotFound;
    // tokens
    GetApiTokens:;
    CreateApiToken: ConfirmIdentity ChoiceRequired DateInvalid ApiTokenNameInvalid ApiTokenNameTaken
        ApiTokenScopesRequired ApiTokenExpiryInvalid ApiTokenNetworkInvalid ApiTokenNetworksTooMany ApiTokensTooMany
        ApiTokenNeedsFactor ApiTokenNotFound;
    RotateApiToken: ConfirmIdentity DateInvalid ApiTokenExpiryInvalid ApiTokenNeedsFactor ApiTokenNotFound
        ApiTokenEnded;
    RevokeApiToken: ApiTokenNotFound ApiTokenEnded;
    // personal_data
    ErasePerson: ConfirmIdentity UserStillActive UserErased UserNotFound UserIsYourself RemarkRequired RemarkTooLong
        SecondOfficerNeeded OfficersNotIndependent;
    DownloadOwnData: ConfirmIdentity TooManyDownloads;
    GetOwnDataRequests:;
    MakeDataRequest: TooManyAttempts ChoiceRequired DataRequestTextInvalid DataRequestsTooMany;
    WithdrawDataRequest: DataRequestNotFound DataRequestEnded;
    GetDataRequests: CursorInvalid ChoiceRequired SearchTooShort;
    GetDataRequest: DataRequestNotFound;
    RecordDataRequest: EmailRequired EmailInvalid TooManyAttempts NameRequired NameInvalid ChoiceRequired DateInvalid
        DataRequestTextInvalid DataRequestReceivedInvalid;
    ExtendDataRequest: DataRequestReasonInvalid DataRequestNotFound DataRequestMoved DataRequestEnded
        DataRequestExtendedAlready DataRequestNotExtendable DataRequestOverdue;
    EndDataRequest: ChoiceRequired DataRequestReasonInvalid DataRequestNotFound DataRequestMoved DataRequestEnded;
    GetBreaches: CursorInvalid ChoiceRequired SearchTooShort;
    GetBreach: BreachNotFound;
    RecordBreach: TooManyAttempts DateInvalid BreachTextInvalid BreachPersonsInvalid BreachTimeInvalid;
    CorrectBreach: TooManyAttempts DateInvalid BreachTextInvalid BreachPersonsInvalid BreachTimeInvalid
        BreachReasonRequired BreachNotFound BreachMoved;
    // approvals
    GetApprovalPolicy:;
    SetApprovalPolicy: ConfirmIdentity ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge OwnProposal
        NotAnApprover PolicyChanged PolicyPending PolicyUnchanged PolicyBlocked LayerAmountInvalid LayersNotAscending
        StepsRequired ApproversRequired ApproverUnknown ApproverGroupNameInvalid ApproverGroupUnknown
        StepsNeedDifferentPeople;
    DecideApprovalPolicy: ConfirmIdentity OwnProposal NotAnApprover PolicyChanged;
    DelegateApproval: ConfirmIdentity DateInvalid DelegateInvalid DelegationDaysInvalid;
    PreviewApproval: InvoiceNumberInvalid InvoicesRequired InvoicesTooMany InvoiceRepeated InvoiceUnknown;
    CreateProposal: TooManyAttempts AmountInvalid AmountDecimals AmountTooLarge DateInvalid InvoiceNumberInvalid
        BillNothingDue BillNoCurrentCharge BillPaymentDisabled BillPaid BillInPayment RemarkTooLong InvoicesRequired
        InvoicesTooMany InvoiceRepeated InvoiceUnknown InvoiceNotPayable BatchWaits BillsOnHold DuplicatePayment
        TotalChanged ApprovalNotNeeded ProposalNotFound ProposalBlocked ProposalsTooMany BillsProposed
        ReleaseDayInvalid;
    GetProposals: CursorInvalid ChoiceRequired DateInvalid SearchTooShort;
    GetProposal: ProposalNotFound;
    ApproveProposal: BillNothingDue BillNoCurrentCharge BillPaymentDisabled BillPaid BillInPayment RemarkTooLong
        ProposalNotFound ProposalMoved ProposalEnded BillLeftAccount BillAmountChanged OwnProposal ActedBefore
        NotAnApprover;
    RefuseProposal: RemarkRequired RemarkTooLong ProposalNotFound ProposalMoved ProposalEnded OwnProposal ActedBefore
        NotAnApprover;
    WithdrawProposal: RemarkRequired RemarkTooLong ProposalNotFound ProposalMoved ProposalEnded NotTheProposer;
    ReleaseProposal: ConfirmIdentity ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge InvoiceNumberInvalid
        BillNothingDue BillNoCurrentCharge BillPaymentDisabled BillPaid BillInPayment InvoiceUnknown InvoiceNotPayable
        BatchWaits BillsOnHold DuplicatePayment ProposalAboveMethod TotalChanged MethodUnavailable AmountBelowMethod
        TransferTooLarge AmountAboveMethod BankRequired BankUnknown BankOffline EftNumberRequired EftNumberLength
        EftNumberCharacters ChequeNumberRequired ChequeNumberLength ChequeNumberCharacters ReferencesTooMany
        ReferenceRepeated ReferenceAmountPositive ReferencesDoNotAddUp ReferencesNotTaken GatewayUnavailable
        ProposalNotFound ProposalMoved ProposalNotApproved ReleaseNeedsFactor ProposalEnded BillLeftAccount
        BillAmountChanged;
    // bank_statements
    GetBankStatements: CursorInvalid SearchTooShort;
    GetBankStatement: BankStatementNotFound;
    GetBankStatementLines: CursorInvalid ChoiceRequired AmountInvalid AmountDecimals SearchTooShort
        BankStatementNotFound;
    GetStatementBanks: BankRequired BankUnknown;
    UploadBankStatement: FileTooLarge BankFileUnknown BankFormatVersion BankFileDamaged BankBalanceWrong BankFileEmpty
        BankRowsTooMany BankFileOfOther BankColumnRequired BankStatementNotFound SheetNotXlsx SheetDamaged
        SheetUnpacksTooLarge SheetHasMacros SheetHasObjects SheetCellTooLong SheetTooManyRows BankRequired BankUnknown;
    SetBankStatementColumns: BankColumnRequired BankDirectionUnclear BankCurrencyUnclear BankStatusUnclear
        BankColumnsWrong BankColumnsUsed BankStatementNotFound;
    DecideBankLines: ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge BankStatementNotFound BankLineUsed
        BankLineNeeded BankLineUnnamed BankLineChanged TransactionNotFound PaymentMoved ReconcileAmountPositive
        ReconcileAmountTooLarge ReconcileAmountAsBefore CreditAccountUnknown SecondOfficerNeeded OfficersNotIndependent;
    DeclareOtherMoney: RemarkRequired RemarkTooLong BankStatementNotFound BankLineUsed BankLineIsOther BankLineChanged
        BankLineNotFound;
    GetMatchCandidates: CursorInvalid AmountInvalid AmountDecimals SearchTooShort SearchTooMany BankStatementNotFound
        BankLineNotFound;
    MatchBankLines: AmountInvalid AmountDecimals AmountTooLarge BankStatementNotFound BankLineUsed BankLineNeeded
        BankLineUnnamed BankLinesAlike BankLineChanged BankLineNotFound BankMatchEmpty BankShareAmount BankShareTwice
        BankSharesTooLarge BankMatchIncomplete BankLineNotNeeded BankMoneyCounted TransactionNotFound PaymentMoved
        PaymentAnswered ReconcileAmountPositive ReconcileAmountTooLarge ReconcileAmountAsBefore CreditAccountUnknown
        SecondOfficerNeeded OfficersNotIndependent;
    // views
    GetViews: ListUnknown;
    SaveView: ListUnknown ViewNameRequired ViewNameInvalid ViewNameInUse ViewsTooMany;
    RenameView: Forbidden ViewNameRequired ViewNameInvalid ViewNameInUse ViewNotFound;
    ShareView: Forbidden ViewNotFound;
    DeleteView: Forbidden ViewNotFound;
    RestoreView: Forbidden ViewNameInUse ViewsTooMany ViewNotFound;
    // home
    GetHome:;
    GetStaffHome:;
    GetTop3Cards:;
    GetBillDataForGraph:;
    GetLatestBillSummary:;
    GetPaymentDataForGraph:;
    // notifications
    GetNotificationLogs: CursorInvalid DateInvalid SearchTooShort SearchTooMany;
    ReadLogs: DateInvalid;
    DeleteLogs: DateInvalid;
    RestoreLogs: DateInvalid;
    LiteLogs:;
    // activity
    GetActivityLogs: CursorInvalid UserNotFound ChoiceRequired DateInvalid SearchTooShort SearchTooMany;
    GetActivityCheck:;
    // operations
    GetJobs: CursorInvalid ChoiceRequired DateInvalid;
    RetryJob: JobNotFound JobMoved;
    GetOutbox: CursorInvalid ChoiceRequired DateInvalid SearchTooShort TransactionNotFound;
    SendEmailAgain: EmailNotFound EmailMoved EmailTooOld NoMailServer;
    GetFeedImports: CursorInvalid ChoiceRequired AmountInvalid AmountDecimals AmountTooLarge DateInvalid SearchTooShort;
    GetFeedImport: ImportNotFound;
    GetRejectedRows: CursorInvalid SearchTooShort ImportNotFound;
    GetOperationSettings:;
    SetMethodWindow: ChoiceRequired DateInvalid TimeInvalid WindowEndsFirst WindowIsOver WindowTooLong WindowChanged;
    // announcements
    GetAnnouncements:;
    GetAnnouncementsTable: CursorInvalid ChoiceRequired SearchTooShort;
    WriteAnnouncement: ChoiceRequired TimeInvalid WindowIsOver AnnouncementTextRequired AnnouncementTextTooLong
        AnnouncementServicesRequired AnnouncementEndRequired AnnouncementEndsFirst AnnouncementTooLong
        AnnouncementShownLate FreezeNotShown;
    ChangeAnnouncement: ChoiceRequired TimeInvalid AnnouncementTextRequired AnnouncementTextTooLong
        AnnouncementServicesRequired AnnouncementEndRequired AnnouncementEndsFirst AnnouncementTooLong
        AnnouncementShownLate FreezeNotShown AnnouncementNotFound AnnouncementMoved;
    WithdrawAnnouncement: AnnouncementNotFound AnnouncementMoved;
    // downloads
    ExportList: ListUnknown Forbidden ChoiceRequired BulkAccountNotFound SearchTooShort FileNotFound DownloadTooLarge
        DownloadNotKept;
    DownloadBills: ListUnknown ChoiceRequired DateInvalid AccountNumberRequired AccountNumberPrefix AccountNumberLength
        BatchIdInvalid InvoiceNumberInvalid BillNothingDue BillNoCurrentCharge BillPaymentDisabled BillPaid
        BillInPayment FileNotFound DownloadTooLarge DownloadEmpty DownloadNotKept TooManyDownloads;
    DownloadCombinedStatement: ListUnknown ChoiceRequired FileNotFound DownloadTooLarge DownloadEmpty DownloadNotKept
        TooManyDownloads GroupNotFound StatementPeriodUnknown;
    GetAuditPack: ListUnknown FileNotFound DownloadTooLarge DownloadNotKept TransactionNotFound;
    DownloadAuditPacks: ListUnknown DateInvalid FileNotFound DownloadTooLarge DownloadEmpty TooManyDownloads;
    GetDownloads:;
    CancelDownload: FileNotFound;
    RetryDownload: FileNotFound TooManyDownloads;
    GetDownloadFile: ListUnknown Forbidden FileNotFound;
    CreateExcelReportBill: ListUnknown FileNotFound DownloadTooLarge DownloadNotKept;
    DownloadAllFiles: ChoiceRequired DateInvalid FileNotFound DownloadTooLarge DownloadEmpty DownloadNotKept;
    GetAdminPaymentDetailsExcel: ListUnknown FileNotFound DownloadTooLarge DownloadNotKept TransactionNotFound;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::endpoints;

    #[test]
    fn every_call_has_its_line_in_order() {
        let lines: Vec<_> = REFUSALS.iter().map(|(name, _)| *name).collect();
        let calls: Vec<_> = endpoints().map(|entry| entry.name).collect();
        assert_eq!(lines, calls);
        for (entry, (name, codes)) in endpoints().zip(REFUSALS) {
            assert!(codes.is_sorted() && codes.windows(2).all(|two| two[0] != two[1]), "the codes of {name}");
            let derived: Vec<_> = codes.iter().filter(|code| follows(entry, **code)).collect();
            assert!(derived.is_empty(), "{name} lists {derived:?}, which follow from its line");
        }
    }

    /// Codes that no call answers: of the browser, of the proxy during maintenance, and of rows of the feed.
    const NO_CALL: &[Code] = &[
        Code::Maintenance,
        Code::PasskeysUnsupported,
        Code::PasskeyNotUsed,
        Code::PasskeyNotCreated,
        Code::PasskeyKnown,
        Code::SsoWindowBlocked,
        Code::TermsRequired,
        Code::PasswordsDiffer,
        Code::EInvoiceUuidInvalid,
        Code::EInvoiceLongIdInvalid,
        Code::EInvoiceStatusInvalid,
        Code::EInvoiceValueMissing,
        Code::EInvoiceNotCancelled,
        Code::EInvoiceTimesReversed,
        Code::ChargeNotItsRate,
        Code::ChargesNotCurrent,
        Code::ChargesNotTax,
        Code::ChargesNotRounding,
        Code::ChargesNotConsumption,
        Code::AccountInOtherBulkAccount,
    ];

    #[test]
    fn every_code_is_answered_by_a_call() {
        for code in Code::ALL {
            let is_answered = endpoints().any(|entry| can_answer(entry, *code));
            assert_eq!(is_answered, !NO_CALL.contains(code), "{code:?}");
        }
    }
}
