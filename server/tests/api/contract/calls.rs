//! The calls of the contract, copied word for word, and the portal's own calls, as reviewed, compared with the served
//! endpoints.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use gridbill_core::registry::endpoints;

use crate::support::Portal;
use crate::support::raw::RawClient;

/// A call of the portal's own. Each was reviewed when it was added to `fixtures/portal-calls.txt`.
pub struct PortalCall {
    pub method: &'static str,
    pub path: &'static str,
    pub permission: &'static str,
    /// The scope that opens it to API tokens.
    pub token_scope: Option<&'static str>,
}

/// The portal's own calls.
pub static PORTAL: LazyLock<Vec<PortalCall>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let (address, rights) = line.split_once(" = ")?;
        let ((method, path), (permission, token)) = (address.split_once(' ')?, rights.split_once("; ")?);
        let token_scope = Some(token).filter(|token| *token != "no token");
        Some(PortalCall { method, path, permission, token_scope })
    };
    let lines = include_str!("../../../../fixtures/portal-calls.txt").lines();
    lines.map(|line| read(line).unwrap_or_else(|| panic!("{line:?} is no call"))).collect()
});

/// Method, path and permission of every call.
pub static CALLS: LazyLock<Vec<(&str, &str, &str)>> = LazyLock::new(|| {
    let portals = PORTAL.iter().map(|call| (call.method, call.path, call.permission));
    CONTRACT.iter().copied().chain(portals).collect()
});

