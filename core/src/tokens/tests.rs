use super::*;
use crate::endpoint::{Caller, EndpointSpec};
use crate::registry::endpoints;

#[test]
fn a_name_is_required_and_short() {
    assert_eq!(check_name("  ERP import "), Ok("ERP import".to_owned()));
    for wrong in ["", "  ", "two\nlines", &"x".repeat(MAX_NAME_LENGTH + 1)] {
        let refused = check_name(wrong).expect_err(wrong);
        assert_eq!(refused.fields[0].1.code, Code::ApiTokenNameInvalid);
    }
}

#[test]
fn scopes_are_stored_once_in_one_order() {
    let chosen = check_scopes(&[TokenScope::Downloads, TokenScope::BillsRead, TokenScope::Downloads]);
    assert_eq!(chosen, Ok(vec![TokenScope::BillsRead, TokenScope::Downloads]));
    assert!(check_scopes(&[]).is_err());
}

#[test]
fn a_token_ends_at_the_end_of_a_day_within_366_days() {
    let today = Day::parse("2026-11-26").expect("a day");
    assert_eq!(check_expiry(today, today), Ok(today.plus_days(1).begins()));
    assert!(check_expiry(today.plus_days(365), today).is_ok());
    for wrong in [today.plus_days(-1), today.plus_days(366)] {
        assert!(check_expiry(wrong, today).is_err(), "{wrong}");
    }
}

#[test]
fn a_state_follows_from_the_times() {
    let now = Day::parse("2026-11-26").expect("a day").begins();
    let (later, before) = (now.plus_seconds(1), now.plus_seconds(-1));
    assert_eq!(TokenState::of(now, later, false, None), TokenState::Active);
    assert_eq!(TokenState::of(now, later, false, Some(later)), TokenState::Rotating);
    assert_eq!(TokenState::of(now, later, false, Some(now)), TokenState::Active);
    assert_eq!(TokenState::of(now, now, false, Some(later)), TokenState::Expired);
    assert_eq!(TokenState::of(now, before, true, None), TokenState::Revoked);
}

#[test]
fn reminders_are_30_and_7_days_before_the_expiry() {
    let expires_at = Day::parse("2026-11-26").expect("a day").begins();
    let at = |days: i64, seconds: i64| reminder_days(expires_at.plus_seconds(seconds - days * 86_400), expires_at);
    assert_eq!(at(30, -1), None);
    assert_eq!(at(30, 0), Some(30));
    assert_eq!(at(7, -1), Some(30));
    assert_eq!(at(7, 0), Some(7));
    assert_eq!(at(0, 0), Some(7));
}

