//! The calls of the contract, copied word for word, compared with the served endpoints.

use std::collections::BTreeSet;

use gridbill_core::registry::endpoints;

use crate::support::Portal;
use crate::support::raw::{RawClient, method};

/// Method, path and permission of each call, in the words of the contract. Copied from the contract
/// (docs/http.md#existing-clients), not derived from the table in core.
pub const CALLS: &[(&str, &str, &str)] = &[
    ("POST", "/user-svc/api/v1/User/Login", "anybody"),
    ("POST", "/user-svc/api/v1/User/Logout", "anybody"),
    ("POST", "/user-svc/api/v1/User/RefreshToken", "anybody"),
    ("GET", "/user-svc/api/v1/User/GetUserProfile", "customers"),
    ("POST", "/user-svc/api/v1/Admin/Login", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/Logout", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/RefreshToken", "anybody"),
    ("GET", "/user-svc/api/v1/Admin/GetAdminProfile", "staff"),
    ("GET", "/portal/api/v1/Portal", "anybody"),
    ("POST", "/user-svc/api/v1/User/Register", "anybody"),
    ("GET", "/user-svc/api/v1/User/IsNewEmailValid", "anybody"),
    ("GET", "/user-svc/api/v1/User/GetEmailByInvitationToken", "anybody"),
    ("POST", "/portal/api/v1/CheckLink", "anybody"),
    ("POST", "/user-svc/api/v1/User/Activate", "anybody"),
    ("POST", "/user-svc/api/v1/User/SendNewActivationLink", "anybody"),
    ("POST", "/portal/api/v1/ResendActivation", "anybody"),
    ("POST", "/user-svc/api/v1/User/ForgotPassword", "anybody"),
    ("GET", "/user-svc/api/v1/User/ValidateResetToken", "anybody"),
    ("POST", "/user-svc/api/v1/User/ResetPassword", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/ForgotPassword", "anybody"),
    ("GET", "/user-svc/api/v1/Admin/ValidateResetToken", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/ResetPassword", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/VerifyActivation", "anybody"),
    ("POST", "/user-svc/api/v1/User/UpdateUserProfile", "anybody signed in"),
    ("PATCH", "/user-svc/api/v1/User/ChangePassword", "anybody signed in"),
    ("POST", "/portal/api/v1/Sessions/ConfirmPassword", "anybody signed in"),
    ("POST", "/portal/api/v1/SignIn/Complete", "anybody"),
    ("POST", "/portal/api/v1/SignIn/Passkey/Begin", "anybody"),
    ("POST", "/portal/api/v1/SignIn/Passkey/Finish", "anybody"),
    ("GET", "/portal/api/v1/Factors", "anybody signed in"),
    ("POST", "/portal/api/v1/Factors/Totp/Begin", "anybody signed in"),
    ("POST", "/portal/api/v1/Factors/Totp/Confirm", "anybody signed in"),
    ("POST", "/portal/api/v1/Factors/Passkeys/Begin", "anybody signed in"),
    ("POST", "/portal/api/v1/Factors/Passkeys/Finish", "anybody signed in"),
    ("POST", "/portal/api/v1/Factors/Passkeys/Challenge", "anybody signed in"),
    ("POST", "/portal/api/v1/Factors/Remove", "anybody signed in"),
    ("POST", "/portal/api/v1/Factors/RecoveryCodes", "anybody signed in"),
    ("GET", "/portal/api/v1/Factors/Policy/{id}", "User.ManageUser.View"),
    ("POST", "/portal/api/v1/Factors/Policy/{id}", "User.ManageUser.Update"),
    ("POST", "/portal/api/v1/SignIn/Company/Begin", "anybody"),
    ("POST", "/portal/api/v1/SignIn/Company/Finish", "anybody"),
    ("POST", "/portal/api/v1/SignIn/Company/BeginProof", "anybody signed in"),
    ("POST", "/portal/api/v1/SignIn/Company/FinishProof", "anybody signed in"),
    ("GET", "/portal/api/v1/SignIn/Company", "anybody signed in"),
    ("GET", "/portal/api/v1/Sso/{id}", "User.ManageUser.View"),
    ("POST", "/portal/api/v1/Sso/{id}", "User.ManageUser.Update"),
    ("POST", "/portal/api/v1/Sso/Domains/Add/{id}", "User.ManageUser.Update"),
    ("POST", "/portal/api/v1/Sso/Domains/Prove/{id}", "User.ManageUser.Update"),
    ("POST", "/portal/api/v1/Sso/Domains/Remove/{id}", "User.ManageUser.Update"),
    ("POST", "/portal/api/v1/Profile/AcceptTerms", "customers"),
    ("POST", "/user-svc/api/v1/User/UserTutorialCompleted", "anybody signed in"),
    ("POST", "/user-svc/api/v1/User/SetUserPreference", "anybody signed in"),
    ("GET", "/user-svc/api/v1/User/GetUserPreferences", "anybody signed in"),
    ("POST", "/user-svc/api/v1/User/UpdateDatePreference", "anybody signed in"),
    ("GET", "/portal/api/v1/Sessions", "anybody signed in"),
    ("POST", "/portal/api/v1/Sessions/End", "anybody signed in"),
    ("POST", "/portal/api/v1/Sessions/EndOthers", "anybody signed in"),
    ("GET", "/portal/api/v1/Views", "anybody signed in"),
    ("POST", "/portal/api/v1/Views/Save", "anybody signed in"),
    ("POST", "/portal/api/v1/Views/Rename", "anybody signed in"),
    ("POST", "/portal/api/v1/Views/Share", "anybody signed in"),
    ("POST", "/portal/api/v1/Views/Delete", "anybody signed in"),
    ("POST", "/portal/api/v1/Views/Restore", "anybody signed in"),
    ("PATCH", "/user-svc/api/v1/Admin/FirstTimeChangePassword", "staff"),
    ("GET", "/user-svc/api/v1/Admin/GetCustomerProfile", "Admin.BulkAccounts.CustomerViewMode.View"),
    ("POST", "/user-svc/api/v1/User/GetManageUsersCards/{id}", "User.ManageUser.View or Admin.ManageBulkAccounts.View"),
    ("POST", "/user-svc/api/v1/User/GetManageUsersTable/{id}", "User.ManageUser.View or Admin.ManageBulkAccounts.View"),
    ("POST", "/user-svc/api/v1/User/AddBulkUser", "User.ManageUser.Add or Admin.ManageBulkAccounts.Add"),
    ("POST", "/user-svc/api/v1/User/UpdateBulkUser", "User.ManageUser.Update or Admin.ManageBulkAccounts.Update"),
    ("POST", "/user-svc/api/v1/User/DeleteBulkUser", "User.ManageUser.Delete or Admin.ManageBulkAccounts.Delete"),
    (
        "POST",
        "/user-svc/api/v1/User/TransferMasterBulkUser",
        "User.ManageUser.Update or Admin.ManageBulkAccounts.Update",
    ),
    ("POST", "/portal/api/v1/Team/ResendInvitation", "User.ManageUser.Update or Admin.ManageBulkAccounts.Update"),
    (
        "POST",
        "/user-svc/api/v1/Admin/GetManageUsersCardsByBulkId/{id}",
        "User.ManageUser.View or Admin.ManageBulkAccounts.View",
    ),
    (
        "POST",
        "/user-svc/api/v1/Admin/GetManageUsersTableByBulkId/{id}",
        "User.ManageUser.View or Admin.ManageBulkAccounts.View",
    ),
    ("POST", "/user-svc/api/v1/Admin/AddBulkUserByBulkId/{id}", "User.ManageUser.Add or Admin.ManageBulkAccounts.Add"),
    ("POST", "/user-svc/api/v1/Admin/UpdateBulkUser", "User.ManageUser.Update or Admin.ManageBulkAccounts.Update"),
    ("POST", "/user-svc/api/v1/Admin/DeleteBulkUser", "User.ManageUser.Delete or Admin.ManageBulkAccounts.Delete"),
    (
        "POST",
        "/user-svc/api/v1/Admin/TransferMasterBulkUser",
        "User.ManageUser.Update or Admin.ManageBulkAccounts.Update",
    ),
    ("POST", "/user-svc/api/v1/Admin/GetTNBUsersCards", "Admin.ManageTNBAdmins.View"),
    ("POST", "/user-svc/api/v1/Admin/GetTNBUsersTable", "Admin.ManageTNBAdmins.View"),
    ("POST", "/user-svc/api/v1/Admin/AddTNBUser", "Admin.ManageTNBAdmins.Add"),
    ("POST", "/user-svc/api/v1/Admin/UpdateTNBUser", "Admin.ManageTNBAdmins.Update"),
    ("POST", "/user-svc/api/v1/Admin/DeleteTNBUser", "Admin.ManageTNBAdmins.Delete"),
    ("POST", "/portal/api/v1/Admin/FactorResets", "Admin.ManageTNBAdmins.View"),
    ("POST", "/portal/api/v1/Admin/FactorResets/Propose", "Admin.ManageTNBAdmins.Update"),
    ("POST", "/portal/api/v1/Admin/FactorResets/Confirm", "Admin.ManageTNBAdmins.Update"),
    ("POST", "/portal/api/v1/Admin/FactorResets/End", "Admin.ManageTNBAdmins.Update"),
    ("POST", "/portal/api/v1/Admin/StaffProposals", "Admin.ManageTNBAdmins.View"),
    ("POST", "/portal/api/v1/Admin/StaffProposals/Confirm", "Admin.ManageTNBAdmins.Update"),
    ("POST", "/portal/api/v1/Admin/StaffProposals/TurnDown", "Admin.ManageTNBAdmins.Update"),
    ("POST", "/user-svc/api/v1/Admin/ResendActivationTNBUser", "Admin.ManageTNBAdmins.Update"),
    ("GET", "/user-svc/api/v1/Admin/GetUsersCards", "Admin.ManageTNBUsers.View"),
    ("GET", "/user-svc/api/v1/Admin/GetUserTable", "Admin.ManageTNBUsers.View"),
    ("POST", "/user-svc/api/v1/Admin/DeleteUser", "Admin.ManageTNBUsers.Delete"),
    ("POST", "/user-svc/api/v1/Admin/SendNewActivationLink", "Admin.ManageTNBUsers.Update"),
    ("GET", "/account-svc/api/v1/BulkRegistration/GetRegistrationApplication", "customers"),
    ("GET", "/account-svc/api/v1/BulkRegistration/GetRegistrationStatus", "customers"),
    ("GET", "/account-svc/api/v1/BulkRegistration/GetRegistrationDefaultValues", "customers"),
    ("GET", "/account-svc/api/v1/BulkRegistration/GetAutoSuggestedAccounts/{roc}", "customers"),
    ("GET", "/account-svc/api/v1/BulkRegistration/ChildAccountValidation/{accountNo}", "customers"),
    ("GET", "/account-svc/api/v1/BulkRegistration/DownloadAddAccountTemplate", "anybody signed in"),
    ("POST", "/account-svc/api/v1/BulkRegistration/UploadAddAccountExcel", "customers"),
    ("POST", "/account-svc/api/v1/BulkRegistration/UploadDeclaration", "customers"),
    ("POST", "/account-svc/api/v1/BulkRegistration/RegisterBulkAccount", "customers"),
    ("POST", "/account-svc/api/v1/BulkRegistration/UpdateRegistrationRecord", "customers"),
    ("POST", "/account-svc/api/v1/BulkRegistration/RedoApplication", "customers"),
    ("POST", "/account-svc/api/v1/BulkRegistration/GovernmentRegistrationNotification", "customers"),
    ("POST", "/portal/api/v1/Registration/SaveDraft", "customers"),
    ("POST", "/portal/api/v1/Registration/Withdraw", "customers"),
    ("GET", "/portal/api/v1/StaffHome", "staff"),
    ("GET", "/portal/api/v1/Registration/Declaration", "customers"),
    ("POST", "/account-svc/api/v1/BulkRegistration/BulkUserRegistrationTable", "Admin.ManageBulkAccounts.View"),
    (
        "GET",
        "/account-svc/api/v1/BulkRegistration/GetRegistrationApplicationByID/{id}",
        "Admin.ManageBulkAccounts.View",
    ),
    (
        "GET",
        "/account-svc/api/v1/BulkRegistration/GetRegistrationRecord/{id}",
        "the applicant or Admin.ManageBulkAccounts.View",
    ),
    (
        "GET",
        "/account-svc/api/v1/BulkRegistration/RegistrationRemarkLog/{id}",
        "the applicant or Admin.ManageBulkAccounts.View",
    ),
    (
        "GET",
        "/account-svc/api/v1/BulkRegistration/DownloadDeclarationForm/{id}",
        "the applicant or Admin.ManageBulkAccounts.View",
    ),
    (
        "POST",
        "/account-svc/api/v1/BulkRegistration/UpdateBulkAccountRegistrationStatus",
        "Admin.ManageBulkAccounts.Update",
    ),
    ("POST", "/portal/api/v1/Registration/GetAccounts/{id}", "the applicant or Admin.ManageBulkAccounts.View"),
    (
        "POST",
        "/account-svc/api/v1/BulkAccount/GetAccountCards/{id}",
        "User.Account.View or Admin.ManageBulkAccounts.View",
    ),
    ("POST", "/portal/api/v1/Accounts/GetAccounts/{id}", "User.Account.View or Admin.ManageBulkAccounts.View"),
    ("GET", "/account-svc/api/v1/BulkAccount/GetAccounts/{id}", "User.Account.View or Admin.ManageBulkAccounts.View"),
    ("GET", "/account-svc/api/v1/BulkAccount/GetAccountDetails/{accountNo}", "User.Account.View"),
    ("POST", "/account-svc/api/v1/BulkChildAccount/AddAccounts", "User.Account.Add or Admin.ManageBulkAccounts.Add"),
    (
        "POST",
        "/account-svc/api/v1/BulkAccount/RemoveChildAccount",
        "User.Account.Delete or Admin.ManageBulkAccounts.Delete",
    ),
    ("POST", "/portal/api/v1/Accounts/RemoveAccounts", "User.Account.Delete or Admin.ManageBulkAccounts.Delete"),
    ("POST", "/portal/api/v1/Accounts/CheckAccounts", "customers or Admin.ManageBulkAccounts.Add"),
    (
        "POST",
        "/account-svc/api/v1/Group/UpdateMultipleAccounts/{id}",
        "User.Account.Update or Admin.ManageBulkAccounts.Update",
    ),
    (
        "GET",
        "/account-svc/api/v1/BulkChildAccount/GetBulkChildAccountError",
        "User.Account.View or Admin.ManageBulkAccounts.View",
    ),
    (
        "POST",
        "/account-svc/api/v1/BulkChildAccount/PendingSubmit",
        "User.Account.Update or Admin.ManageBulkAccounts.Update",
    ),
    (
        "POST",
        "/account-svc/api/v1/BulkChildAccount/RemoveFromPending",
        "User.Account.Delete or Admin.ManageBulkAccounts.Delete",
    ),
    ("GET", "/portal/api/v1/Accounts/GetTaggingProgress/{id}", "User.Account.View or Admin.ManageBulkAccounts.View"),
    ("GET", "/account-svc/api/v1/BulkProfile/GetProfile/{id}", "User.Account.View or Admin.ManageBulkAccounts.View"),
    ("GET", "/account-svc/api/v1/BulkProfile/GetCompanyName/{id}", "User.Account.View"),
    ("GET", "/account-svc/api/v1/BulkProfile/GetBusinessType/{id}", "User.Account.View"),
    (
        "POST",
        "/account-svc/api/v1/BulkProfile/UpdateProfile/{id}",
        "User.ManageUser.Update or Admin.ManageBulkAccounts.Update",
    ),
    ("GET", "/portal/api/v1/BulkProfile/GetHistory/{id}", "User.Account.View or Admin.ManageBulkAccounts.View"),
    ("GET", "/account-svc/api/v1/BulkAccount/GetBulkIdForRoc", "Admin.ManageBulkAccounts.View"),
    ("POST", "/account-svc/api/v1/BulkAccount/GetBulkAccountsCards", "Admin.ManageBulkAccounts.View"),
    ("POST", "/account-svc/api/v1/BulkAccount/GetBulkAccountsTable", "Admin.ManageBulkAccounts.View"),
    (
        "POST",
        "/account-svc/api/v1/BulkAccount/GetElectricityAccountsCard/{id}",
        "User.Account.View or Admin.ManageBulkAccounts.View",
    ),
    (
        "POST",
        "/account-svc/api/v1/BulkAccount/SearchElectricityAccounts",
        "Admin.BulkAccounts.SearchElectricityAccounts.View",
    ),
    ("POST", "/account-svc/api/v1/BulkAccount/SearchCustomerViewMode", "Admin.BulkAccounts.CustomerViewMode.View"),
    ("POST", "/portal/api/v1/CustomerView/Enter/{id}", "Admin.BulkAccounts.CustomerViewMode.View"),
    ("POST", "/portal/api/v1/CustomerView/Leave/{id}", "Admin.BulkAccounts.CustomerViewMode.View"),
    (
        "GET",
        "/account-svc/api/v1/BulkChildAccount/GetBulkChildAccountErrorForAdmin",
        "Admin.BulkChildAccountError.View",
    ),
    ("GET", "/account-svc/api/v1/BulkChildAccount/ValidateForAdmin/{accountNo}", "Admin.ManageBulkAccounts.View"),
    ("POST", "/account-svc/api/v1/Group/GetGroupsTable/{id}", "User.Account.View or Admin.ManageBulkAccounts.View"),
    ("POST", "/account-svc/api/v1/Group/GetGroupDetails/{groupId}", "User.Account.View"),
    ("POST", "/account-svc/api/v1/Group/GetAccountsInGroup/{groupId}", "User.Account.View"),
    ("POST", "/account-svc/api/v1/Group/GetAccountsNotInGroup/{id}", "User.Account.View"),
    ("POST", "/account-svc/api/v1/Group/CreateGroup/{id}", "User.Account.Add"),
    ("POST", "/account-svc/api/v1/Group/UpdateGroup/{groupId}", "User.Account.Update"),
    ("POST", "/account-svc/api/v1/Group/DeleteGroup/{groupId}", "User.Account.Delete"),
    ("POST", "/account-svc/api/v1/Group/AssignAccounts/{groupId}", "User.Account.Update"),
    ("POST", "/account-svc/api/v1/Group/RemoveAccounts/{groupId}", "User.Account.Update"),
    ("POST", "/account-svc/api/v1/Statement/GetStatement", "User.Bill.View"),
    ("POST", "/account-svc/api/v1/Statement/GetStatements/{id}", "User.Bill.View"),
    ("GET", "/account-svc/api/v1/Statement/Download/{statementId}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Statements/Retry", "User.Bill.View"),
    ("GET", "/portal/api/v1/Statements/Offer", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetOutstandingBillsCard/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetTop3Cards/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetBillDataForGraph/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetLatestBillSummary/{id}", "User.Bill.View"),
    ("POST", "/payments-svc/api/v1/Payment/GetPaymentDataForGraph/{id}", "User.Payment.View"),
    ("POST", "/portal/api/v1/Home/{id}", "User.Account.View"),
    ("GET", "/portal/api/v1/Bills/DueCalendarFile/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetBillsByBatch/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetOutstandingBills/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetOutstandingCharges/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetBillHistory/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/Search/{id}", "User.Bill.View"),
    ("GET", "/portal/api/v1/Bills/Tariffs/{id}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Findings/GetFindings/{id}", "User.Bill.View"),
    ("GET", "/portal/api/v1/Findings/Summary/{id}", "User.Bill.View"),
    ("GET", "/portal/api/v1/Findings/Bill/{invoiceNo}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Findings/Dismiss", "User.Bill.Update"),
    ("POST", "/portal/api/v1/Findings/Reopen", "User.Bill.Update"),
    ("POST", "/portal/api/v1/Findings/Mute", "User.Bill.Update"),
    ("POST", "/portal/api/v1/Findings/Unmute", "User.Bill.Update"),
    ("GET", "/portal/api/v1/Findings/Settings/{id}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Findings/SetSettings/{id}", "User.Bill.Update"),
    ("POST", "/portal/api/v1/Findings/Preview/{id}", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Bills/GetBillDetails/{invoiceNo}", "User.Bill.View"),
    ("GET", "/portal/api/v1/Bills/DailyUse/{invoiceNo}", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Bills/PrintPDF2", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Bills/CreateExcelReportBill", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Bills/DownloadAllFiles", "User.Bill.View"),
    ("GET", "/payments-svc/api/v1/Admin/GetAdminPaymentDetailsExcel", "Admin.Payments.AllPayments.View"),
    ("POST", "/portal/api/v1/Downloads/ExportList", "anybody signed in"),
    ("POST", "/portal/api/v1/Downloads/Bills/{id}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Downloads/Statement/{id}", "User.Bill.View"),
    ("GET", "/portal/api/v1/Downloads", "anybody signed in"),
    ("POST", "/portal/api/v1/Downloads/Cancel/{downloadId}", "anybody signed in"),
    ("POST", "/portal/api/v1/Downloads/Retry/{downloadId}", "anybody signed in"),
    ("GET", "/portal/api/v1/Downloads/File/{downloadId}", "anybody signed in"),
    ("POST", "/portal/api/v1/Bills/Select/{id}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Bills/DueCalendar/{id}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Bills/CostByMonth/{id}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Bills/Costliest/{id}", "User.Bill.View"),
    ("POST", "/portal/api/v1/Bills/Count/{id}", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Payment/GetBankList", "User.Payment.View"),
    ("GET", "/billpayment-svc/api/v1/Payment/GetTNBVirtualAccountNo", "User.Payment.View"),
    ("GET", "/billpayment-svc/api/v1/Payment/GetPaymentMethods", "User.Payment.View"),
    ("GET", "/billpayment-svc/api/v1/Payment/GetElectricityAccount", "User.Payment.View"),
    ("GET", "/portal/api/v1/Colleagues", "User.Bill.View"),
    ("POST", "/portal/api/v1/Colleagues/SendInstructions/{id}", "User.Payment.View"),
    ("POST", "/portal/api/v1/Colleagues/Remind", "User.Payment.View"),
    ("POST", "/portal/api/v1/Colleagues/SendSelection/{id}", "User.Bill.View"),
    ("GET", "/portal/api/v1/Colleagues/Selection", "User.Payment.Add"),
    ("POST", "/billpayment-svc/api/v1/Payment/MakePayment", "User.Payment.Add"),
    ("POST", "/portal/api/v1/Payments/Plan/{id}", "User.Payment.View"),
    ("POST", "/portal/api/v1/Payments/Groups/{id}", "User.Payment.View"),
    ("GET", "/portal/api/v1/Payments/Group", "User.Payment.View"),
    ("POST", "/portal/api/v1/Payments/RepeatedReferences", "User.Payment.View"),
    ("POST", "/payments-svc/api/v1/Payment/GetTransactionsCards", "User.Payment.View"),
    ("POST", "/payments-svc/api/v1/Payment/GetPaymentTransactions", "User.Payment.View"),
    ("GET", "/payments-svc/api/v1/Payment/GetPaymentDetails", "User.Payment.View"),
    ("GET", "/portal/api/v1/Payments/Document", "User.Payment.View"),
    ("GET", "/payments-svc/api/v1/Payment/GetPaymentActivity", "User.Payment.View"),
    ("POST", "/payments-svc/api/v1/Payment/MakeReconciliationPaymentInsufficient", "User.Payment.Update"),
    ("POST", "/payments-svc/api/v1/Payment/MakeExcessiveReconciliationPayment", "User.Payment.Update"),
    ("POST", "/notification-svc/api/v1/Notification/GetNotificationLogs", "anybody signed in"),
    ("POST", "/notification-svc/api/v1/Notification/ReadLogs", "anybody signed in"),
    ("POST", "/notification-svc/api/v1/Notification/DeleteLogs", "anybody signed in"),
    ("POST", "/portal/api/v1/Notifications/Restore", "anybody signed in"),
    ("GET", "/notification-svc/api/v1/Notification/LiteLogs/{count}", "anybody signed in"),
    ("POST", "/notification-svc/api/v1/Notification/GetActivityLogs", "anybody signed in"),
    ("GET", "/portal/api/v1/Activity/Check", "staff"),
    ("GET", "/portal/api/v1/Live", "anybody signed in"),
    ("POST", "/payments-svc/fpx/direct", "the gateway"),
    ("POST", "/payments-svc/fpx/indirect", "the gateway"),
    ("POST", "/payments-svc/api/v1/Admin/GetAdminPendingPaymentsCards", "Admin.Payments.PendingApproval.View"),
    ("POST", "/payments-svc/api/v1/Admin/GetAdminPendingPayments", "Admin.Payments.PendingApproval.View"),
    ("POST", "/payments-svc/api/v1/Admin/GetAdminAllPaymentsCards", "Admin.Payments.AllPayments.View"),
    ("POST", "/payments-svc/api/v1/Admin/GetAdminAllPayments", "Admin.Payments.AllPayments.View"),
    ("GET", "/payments-svc/api/v1/Admin/GetAdminPaymentDetails", "Admin.Payments.AllPayments.View"),
    ("GET", "/payments-svc/api/v1/Admin/GetFpxRequeryData", "Admin.FpxManualRequery.View"),
    ("POST", "/payments-svc/api/v1/Admin/GetFpxAlerts", "Admin.FpxManualRequery.View"),
    ("POST", "/portal/api/v1/Admin/FpxRecords", "Admin.FpxManualRequery.View"),
    ("POST", "/portal/api/v1/Admin/FpxMessages", "Admin.FpxManualRequery.View"),
    ("POST", "/portal/api/v1/Admin/GiveUpPayment", "Admin.FpxManualRequery.Update"),
    ("POST", "/portal/api/v1/Payments/GiveUp", "User.Payment.Add"),
    ("POST", "/portal/api/v1/Admin/LateConfirmations", "Admin.FpxManualRequery.View"),
    ("GET", "/portal/api/v1/Admin/LateConfirmations/One", "Admin.FpxManualRequery.View"),
    ("POST", "/portal/api/v1/Admin/LateConfirmations/Resolve", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/portal/api/v1/Admin/FpxAlerts/Settle", "Admin.FpxManualRequery.Update"),
    ("POST", "/portal/api/v1/Admin/TurnDownAcceptance", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/payments-svc/api/v1/Admin/AdminFPXManualRequery", "Admin.FpxManualRequery.Update"),
    ("POST", "/billpayment-svc/api/v1/Admin/RequestReconciliation", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/billpayment-svc/api/v1/Admin/PaymentAccept", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/billpayment-svc/api/v1/Admin/PaymentReject", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/portal/api/v1/Operations/Jobs", "Admin.Operations.View"),
    ("POST", "/portal/api/v1/Operations/Jobs/Retry", "Admin.Operations.Update"),
    ("POST", "/portal/api/v1/Operations/Outbox", "Admin.Operations.View"),
    ("POST", "/portal/api/v1/Operations/Outbox/Send", "Admin.Operations.Update"),
    ("POST", "/portal/api/v1/Operations/Imports", "Admin.Operations.View"),
    ("GET", "/portal/api/v1/Operations/Imports/One", "Admin.Operations.View"),
    ("POST", "/portal/api/v1/Operations/Imports/Rejected", "Admin.Operations.View"),
    ("GET", "/portal/api/v1/Operations/Settings", "Admin.Operations.View"),
    ("POST", "/portal/api/v1/Operations/MethodWindow", "Admin.Operations.Update"),
    ("GET", "/portal/api/v1/Announcements", "anybody signed in"),
    ("POST", "/portal/api/v1/Operations/Announcements", "Admin.Operations.View"),
    ("POST", "/portal/api/v1/Operations/Announcements/Write", "Admin.Operations.Update"),
    ("POST", "/portal/api/v1/Operations/Announcements/Change", "Admin.Operations.Update"),
    ("POST", "/portal/api/v1/Operations/Announcements/Withdraw", "Admin.Operations.Update"),
    ("GET", "/portal/api/v1/Approvals/Policy/{id}", "User.Payment.View"),
    ("POST", "/portal/api/v1/Approvals/SetPolicy/{id}", "User.ManageUser.Update"),
    ("POST", "/portal/api/v1/Approvals/DecidePolicy/{id}", "User.Payment.Update"),
    ("POST", "/portal/api/v1/Approvals/Delegate/{id}", "User.Payment.Update"),
    ("POST", "/portal/api/v1/Approvals/Preview/{id}", "User.Payment.View"),
    ("POST", "/portal/api/v1/Proposals/Create/{id}", "User.Payment.Add"),
    ("POST", "/portal/api/v1/Proposals/GetProposals/{id}", "User.Payment.View"),
    ("GET", "/portal/api/v1/Proposals/Proposal", "User.Payment.View"),
    ("POST", "/portal/api/v1/Proposals/Approve", "User.Payment.Update"),
    ("POST", "/portal/api/v1/Proposals/Refuse", "User.Payment.Update"),
    ("POST", "/portal/api/v1/Proposals/Withdraw", "User.Payment.Add"),
    ("POST", "/portal/api/v1/Proposals/Release", "User.Payment.Add"),
    ("POST", "/portal/api/v1/Queries/Open/{id}", "User.Bill.Update"),
    ("POST", "/portal/api/v1/Queries/GetQueries/{id}", "User.Bill.View"),
    ("GET", "/portal/api/v1/Queries/Query", "User.Bill.View or Admin.ManageBulkAccounts.View"),
    ("POST", "/portal/api/v1/Queries/Reply", "User.Bill.Update"),
    ("POST", "/portal/api/v1/Queries/Close", "User.Bill.Update"),
    ("POST", "/portal/api/v1/Queries/AddFile/{id}", "User.Bill.Update or Admin.ManageBulkAccounts.Update"),
    ("GET", "/portal/api/v1/Queries/File/{id}", "User.Bill.View or Admin.ManageBulkAccounts.View"),
    ("GET", "/portal/api/v1/Queries/PDF/{id}", "User.Bill.View or Admin.ManageBulkAccounts.View"),
    ("POST", "/portal/api/v1/Admin/BatchFindings", "Admin.Payments.PendingApproval.View"),
    ("POST", "/portal/api/v1/Admin/ReleaseBatch", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/portal/api/v1/Admin/TurnDownBatchRelease", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/portal/api/v1/Admin/Queries", "Admin.ManageBulkAccounts.View"),
    ("POST", "/portal/api/v1/Admin/Queries/Assign", "Admin.ManageBulkAccounts.Update"),
    ("POST", "/portal/api/v1/Admin/Queries/Answer", "Admin.ManageBulkAccounts.Update"),
    ("GET", "/portal/api/v1/Admin/Queries/Service", "Admin.ManageBulkAccounts.View"),
    ("POST", "/portal/api/v1/BankStatements", "Admin.Payments.PendingApproval.View"),
    ("GET", "/portal/api/v1/BankStatements/Statement", "Admin.Payments.PendingApproval.View"),
    ("POST", "/portal/api/v1/BankStatements/Lines", "Admin.Payments.PendingApproval.View"),
    ("GET", "/portal/api/v1/BankStatements/Banks", "Admin.Payments.PendingApproval.View"),
    ("POST", "/portal/api/v1/BankStatements/Upload", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/portal/api/v1/BankStatements/Columns", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/portal/api/v1/BankStatements/Decide", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/portal/api/v1/BankStatements/Candidates", "Admin.Payments.PendingApproval.View"),
    ("POST", "/portal/api/v1/BankStatements/Match", "Admin.Payments.PendingApproval.Update"),
];

/// Calls whose query the contract specifies. All other fields of a POST are in the body.
const IN_THE_QUERY: &[(&str, &str)] = &[
    ("GetTransactionsCards", "bulkId"),
    ("GetPaymentTransactions", "bulkId"),
    ("AdminFPXManualRequery", "merchantTranId"),
    ("DeleteUser", "userId"),
    ("AdminSendNewActivationLink", "userId"),
    ("UpdateDatePreference", "startDate"),
    ("UpdateDatePreference", "endDate"),
];

#[test]
fn the_table_is_what_the_documents_write() {
    let documents: BTreeSet<_> = CALLS.iter().map(|(method, path, _)| (*method, *path)).collect();
    assert_eq!(documents.len(), CALLS.len(), "a call is written twice");
    let table: BTreeSet<_> = endpoints().flat_map(|entry| entry.paths().map(|path| (method(entry), path))).collect();
    assert_eq!(table, documents);
    let names: BTreeSet<_> = endpoints().map(|entry| entry.name).collect();
    assert_eq!(names.len(), endpoints().count(), "two calls have one name");
    let queries: BTreeSet<_> =
        endpoints().flat_map(|entry| entry.query_names().map(|name| (entry.name, name))).collect();
    assert_eq!(queries, IN_THE_QUERY.iter().copied().collect());
}

#[test]
fn every_line_of_the_table_is_served_once() {
    let mut served: Vec<_> = gridbill::http::mount().served.iter().map(|entry| entry.name).collect();
    let mut table: Vec<_> = endpoints().map(|entry| entry.name).collect();
    served.sort_unstable();
    table.sort_unstable();
    assert_eq!(served, table);
}

/// Asks the router itself: a served path does not answer "not found", and similar paths are not served.
#[tokio::test(flavor = "multi_thread")]
async fn only_calls_of_the_table_are_served() {
    let portal = Portal::start().await;
    let wire = RawClient::to(portal.address);
    for (entry, path) in endpoints().flat_map(|entry| entry.paths().map(move |path| (entry, path))) {
        let ends_with_value = path.ends_with('}');
        let declared = path;
        let path = path.replace("{id}", "3000000001").replace("{invoiceNo}", "500000000001");
        let there = wire.send(method(entry), &path, &[], "{}").await;
        assert_ne!(there.code().as_deref(), Some("notFound"), "{}", entry.name);
        let parent = path.rsplit_once('/').expect("a path").0;
        // If the path ends with a value, a longer value is the same call.
        let longer = if ends_with_value { format!("{parent}x") } else { format!("{path}x") };
        for missing in [format!("{path}/more"), longer, format!("{parent}/"), parent.to_owned()] {
            for method in ["GET", "POST", "PATCH", "PUT", "DELETE"] {
                // Sessions and views are listed at the parent path of the call that ends or saves them.
                if CALLS.iter().any(|(served, path, _)| (*served, *path) == (method, missing.as_str())) {
                    continue;
                }
                let answer = wire.send(method, &missing, &[], "{}").await;
                assert_eq!((answer.status, answer.code().as_deref()), (404, Some("notFound")), "{method} {missing}");
            }
        }
        for other in ["GET", "POST", "PATCH", "PUT", "DELETE"] {
            // A rule is read and set at one path.
            let is_other_call = CALLS.iter().any(|(served, path, _)| (*served, *path) == (other, declared));
            if other != method(entry) && !is_other_call {
                let answer = wire.send(other, &path, &[], "{}").await;
                assert_eq!((answer.status, answer.code().as_deref()), (404, Some("notFound")), "{other} {path}");
            }
        }
    }
}