/// Method, path and permission of each call, in the words of the contract. Copied from the contract
/// (docs/http.md#existing-clients), not derived from the table in core.
const CONTRACT: &[(&str, &str, &str)] = &[
    ("POST", "/user-svc/api/v1/User/Login", "anybody"),
    ("POST", "/user-svc/api/v1/User/Logout", "anybody"),
    ("POST", "/user-svc/api/v1/User/RefreshToken", "anybody"),
    ("GET", "/user-svc/api/v1/User/GetUserProfile", "customers"),
    ("POST", "/user-svc/api/v1/Admin/Login", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/Logout", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/RefreshToken", "anybody"),
    ("GET", "/user-svc/api/v1/Admin/GetAdminProfile", "staff"),
    ("POST", "/user-svc/api/v1/User/Register", "anybody"),
    ("GET", "/user-svc/api/v1/User/IsNewEmailValid", "anybody"),
    ("GET", "/user-svc/api/v1/User/GetEmailByInvitationToken", "anybody"),
    ("POST", "/user-svc/api/v1/User/Activate", "anybody"),
    ("POST", "/user-svc/api/v1/User/SendNewActivationLink", "anybody"),
    ("POST", "/user-svc/api/v1/User/ForgotPassword", "anybody"),
    ("GET", "/user-svc/api/v1/User/ValidateResetToken", "anybody"),
    ("POST", "/user-svc/api/v1/User/ResetPassword", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/ForgotPassword", "anybody"),
    ("GET", "/user-svc/api/v1/Admin/ValidateResetToken", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/ResetPassword", "anybody"),
    ("POST", "/user-svc/api/v1/Admin/VerifyActivation", "anybody"),
    ("POST", "/user-svc/api/v1/User/UpdateUserProfile", "anybody signed in"),
    ("PATCH", "/user-svc/api/v1/User/ChangePassword", "anybody signed in"),
    ("POST", "/user-svc/api/v1/User/UserTutorialCompleted", "anybody signed in"),
    ("POST", "/user-svc/api/v1/User/SetUserPreference", "anybody signed in"),
    ("GET", "/user-svc/api/v1/User/GetUserPreferences", "anybody signed in"),
    ("POST", "/user-svc/api/v1/User/UpdateDatePreference", "anybody signed in"),
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
    (
        "POST",
        "/account-svc/api/v1/BulkAccount/GetAccountCards/{id}",
        "User.Account.View or Admin.ManageBulkAccounts.View",
    ),
    ("GET", "/account-svc/api/v1/BulkAccount/GetAccounts/{id}", "User.Account.View or Admin.ManageBulkAccounts.View"),
    ("GET", "/account-svc/api/v1/BulkAccount/GetAccountDetails/{accountNo}", "User.Account.View"),
    ("POST", "/account-svc/api/v1/BulkChildAccount/AddAccounts", "User.Account.Add or Admin.ManageBulkAccounts.Add"),
    (
        "POST",
        "/account-svc/api/v1/BulkAccount/RemoveChildAccount",
        "User.Account.Delete or Admin.ManageBulkAccounts.Delete",
    ),
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
    ("GET", "/account-svc/api/v1/BulkProfile/GetProfile/{id}", "User.Account.View or Admin.ManageBulkAccounts.View"),
    ("GET", "/account-svc/api/v1/BulkProfile/GetCompanyName/{id}", "User.Account.View"),
    ("GET", "/account-svc/api/v1/BulkProfile/GetBusinessType/{id}", "User.Account.View"),
    (
        "POST",
        "/account-svc/api/v1/BulkProfile/UpdateProfile/{id}",
        "User.ManageUser.Update or Admin.ManageBulkAccounts.Update",
    ),
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
    ("POST", "/billpayment-svc/api/v1/Bills/GetOutstandingBillsCard/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetTop3Cards/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetBillDataForGraph/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetLatestBillSummary/{id}", "User.Bill.View"),
    ("POST", "/payments-svc/api/v1/Payment/GetPaymentDataForGraph/{id}", "User.Payment.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetBillsByBatch/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetOutstandingBills/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetOutstandingCharges/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/GetBillHistory/{id}", "User.Bill.View"),
    ("POST", "/billpayment-svc/api/v1/Bills/Search/{id}", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Bills/GetBillDetails/{invoiceNo}", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Bills/PrintPDF2", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Bills/CreateExcelReportBill", "User.Bill.View"),
    ("GET", "/billpayment-svc/api/v1/Bills/DownloadAllFiles", "User.Bill.View"),
    ("GET", "/payments-svc/api/v1/Admin/GetAdminPaymentDetailsExcel", "Admin.Payments.AllPayments.View"),
    ("GET", "/billpayment-svc/api/v1/Payment/GetBankList", "User.Payment.View"),
    ("GET", "/billpayment-svc/api/v1/Payment/GetTNBVirtualAccountNo", "User.Payment.View"),
    ("GET", "/billpayment-svc/api/v1/Payment/GetPaymentMethods", "User.Payment.View"),
    ("GET", "/billpayment-svc/api/v1/Payment/GetElectricityAccount", "User.Payment.View"),
    ("POST", "/billpayment-svc/api/v1/Payment/MakePayment", "User.Payment.Add"),
    ("POST", "/payments-svc/api/v1/Payment/GetTransactionsCards", "User.Payment.View"),
    ("POST", "/payments-svc/api/v1/Payment/GetPaymentTransactions", "User.Payment.View"),
    ("GET", "/payments-svc/api/v1/Payment/GetPaymentDetails", "User.Payment.View"),
    ("GET", "/payments-svc/api/v1/Payment/GetPaymentActivity", "User.Payment.View"),
    ("POST", "/payments-svc/api/v1/Payment/MakeReconciliationPaymentInsufficient", "User.Payment.Update"),
    ("POST", "/payments-svc/api/v1/Payment/MakeExcessiveReconciliationPayment", "User.Payment.Update"),
    ("POST", "/notification-svc/api/v1/Notification/GetNotificationLogs", "anybody signed in"),
    ("POST", "/notification-svc/api/v1/Notification/ReadLogs", "anybody signed in"),
    ("POST", "/notification-svc/api/v1/Notification/DeleteLogs", "anybody signed in"),
    ("GET", "/notification-svc/api/v1/Notification/LiteLogs/{count}", "anybody signed in"),
    ("POST", "/notification-svc/api/v1/Notification/GetActivityLogs", "anybody signed in"),
    ("POST", "/payments-svc/fpx/direct", "the gateway"),
    ("POST", "/payments-svc/fpx/indirect", "the gateway"),
    ("POST", "/payments-svc/api/v1/Admin/GetAdminPendingPaymentsCards", "Admin.Payments.PendingApproval.View"),
    ("POST", "/payments-svc/api/v1/Admin/GetAdminPendingPayments", "Admin.Payments.PendingApproval.View"),
    ("POST", "/payments-svc/api/v1/Admin/GetAdminAllPaymentsCards", "Admin.Payments.AllPayments.View"),
    ("POST", "/payments-svc/api/v1/Admin/GetAdminAllPayments", "Admin.Payments.AllPayments.View"),
    ("GET", "/payments-svc/api/v1/Admin/GetAdminPaymentDetails", "Admin.Payments.AllPayments.View"),
    ("GET", "/payments-svc/api/v1/Admin/GetFpxRequeryData", "Admin.FpxManualRequery.View"),
    ("POST", "/payments-svc/api/v1/Admin/GetFpxAlerts", "Admin.FpxManualRequery.View"),
    ("POST", "/payments-svc/api/v1/Admin/AdminFPXManualRequery", "Admin.FpxManualRequery.Update"),
    ("POST", "/billpayment-svc/api/v1/Admin/RequestReconciliation", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/billpayment-svc/api/v1/Admin/PaymentAccept", "Admin.Payments.PendingApproval.Update"),
    ("POST", "/billpayment-svc/api/v1/Admin/PaymentReject", "Admin.Payments.PendingApproval.Update"),
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
    let table: BTreeSet<_> =
        endpoints().flat_map(|entry| entry.routes().map(|(method, path)| (method.name(), path))).collect();
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
    // Calls next to each other have the same parent.
    let mut asked = BTreeSet::new();
    let routes = endpoints().flat_map(|entry| entry.routes().map(move |(method, path)| (entry, method.name(), path)));
    for (entry, method, path) in routes {
        let ends_with_value = path.ends_with('}');
        let declared = path;
        let path = path.replace("{id}", "3000000001").replace("{invoiceNo}", "500000000001");
        let there = wire.send(method, &path, &[], "{}").await;
        assert_ne!(there.code().as_deref(), Some("notFound"), "{}", entry.name);
        let parent = path.rsplit_once('/').expect("a path").0;
        // If the path ends with a value, a longer value is the same call.
        let longer = if ends_with_value { format!("{parent}x") } else { format!("{path}x") };
        for missing in [format!("{path}/more"), longer, format!("{parent}/"), parent.to_owned()] {
            for method in ["GET", "POST", "PATCH", "PUT", "DELETE"] {
                // Sessions and views are listed at the parent path of the call that ends or saves them.
                // Tokens are listed at `/Tokens/{id}`, next to `/Tokens/Rotate`, so a name can be a value of the list.
                let is_value = |path: &str| {
                    let value = path.strip_suffix("{id}").and_then(|start| missing.strip_prefix(start));
                    value.is_some_and(|value| !value.is_empty() && !value.contains('/'))
                };
                let is_served =
                    CALLS.iter().any(|(served, path, _)| *served == method && (*path == missing || is_value(path)));
                if is_served || !asked.insert((method, missing.clone())) {
                    continue;
                }
                let answer = wire.send(method, &missing, &[], "{}").await;
                assert_eq!((answer.status, answer.code().as_deref()), (404, Some("notFound")), "{method} {missing}");
            }
        }
        for other in ["GET", "POST", "PATCH", "PUT", "DELETE"] {
            // A rule is read and set at one path.
            let is_other_call = CALLS.iter().any(|(served, path, _)| (*served, *path) == (other, declared));
            if other != method && !is_other_call {
                let answer = wire.send(other, &path, &[], "{}").await;
                assert_eq!((answer.status, answer.code().as_deref()), (404, Some("notFound")), "{other} {path}");
            }
        }
    }
}