/// Customers' calls that no token may make, with the reason.
const CLOSED: &[(&str, &[&str])] = &[
    (
        "they are about the user, not about the company",
        &[
            "UpdateUserProfile",
            "ChangePassword",
            "AcceptTerms",
            "UserTutorialCompleted",
            "SetUserPreference",
            "GetUserPreferences",
            "UpdateDatePreference",
            "GetSessions",
            "ConfirmPassword",
            "EndSession",
            "EndOtherSessions",
            "GetUserProfile",
            "BeginSsoProof",
            "FinishSsoProof",
            "GetOwnSso",
            "GetFactors",
            "BeginTotp",
            "ConfirmTotp",
            "BeginPasskey",
            "FinishPasskey",
            "BeginPasskeyProof",
            "RemoveFactor",
            "RenewRecoveryCodes",
            "GetNotificationLogs",
            "ReadLogs",
            "DeleteLogs",
            "RestoreLogs",
            "LiteLogs",
            "GetViews",
            "SaveView",
            "RenameView",
            "ShareView",
            "DeleteView",
            "RestoreView",
            "GetActivityLogs",
            "GetAnnouncements",
            "Live",
        ],
    ),
    ("they are summaries of the portal's home page", &["GetHome", "GetTop3Cards"]),
    (
        "a file that is prepared in the background belongs to a user, and a list may hold more than a scope opens",
        &[
            "ExportList",
            "DownloadBills",
            "DownloadCombinedStatement",
            "DownloadAuditPacks",
            "GetDownloads",
            "CancelDownload",
            "RetryDownload",
            "GetDownloadFile",
            "RunAccounting",
            "RepeatAccountingRun",
        ],
    ),
    (
        "only a user pays, approves, or changes who approves",
        &[
            "MakePayment",
            "ReleaseProposal",
            "ApproveProposal",
            "RefuseProposal",
            "GiveUpPayment",
            "MakeReconciliationPaymentInsufficient",
            "MakeExcessiveReconciliationPayment",
            "SetApprovalPolicy",
            "DecideApprovalPolicy",
            "DelegateApproval",
        ],
    ),
    (
        "they manage users, how users sign in, and tokens",
        &[
            "GetSso",
            "SetSso",
            "AddSsoDomain",
            "ProveSsoDomain",
            "RemoveSsoDomain",
            "GetFactorPolicy",
            "SetFactorPolicy",
            "GetManageUsersCards",
            "GetManageUsersTable",
            "AddBulkUser",
            "UpdateBulkUser",
            "DeleteBulkUser",
            "TransferMasterBulkUser",
            "ResendInvitation",
            "GetMailboxes",
            "AddMailbox",
            "SetMailbox",
            "ResendMailbox",
            "RemoveMailbox",
            "GetApiTokens",
            "CreateApiToken",
            "RotateApiToken",
            "RevokeApiToken",
            "UpdateProfile",
        ],
    ),
    (
        "they register a company",
        &[
            "GetRegistrationApplication",
            "GetRegistrationStatus",
            "SaveRegistrationDraft",
            "GetRegistrationDefaultValues",
            "GetAutoSuggestedAccounts",
            "ChildAccountValidation",
            "DownloadAddAccountTemplate",
            "UploadAddAccountExcel",
            "DownloadDeclaration",
            "UploadDeclaration",
            "RegisterBulkAccount",
            "GovernmentRegistrationNotification",
            "CheckAccounts",
        ],
    ),
    (
        "they write to people",
        &[
            "GetColleagues",
            "SendInstructions",
            "RemindAuthoriser",
            "SendSelection",
            "GetSentSelection",
            "GetStatement",
            "RetryStatement",
            "GetStatementOffer",
            "OpenQuery",
            "ReplyToQuery",
            "CloseQuery",
            "AddQueryFile",
        ],
    ),
    (
        "no scope covers the settings of the audit and of exports to accounting",
        &[
            "DismissFindings",
            "ReopenFindings",
            "MuteAccount",
            "UnmuteAccount",
            "GetAuditSettings",
            "SetAuditSettings",
            "PreviewAuditSettings",
            "GetAccountingProfiles",
            "SaveAccountingProfile",
            "RemoveAccountingProfile",
            "PreviewAccounting",
            "GetAccountingRuns",
            "GetAccountingDocuments",
            "UploadAccountingNumbers",
            "SetAccountingNumbers",
            "UploadCodings",
        ],
    ),
];

/// A new call of customers must have a scope, or be closed here with a reason.
#[test]
fn every_call_of_customers_is_open_to_a_scope_or_closed_for_a_reason() {
    let closed = |entry: &EndpointSpec| CLOSED.iter().any(|(_, names)| names.contains(&entry.name));
    let is_customers =
        |entry: &&EndpointSpec| matches!(entry.caller, Caller::Customer | Caller::AnyCustomer | Caller::SignedIn);
    for entry in endpoints().filter(is_customers) {
        assert_ne!(entry.token.is_some(), closed(entry), "{} is open or closed", entry.name);
    }
    for name in CLOSED.iter().flat_map(|(_, names)| *names) {
        assert!(endpoints().any(|entry| entry.name == *name), "{name} does not exist");
    }
    for scope in TokenScope::ALL {
        assert!(endpoints().any(|entry| entry.token == Some(*scope)), "{scope:?} opens nothing");
    }
}

#[test]
fn no_scope_pays_approves_or_reaches_users() {
    let pays = ["MakePayment", "ReleaseProposal", "ApproveProposal", "GiveUpPayment", "CreateApiToken", "AddBulkUser"];
    for entry in endpoints().filter(|entry| pays.contains(&entry.name)) {
        assert_eq!(entry.token, None, "{}", entry.name);
    }
    // A proposal is what comes nearest.
    let proposes = endpoints().filter(|entry| entry.token == Some(TokenScope::PaymentsPropose));
    let names: Vec<_> = proposes.map(|entry| entry.name).collect();
    assert_eq!(names, ["PlanPayments", "PreviewApproval", "CreateProposal", "WithdrawProposal"]);
}
