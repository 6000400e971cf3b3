//! Which calls are open to API tokens.

use super::endpoints;
use crate::endpoint::{Caller, EndpointSpec, TokenScope};

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
            "DownloadOwnData",
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
        "they manage users, how users sign in, tokens and webhooks",
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
            "GetWebhooks",
            "CreateWebhook",
            "SetWebhook",
            "RotateWebhook",
            "TestWebhook",
            "ReplayWebhook",
            "DeleteWebhook",
            "GetWebhookDeliveries",
            "UpdateProfile",
            "GetOwnDataRequests",
            "MakeDataRequest",
            "WithdrawDataRequest",
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
            "PlanAccounting",
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
