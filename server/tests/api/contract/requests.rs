//! A sample request for each call, for tests that call every endpoint.

use gridbill_core::endpoint::{EndpointSpec, path_names};
use gridbill_core::list::on_wire;
use serde_json::{Map, Value, json};

use crate::announcements;
use crate::support::given;

/// Returns a well-formed request for data that does not exist. A call whose path, query and bulk account are not the whole
/// request must add it here.
pub fn request(entry: &EndpointSpec, bulk_id: &str, invoice_no: &str, transaction_no: &str, payment_id: &str) -> Value {
    let value_of = |name: &str| match name {
        "id" | "bulkId" => Value::from(bulk_id),
        "invoiceNo" => Value::from(invoice_no),
        "transactionNo" => Value::from(transaction_no),
        _ => panic!("what does {} take as {name}?", entry.name),
    };
    match entry.name {
        "Login" | "AdminLogin" => json!({ "username": "nobody@nowhere.example", "password": "wrong-1" }),
        "Logout" | "RefreshToken" | "AdminLogout" | "AdminRefreshToken" => json!({ "refreshToken": "unknown" }),
        "SearchBills" => json!({
            "id": bulk_id, "startDate": "2026-10-01", "endDate": "2026-11-20", "criteria": "invoiceNo",
            "searchString": invoice_no,
        }),
        "SaveCostCentre" => {
            json!({ "id": bulk_id, "code": "HQ", "name": "Head office", "isActive": true, "isNew": true })
        }
        "RemoveCostCentre" => json!({ "id": bulk_id, "code": "HQ" }),
        "GetAccountCoding" => json!({ "id": bulk_id, "accountNo": "210000000099" }),
        "SetAccountCodings" => {
            json!({ "id": bulk_id, "accounts": [{ "accountNo": "210000000099", "periods": [] }] })
        }
        "SetGroupCoding" => json!({ "id": bulk_id, "groupId": payment_id, "parts": [] }),
        "PreviewAccounting" => json!({ "id": bulk_id, "stream": "bills" }),
        "SaveAccountingProfile" => json!({ "id": bulk_id, "draft": crate::accounting::journal("Books") }),
        "RemoveAccountingProfile" => json!({ "id": bulk_id, "profileId": payment_id, "version": 1 }),
        "CheckAccountingLink" | "OpenAccountingLink" => json!({ "token": "unknown" }),
        "PlanAccounting" => json!({ "id": bulk_id, "profileId": payment_id }),
        "RunAccounting" => {
            json!({ "id": bulk_id, "profileId": payment_id, "version": 1, "isSample": true })
        }
        "RepeatAccountingRun" => json!({ "id": bulk_id, "profileId": payment_id, "runNo": 1 }),
        "UploadAccountingNumbers" => json!({ "id": bulk_id, "profileId": payment_id }),
        "SetAccountingNumbers" => json!({
            "id": bulk_id, "profileId": payment_id, "numbers": [{ "documentNo": invoice_no, "theirNo": "PI-1" }],
        }),
        "GetViews" => json!({ "list": "accounts" }),
        "SaveView" => json!({ "list": "accounts", "name": "Johor", "address": { "state": "Johor" } }),
        "RenameView" => json!({ "viewId": payment_id, "name": "Kedah" }),
        "ShareView" => json!({ "viewId": payment_id, "isShared": true }),
        "DeleteView" | "RestoreView" => json!({ "viewId": payment_id }),
        "DismissFindings" => json!({ "id": bulk_id, "findingIds": ["0"], "reason": "Closed" }),
        "ReopenFindings" => json!({ "id": bulk_id, "findingIds": ["0"] }),
        "MuteAccount" => json!({
            "id": bulk_id, "accountNo": "210000000099", "rule": "gap", "until": "2026-12-01", "reason": "Closed",
        }),
        "UnmuteAccount" => json!({ "id": bulk_id, "accountNo": "210000000099", "rule": "gap" }),
        "SetAuditSettings" => json!({ "id": bulk_id, "settings": { "gapDays": 3 }, "version": 99 }),
        "PreviewAuditSettings" => json!({ "id": bulk_id, "settings": { "gapDays": 3 } }),
        "PrintPDF2" => json!({ "caNo": format!("21{}", &invoice_no[2..]), "invoiceNo": invoice_no }),
        "GetStatement" => json!({
            "channel": "email", "caNo": "210000000099", "statementPeriod": 3, "isOwnedAccount": true, "language": "en",
            "email": "nobody@nowhere.example", "name": "Nobody", "bulkId": bulk_id, "referenceId": "", "companyName": "",
        }),
        "DownloadStatement" | "RetryStatement" => json!({ "statementId": payment_id }),
        "GetBankStatement" | "GetBankStatementLines" => json!({ "statementId": payment_id }),
        "UploadBankStatement" => json!({ "bankId": "MBB0228" }),
        "SetBankStatementColumns" => json!({ "statementId": payment_id, "columns": {} }),
        "GetMatchCandidates" => json!({ "statementId": payment_id, "line": 2 }),
        "DeclareOtherMoney" => json!({ "statementId": payment_id, "line": 2, "reason": "Two invoices" }),
        "MatchBankLines" => json!({
            "shares": [{ "statementId": payment_id, "line": 2, "eBulkPaymentID": payment_id, "amount": "1.00" }], "payments": [],
        }),
        "DecideBankLines" => json!({ "statementId": payment_id, "lines": [] }),
        "SetApprovalPolicy" => json!({ "id": bulk_id, "policy": { "layers": [] }, "version": 99 }),
        "DecideApprovalPolicy" => json!({ "id": bulk_id, "version": 99, "isConfirmed": true }),
        "GetPaymentGroup" => json!({ "groupNo": "G2611200000001" }),
        "PlanPayments" | "PreviewApproval" => json!({ "id": bulk_id, "invoiceNos": [invoice_no] }),
        "CreateProposal" => json!({ "id": bulk_id, "invoiceNos": [invoice_no], "totalAmount": "100.00" }),
        "GetProposal" | "WithdrawProposal" => json!({ "proposalId": "A2611200000001" }),
        "ApproveProposal" => json!({ "proposalId": "A2611200000001", "step": 1 }),
        "RefuseProposal" => json!({ "proposalId": "A2611200000001", "step": 1, "reason": "Too high" }),
        "ReleaseProposal" => json!({ "proposalId": "A2611200000001", "paymentMethod": "CHEQUE" }),
        "OpenQuery" => json!({ "id": bulk_id, "invoiceNo": invoice_no, "kind": "amount", "message": "Why?" }),
        "GetQuery" => json!({ "id": bulk_id, "queryId": payment_id }),
        "PrintQuery" | "AddQueryFile" => json!({ "id": bulk_id, "queryId": payment_id }),
        "DownloadQueryFile" => json!({ "id": bulk_id, "queryId": payment_id, "fileId": payment_id }),
        "ReplyToQuery" => json!({ "queryId": payment_id, "message": "Look again." }),
        "CloseQuery" => json!({ "queryId": payment_id }),
        "ReleaseBatch" | "TurnDownBatchRelease" => json!({ "billBatchId": "2800000001", "reason": "A cold month" }),
        "AssignQuery" => json!({ "queryId": payment_id, "toMe": true, "version": 1 }),
        "AnswerQuery" => json!({ "queryId": payment_id, "message": "It is correct.", "version": 1 }),
        "WriteAnnouncement" => json!({ "form": announcements::form("Downtime") }),
        "ChangeAnnouncement" => {
            json!({ "announcementId": payment_id, "version": 1, "form": announcements::form("Downtime") })
        }
        "WithdrawAnnouncement" => json!({ "announcementId": payment_id, "version": 1 }),
        "MakeDataRequest" => json!({ "kind": "access", "text": "" }),
        "WithdrawDataRequest" | "GetDataRequest" => json!({ "number": "DR-0" }),
        "RecordDataRequest" => {
            json!({ "kind": "access", "channel": "letter", "personName": "", "text": "", "receivedOn": "2026-11-01" })
        }
        "ExtendDataRequest" => json!({ "number": "DR-0", "reason": "", "version": 1 }),
        "EndDataRequest" => json!({ "number": "DR-0", "outcome": "answered", "answer": "", "version": 1 }),
        "GetBreach" => json!({ "number": "BR-0" }),
        "RecordBreach" => json!({ "entry": breach() }),
        "CorrectBreach" => json!({ "number": "BR-0", "entry": breach(), "reason": "", "version": 1 }),
        "RetryJob" => json!({ "jobId": "1" }),
        "SendEmailAgain" => json!({ "mailId": payment_id, "attempts": 0 }),
        "GetFeedImport" | "GetRejectedRows" => json!({ "importId": "1" }),
        "SetMethodWindow" => json!({ "paymentMethod": "CHEQUE" }),
        "GetPaymentDetails"
        | "PrintPayment"
        | "DownloadRemittance"
        | "GetAuditPack"
        | "GetPaymentActivity"
        | "GetAdminPaymentDetails"
        | "GetAdminPaymentDetailsExcel" => {
            json!({ "transactionNo": transaction_no })
        }
        "DownloadPain001" => json!({ "transactionNo": transaction_no, "debtorAccount": "514012345678" }),
        "CreateExcelReportBill" => json!({ "collectiveContractAccountNo": bulk_id }),
        "DownloadAllFiles" => json!({ "bulkCA": bulk_id, "batchIds": "2800000001" }),
        "ExportList" => json!({ "list": "nothing", "format": "csv" }),
        "DownloadCombinedStatement" => json!({ "id": bulk_id, "statementPeriod": 3 }),
        "DownloadAuditPacks" => json!({ "id": bulk_id, "month": "2026-11-01" }),
        "CancelDownload" | "RetryDownload" | "GetDownloadFile" => json!({ "downloadId": payment_id }),
        "GetActivityLogs" => json!({}),
        "RestoreLogs" => json!({ "changedAt": "2026-11-20T04:00:00Z" }),
        "LiteLogs" => json!({ "count": "3" }),
        "SendInstructions" => {
            json!({ "id": bulk_id, "userId": payment_id, "amount": "1.00", "transactionNo": transaction_no })
        }
        "RemindAuthoriser" => json!({ "transactionNo": transaction_no, "userId": payment_id }),
        "SendSelection" => json!({ "id": bulk_id, "userId": payment_id, "invoiceNos": [invoice_no] }),
        "GetSentSelection" => json!({ "selectionId": payment_id }),
        "GetElectricityAccount" => json!({ "transactionNo": transaction_no, "reconcileAmount": "1.00" }),
        "MakePayment" => json!({
            "bulkId": bulk_id, "invoiceNos": [invoice_no], "paymentMethod": "EFT_GIRO", "bankId": given::BANK,
            "referenceNumbers": [{ "number": "A1", "amount": "100.00" }], "totalAmount": "100.00",
        }),
        "GetRepeatedReferences" => json!({ "bulkId": bulk_id, "paymentMethod": "EFT_GIRO", "numbers": ["A1"] }),
        "MakeReconciliationPaymentInsufficient" => json!({
            "transactionNo": transaction_no, "bankId": given::BANK, "paymentMode": "CHEQUE", "bulkChequeEFTNumber": "123456",
        }),
        "MakeExcessiveReconciliationPayment" => json!({ "invoiceNo": invoice_no, "transactionNo": transaction_no }),
        "GiveUpPayment" | "GiveUpFpxPayment" => json!({ "transactionNo": transaction_no }),
        "GetFpxRecords" => json!({ "merchantTranIds": [transaction_no] }),
        "GetLateConfirmation" => json!({ "lateId": "1" }),
        "ResolveLateConfirmation" => json!({ "lateId": "1", "way": "refund", "reference": "GIRO-1" }),
        "SettleFpxAlert" => json!({ "alertId": "1", "remark": "FPX mended it." }),
        "TurnDownAcceptance" => json!({ "eBulkPaymentID": payment_id, "remark": "Not at the bank." }),
        "GetFpxRequeryData" | "AdminFPXManualRequery" | "GetFpxMessages" => json!({ "merchantTranId": transaction_no }),
        "RequestReconciliation" => {
            json!({ "eBulkPaymentID": payment_id, "reconcileAmount": "1.00", "reconcileType": 1 })
        }
        "PaymentAccept" | "PaymentReject" => json!({ "eBulkPaymentID": payment_id }),
        "Register" => json!({ "email": "nobody@nowhere.example", "password": "short" }),
        "IsNewEmailValid" | "ResendActivation" | "ForgotPassword" | "AdminForgotPassword" => {
            json!({ "email": "nobody@nowhere.example" })
        }
        "GetEmailByInvitationToken" => json!({ "invitationToken": "unknown" }),
        "CheckLink" => json!({ "kind": "reset", "token": "unknown" }),
        "Activate" | "SendNewActivationLink" | "VerifyActivation" => json!({ "token": "unknown" }),
        "ValidateResetToken" | "AdminValidateResetToken" => json!({ "Token": "unknown" }),
        "ResetPassword" | "AdminResetPassword" => json!({ "token": "unknown", "password": "A-new-passw0rd" }),
        "UpdateUserProfile" => json!({ "name": "", "mobileNo": "" }),
        "ChangePassword" => json!({ "oldPassword": "wrong-1", "newPassword": "short" }),
        "ConfirmPassword" => json!({ "password": "" }),
        "CompleteSignIn" => json!({ "handle": "unknown", "totp": "123456" }),
        "FinishPasskeySignIn" => json!({ "handle": "unknown", "passkey": {}, "side": "customer" }),
        "FinishPasskey" => json!({ "handle": "unknown", "credential": {} }),
        "ConfirmTotp" => json!({ "totp": "123456" }),
        "RemoveFactor" => json!({ "factorId": payment_id }),
        "SetFactorPolicy" => json!({ "id": bulk_id, "roles": [] }),
        "BeginSso" => json!({ "email": "nobody@nowhere.example" }),
        "FinishSso" | "FinishSsoProof" => json!({ "handle": "unknown", "state": "unknown" }),
        "BeginSsoProof" => json!({ "purpose": "link" }),
        "CreateWebhook" => json!({ "id": bulk_id, "address": "", "events": [] }),
        "SetWebhook" => {
            json!({ "id": bulk_id, "webhookId": payment_id, "events": ["payment.paid"], "isEnabled": true })
        }
        "RotateWebhook" | "TestWebhook" | "DeleteWebhook" => json!({ "id": bulk_id, "webhookId": payment_id }),
        "ReplayWebhook" => json!({ "id": bulk_id, "webhookId": payment_id, "eventId": "evt_unknown" }),
        "CreateApiToken" => json!({ "id": bulk_id, "name": "", "scopes": [], "expiresOn": "2026-12-31" }),
        "RotateApiToken" => json!({ "id": bulk_id, "tokenId": payment_id, "expiresOn": "2026-12-31" }),
        "RevokeApiToken" => json!({ "id": bulk_id, "tokenId": payment_id }),
        "AddMailbox" => json!({ "id": bulk_id, "email": "", "language": "en", "topics": [] }),
        "SetMailbox" => json!({ "id": bulk_id, "mailboxId": payment_id, "language": "en", "topics": ["remittance"] }),
        "ResendMailbox" | "RemoveMailbox" => json!({ "id": bulk_id, "mailboxId": payment_id }),
        "CheckMailboxLink" => json!({ "kind": "stop", "token": "unknown" }),
        "ConfirmMailbox" | "StopMailbox" => json!({ "token": "unknown" }),
        "SetSso" => json!({ "id": bulk_id, "issuer": "", "clientId": "" }),
        "SetSsoMode" => json!({ "id": bulk_id, "mode": "off" }),
        "FinishSsoTrial" => json!({ "id": bulk_id, "handle": "unknown", "state": "unknown" }),
        "AddSsoDomain" | "ProveSsoDomain" | "RemoveSsoDomain" => json!({ "id": bulk_id, "domain": "" }),
        "FirstTimeChangePassword" => json!({ "newPassword": "short" }),
        "GetCustomerProfile" => json!({ "bulkId": bulk_id }),
        "AcceptTerms" => json!({ "termsVersion": "2020-01-01" }),
        "UserTutorialCompleted" => json!({ "userTutorialId": "unknown" }),
        "SetUserPreference" => json!({ "preferenceCode": "unknown", "configValue": "" }),
        "UpdateDatePreference" => json!({ "startDate": "2026-11-20", "endDate": "2026-11-01" }),
        "EndSession" => json!({ "sessionId": payment_id }),
        "ConfirmFactorReset" => json!({ "userId": payment_id }),
        "ProposeFactorReset" | "EndFactorReset" => {
            json!({ "userId": payment_id, "remark": "The telephone was stolen." })
        }
        "ErasePerson" => json!({ "userId": payment_id, "reason": "The user asked for it." }),
        "ConfirmStaffProposal" => json!({ "proposalId": payment_id }),
        "TurnDownStaffProposal" => json!({ "proposalId": payment_id, "remark": "Not one of us." }),
        "UpdateBulkUser" => json!({ "userId": payment_id, "role": "viewer" }),
        "UpdateTNBUser"
        | "DeleteBulkUser"
        | "TransferMasterBulkUser"
        | "ResendInvitation"
        | "DeleteTNBUser"
        | "ResendActivationTNBUser"
        | "DeleteUser"
        | "AdminSendNewActivationLink" => json!({ "userId": payment_id }),
        "SaveRegistrationDraft" | "RegisterBulkAccount" => json!({ "form": {} }),
        "GetRegistrationDefaultValues" => json!({ "rocNo": "NOBODY-1" }),
        "GetBulkIdForRoc" => json!({ "roc": "NOBODY-1" }),
        "GetAutoSuggestedAccounts" => json!({ "roc": "NOBODY-1" }),
        "ChildAccountValidation" | "ValidateForAdmin" | "GetAccountDetails" => json!({ "accountNo": "210000000099" }),
        "UpdateRegistrationRecord" => json!({ "registrationId": payment_id, "form": {} }),
        "RedoApplication" | "WithdrawApplication" => json!({ "registrationId": payment_id }),
        "GetRegistrationApplicationByID"
        | "GetRegistrationRecord"
        | "RegistrationRemarkLog"
        | "DownloadDeclarationForm"
        | "GetRegistrationAccounts" => json!({ "id": payment_id }),
        "UpdateBulkAccountRegistrationStatus" => json!({ "registrationId": payment_id, "action": "approve" }),
        "UpdateMultipleAccounts" => json!({ "id": bulk_id, "data": [] }),
        "UpdateProfile" => json!({ "id": bulk_id, "form": {}, "version": 1 }),
        "GetBulkChildAccountError" => json!({ "collectiveContractAccountNo": bulk_id }),
        "AddAccounts" => json!({ "bulkId": bulk_id, "childAccounts": [] }),
        "RemoveChildAccount" => json!({ "bulkId": bulk_id, "accountNo": "210000000099" }),
        "PendingSubmit" | "RemoveFromPending" | "RemoveChildAccounts" => json!({ "bulkId": bulk_id, "accounts": [] }),
        "CheckAccounts" => json!({ "bulkId": bulk_id, "accounts": [] }),
        "SearchElectricityAccounts" => json!({ "searchString": "210000000099" }),
        "SearchCustomerViewMode" => json!({ "criteria": "bulkId", "searchString": bulk_id }),
        "GetGroupDetails" | "GetAccountsInGroup" | "UpdateGroup" | "DeleteGroup" => json!({ "groupId": payment_id }),
        "AssignAccounts" | "RemoveAccounts" => json!({ "groupId": payment_id, "accountNumbers": [] }),
        _ => names(entry).map(|name| (name.clone(), value_of(&name))).collect::<Map<_, _>>().into(),
    }
}

/// Returns the names in the path and in the query, and the field that names the bulk account.
fn names(entry: &EndpointSpec) -> impl Iterator<Item = String> {
    path_names(entry.path()).chain(entry.query_names()).map(str::to_owned).chain(entry.of.map(on_wire))
}

/// A breach that is refused, because its texts are missing.
fn breach() -> Value {
    json!({ "knownAt": "2026-11-20T01:00:00Z", "summary": "", "data": "", "causes": "", "measures": "", "isHarmLikely": false })
}
