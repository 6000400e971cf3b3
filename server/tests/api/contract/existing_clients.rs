//! Existing clients: their calls with exactly the bodies that they send (docs/http.md#existing-clients), without
//! version, key, permissions or password.

use serde_json::{Value, json};

use super::client::{ACCOUNT, ADMIN, BILLS, Client, PAY, PAYMENTS, USER};
use crate::accounts::{known, worked};
use crate::registration::{applicant, form};
use crate::support::given::{self, BANK, SINAR, eft};
use crate::support::portal::PASSWORD;
use crate::support::raw::RawClient;
use crate::support::{Portal, sql};
use crate::team::{id_of, invite};

#[tokio::test(flavor = "multi_thread")]
async fn people_and_their_profiles() {
    let portal = Portal::with_people().await;
    let visitor = Client { wire: RawClient::to(portal.address), token: None };
    let login = json!({ "username": "keeper@sinar.example", "password": PASSWORD, "invitationToken": null });
    let tokens = visitor.post(&format!("{USER}/Login"), login).await;
    let refresh = json!({ "refreshToken": tokens["refreshToken"] });
    let tokens = visitor.post(&format!("{USER}/RefreshToken"), refresh).await;
    visitor.post(&format!("{USER}/Logout"), json!({ "refreshToken": tokens["refreshToken"] })).await;
    visitor.post(&format!("{USER}/ForgotPassword"), json!({ "email": "keeper@sinar.example" })).await;
    visitor.get(&format!("{USER}/IsNewEmailValid?email=another%40sinar.example")).await;
    let register = json!({
        "email": "another@sinar.example", "password": "harimau malaya 7", "name": "Kamala", "identificationType": "Passport",
        "identificationNo": "A1234567", "mobileNo": "123456789", "invitationToken": null,
    });
    visitor.post(&format!("{USER}/Register"), register).await;

    let master = Client::of(&portal, "master@sinar.example").await;
    master.get(&format!("{USER}/GetUserProfile")).await;
    let profile = json!({ "name": "Aminah", "mobileNo": "198765432", "isAdmin": false, "EmailOpting": true });
    master.post(&format!("{USER}/UpdateUserProfile"), profile).await;
    master.post(&format!("{USER}/UserTutorialCompleted"), json!({ "userTutorialId": "home" })).await;
    let dates = json!({ "startDate": "2026-11-01", "endDate": "2026-11-20" });
    for value in ["2026-11-01,2026-11-20".to_owned(), dates.to_string()] {
        master.post(&format!("{USER}/UpdateDatePreference?startDate=2026-01-01&endDate=2026-01-31"), Value::Null).await;
        let preference = json!({ "preferenceCode": "favourite-date-preference", "configValue": value });
        master.post(&format!("{USER}/SetUserPreference"), preference).await;
        let kept = master.get(&format!("{USER}/GetUserPreferences")).await;
        assert_eq!(kept["favourite-date-preference"], dates);
    }

    master.lists(&[format!("{USER}/GetManageUsersCards/{SINAR}"), format!("{USER}/GetManageUsersTable/{SINAR}")]).await;
    let add = json!({ "email": "guest@sinar.example", "nickname": "Guest", "permissions": ["makePayments"] });
    let guest = master.post(&format!("{USER}/AddBulkUser"), add).await;
    // A role without permissions means the whole role. A Member keeps the previous permissions.
    let pool = portal.pool();
    let viewer = id_of(pool, "viewer@sinar.example").await;
    let payer = id_of(pool, "payer@sinar.example").await;
    for user_id in [&viewer, &payer] {
        let update = json!({ "userId": user_id, "nickname": "Dee", "role": "member" });
        master.post(&format!("{USER}/UpdateBulkUser"), update).await;
    }
    let people = master.post(&format!("{USER}/GetManageUsersTable/{SINAR}"), Value::Null).await;
    let permissions = |email: &str| {
        let people = people["items"].as_array().expect("people");
        people.iter().find(|one| one["email"] == email).expect("a row")["permissions"].clone()
    };
    assert_eq!(permissions("viewer@sinar.example"), json!({ "makePayments": true, "manageAccounts": true }));
    assert_eq!(permissions("payer@sinar.example"), json!({ "makePayments": true, "manageAccounts": false }));
    master.post(&format!("{USER}/DeleteBulkUser"), json!({ "userId": guest["userId"] })).await;
    let transfer = json!({ "userId": payer, "nickname": "Chief" });
    master.post(&format!("{USER}/TransferMasterBulkUser"), transfer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_and_payments() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = Client::of(&portal, "payer@sinar.example").await;
    let lists = ["GetOutstandingBillsCard", "GetOutstandingCharges", "GetOutstandingBills", "GetBillsByBatch"];
    payer.lists(&lists.map(|name| format!("{BILLS}/{name}/{SINAR}"))).await;
    let made = payer.post(&format!("{PAY}/MakePayment"), json!(eft(&bills, "300.00"))).await;
    let (number, id) = (made["transactionNo"].as_str().expect("a number"), &made["eBulkPaymentID"]);
    payer
        .lists(
            &["GetTransactionsCards", "GetPaymentTransactions"]
                .map(|name| format!("{PAYMENTS}/Payment/{name}?bulkId={SINAR}")),
        )
        .await;
    for path in [
        "GetBankList".to_owned(),
        "GetTNBVirtualAccountNo".into(),
        format!("GetTNBVirtualAccountNo?bulkId={SINAR}"),
        "GetPaymentMethods".into(),
    ] {
        payer.get(&format!("{PAY}/{path}")).await;
    }
    for name in ["GetPaymentDetails", "GetPaymentActivity"] {
        payer.get(&format!("{PAYMENTS}/Payment/{name}?transactionNo={number}")).await;
    }

    let pccr = Client::of(&portal, "pccr@utility.example").await;
    let lists =
        ["GetAdminPendingPaymentsCards", "GetAdminPendingPayments", "GetAdminAllPaymentsCards", "GetAdminAllPayments"];
    pccr.lists(&lists.map(|name| format!("{PAYMENTS}/Admin/{name}"))).await;
    pccr.get(&format!("{PAYMENTS}/Admin/GetAdminPaymentDetails?transactionNo={number}")).await;
    let staff = "/billpayment-svc/api/v1/Admin";
    let short = json!({ "eBulkPaymentID": id, "reconcileAmount": "50.00", "reconcileType": 1 });
    pccr.post(&format!("{staff}/RequestReconciliation"), short).await;
    let difference =
        json!({ "transactionNo": number, "bankId": BANK, "paymentMode": "CHEQUE", "bulkChequeEFTNumber": "123456" });
    payer.post(&format!("{PAYMENTS}/Payment/MakeReconciliationPaymentInsufficient"), difference).await;
    let over = json!({ "eBulkPaymentID": id, "reconcileAmount": "20.00", "reconcileType": 2 });
    pccr.post(&format!("{staff}/RequestReconciliation"), over).await;
    payer.get(&format!("{PAY}/GetElectricityAccount?transactionNo={number}&reconcileAmount=20.00")).await;
    let credit = json!({ "invoiceNo": bills[0], "transactionNo": number });
    payer.post(&format!("{PAYMENTS}/Payment/MakeExcessiveReconciliationPayment"), credit).await;
    pccr.post(&format!("{staff}/PaymentReject"), json!({ "eBulkPaymentID": id })).await;
    let made = payer.post(&format!("{PAY}/MakePayment"), json!(eft(&bills, "300.00"))).await;
    pccr.post(&format!("{staff}/PaymentAccept"), json!({ "eBulkPaymentID": made["eBulkPaymentID"] })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_groups_and_the_company() {
    let portal = Portal::with_people().await;
    portal.work();
    let (pool, numbers) = (portal.pool(), crate::accounts::numbers(0, 4));
    known(pool, &numbers[..3], true).await;
    let master = Client::of(&portal, "master@sinar.example").await;
    let children: Vec<_> = numbers.iter().map(|number| json!({ "accountNo": number, "referenceId": "Shop" })).collect();
    let add = json!({ "bulkId": SINAR, "childAccounts": children });
    master.post(&format!("{ACCOUNT}/BulkChildAccount/AddAccounts"), add).await;
    worked(pool).await;
    master.lists(&[format!("{ACCOUNT}/BulkAccount/GetAccountCards/{SINAR}")]).await;
    master.get(&format!("{ACCOUNT}/BulkAccount/GetAccounts/{SINAR}")).await;
    master.get(&format!("{ACCOUNT}/BulkAccount/GetAccountDetails/{}", numbers[0])).await;
    let group = json!({ "groupName": "North", "accountNumbers": [numbers[0]] });
    let group = master.post(&format!("{ACCOUNT}/Group/CreateGroup/{SINAR}"), group).await;
    let id = group["groupId"].as_str().expect("an id");
    master.post(&format!("{ACCOUNT}/Group/AssignAccounts/{id}"), json!({ "accountNumbers": [numbers[1]] })).await;
    worked(pool).await;
    let lists = ["GetGroupsTable", "GetAccountsNotInGroup"].map(|name| format!("{ACCOUNT}/Group/{name}/{SINAR}"));
    master.lists(&lists).await;
    master
        .lists(&[format!("{ACCOUNT}/Group/GetGroupDetails/{id}"), format!("{ACCOUNT}/Group/GetAccountsInGroup/{id}")])
        .await;
    master.post(&format!("{ACCOUNT}/Group/UpdateGroup/{id}"), json!({ "groupName": "South" })).await;
    let one = json!({ "accountNumbers": [numbers[0]] });
    master.post(&format!("{ACCOUNT}/Group/RemoveAccounts/{id}"), one).await;
    worked(pool).await;
    let data = json!({ "data": [{ "accountNo": numbers[0], "referenceId": "Depot" }] });
    master.post(&format!("{ACCOUNT}/Group/UpdateMultipleAccounts/{SINAR}"), data).await;
    worked(pool).await;
    master.post(&format!("{ACCOUNT}/Group/DeleteGroup/{id}"), Value::Null).await;
    let taken_out = json!({ "bulkId": SINAR, "accountNo": numbers[2] });
    master.post(&format!("{ACCOUNT}/BulkAccount/RemoveChildAccount"), taken_out).await;
    worked(pool).await;
    let pending = format!("GetBulkChildAccountError?collectiveContractAccountNo={SINAR}&recordCount=10");
    let errors = master.get(&format!("{ACCOUNT}/BulkChildAccount/{pending}")).await;
    assert_eq!(errors["items"][0]["accountNumber"], json!(numbers[3]));
    let again = json!({ "bulkId": SINAR, "accounts": [numbers[3]] });
    master.post(&format!("{ACCOUNT}/BulkChildAccount/PendingSubmit"), again.clone()).await;
    worked(pool).await;

    for name in ["GetProfile", "GetCompanyName", "GetBusinessType"] {
        master.get(&format!("{ACCOUNT}/BulkProfile/{name}/{SINAR}")).await;
    }
    let mut details = json!(form(SINAR, "").details);
    details["companyName"] = json!("Sinar Jaya Sdn. Bhd.");
    // Without a version, the last write wins.
    for city in ["Ipoh", "Klang"] {
        details["mailingAddress"]["city"] = json!(city);
        master.post(&format!("{ACCOUNT}/BulkProfile/UpdateProfile/{SINAR}"), json!({ "form": details })).await;
        let seen = master.get(&format!("{ACCOUNT}/BulkProfile/GetProfile/{SINAR}")).await;
        assert_eq!(seen["details"]["mailingAddress"]["city"], city);
    }

    let pccr = Client::of(&portal, "pccr@utility.example").await;
    let errors = pccr.get(&format!("{ACCOUNT}/BulkChildAccount/GetBulkChildAccountErrorForAdmin?recordCount=10")).await;
    assert_eq!(errors["total"], 1);
    pccr.post(&format!("{ACCOUNT}/BulkChildAccount/RemoveFromPending"), again).await;
    let errors = pccr.get(&format!("{ACCOUNT}/BulkChildAccount/GetBulkChildAccountErrorForAdmin?recordCount=10")).await;
    assert_eq!(errors["total"], 0);
    let found = pccr.get(&format!("{ACCOUNT}/BulkAccount/GetBulkIdForRoc?roc={SINAR}")).await;
    assert_eq!(found["bulkId"], SINAR);
    pccr.lists(&["GetBulkAccountsCards", "GetBulkAccountsTable"].map(|name| format!("{ACCOUNT}/BulkAccount/{name}")))
        .await;
    pccr.lists(&[format!("{ACCOUNT}/BulkAccount/GetElectricityAccountsCard/{SINAR}")]).await;
    let search = json!({ "criteria": "accountNo", "searchString": numbers[0], "recordCount": 10 });
    let found = pccr.post(&format!("{ACCOUNT}/BulkAccount/SearchElectricityAccounts"), search).await;
    assert_eq!(found["total"], 1);
    pccr.get(&format!("{ACCOUNT}/BulkChildAccount/ValidateForAdmin/{}", numbers[3])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn registering_a_company() {
    let portal = Portal::with_people().await;
    let numbers = crate::registration::known(portal.pool(), "201901234567", 1, 1).await;
    let applicant = applicant(&portal, "new@baru.example").await;
    let kamala = Client::of(&portal, "new@baru.example").await;
    let base = format!("{ACCOUNT}/BulkRegistration");
    kamala.get(&format!("{base}/GetRegistrationStatus")).await;
    let values = kamala.get(&format!("{base}/GetRegistrationDefaultValues?rocNo=201901234567")).await;
    assert_eq!(values["registrationNo"], "201901234567");
    kamala.get(&format!("{base}/GetAutoSuggestedAccounts/201901234567")).await;
    kamala.get(&format!("{base}/ChildAccountValidation/{}", numbers[0])).await;
    let accounts = json!([{ "accountNo": numbers[0], "isSelect": true, "referenceId": "Shop" }]);
    let register = json!({ "form": form("201901234567", &applicant.file_id), "accounts": accounts });
    let submitted = kamala.post(&format!("{base}/RegisterBulkAccount"), register).await;
    let id = submitted["registrationId"].as_str().expect("an id");
    kamala.get(&format!("{base}/GetRegistrationApplication")).await;

    let pccr = Client::of(&portal, "pccr@utility.example").await;
    pccr.lists(&[format!("{base}/BulkUserRegistrationTable")]).await;
    for name in ["GetRegistrationApplicationByID", "GetRegistrationRecord", "RegistrationRemarkLog"] {
        pccr.get(&format!("{base}/{name}/{id}")).await;
    }
    let decide = |action: &str| json!({ "remark": "Not signed.", "registrationId": id, "action": action });
    pccr.post(&format!("{base}/UpdateBulkAccountRegistrationStatus"), decide("requestForInfo")).await;
    let again = json!({ "registrationId": id, "form": form("201901234567", &applicant.file_id) });
    kamala.post(&format!("{base}/UpdateRegistrationRecord"), again).await;
    pccr.post(&format!("{base}/UpdateBulkAccountRegistrationStatus"), decide("reject")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_and_whom_they_serve() {
    let portal = Portal::with_people().await;
    let pccr = Client::of(&portal, "pccr@utility.example").await;
    pccr.get(&format!("{ADMIN}/GetAdminProfile")).await;
    let seen = pccr.get(&format!("{ADMIN}/GetCustomerProfile?bulkId={SINAR}")).await;
    assert_eq!((&seen["bulkId"], &seen["hasValidContractAccount"]), (&json!(SINAR), &json!(true)));
    let search = json!({ "criteria": "companyName", "searchString": "sinar" });
    let found = pccr.post(&format!("{ACCOUNT}/BulkAccount/SearchCustomerViewMode"), search).await;
    assert_eq!(found["items"][0]["bulkId"], SINAR);
    pccr.lists(&["Cards", "Table"].map(|name| format!("{ADMIN}/GetManageUsers{name}ByBulkId/{SINAR}"))).await;
    let add = json!({ "email": "guest@sinar.example", "nickname": "Guest", "permissions": ["manageAccounts"] });
    let guest = pccr.post(&format!("{ADMIN}/AddBulkUserByBulkId/{SINAR}"), add).await;
    pccr.post(&format!("{ADMIN}/DeleteBulkUser"), json!({ "userId": guest["userId"] })).await;
    let viewer = id_of(portal.pool(), "viewer@sinar.example").await;
    let update = json!({ "userId": viewer, "nickname": "Dee", "role": "member" });
    pccr.post(&format!("{ADMIN}/UpdateBulkUser"), update).await;
    let transfer = json!({ "userId": viewer, "nickname": "Chief" });
    pccr.post(&format!("{ADMIN}/TransferMasterBulkUser"), transfer).await;
    let master = crate::team::session_of(&portal, "viewer@sinar.example").await;
    invite(&master, "other@sinar.example").await;

    pccr.lists(&["GetTNBUsersCards", "GetTNBUsersTable"].map(|name| format!("{ADMIN}/{name}"))).await;
    let add = json!({
        "emailAddress": "new@utility.example", "username": "Nadia", "nickname": "Nad", "mobileNo": "123456789", "role": "ict",
    });
    let added = pccr.post(&format!("{ADMIN}/AddTNBUser"), add).await;
    let id = &added["userId"];
    let update = json!({ "userId": id, "username": "Nadia", "nickname": "N", "mobileNo": "123456780" });
    pccr.post(&format!("{ADMIN}/UpdateTNBUser"), update).await;
    pccr.post(&format!("{ADMIN}/ResendActivationTNBUser"), json!({ "userId": id })).await;
    pccr.post(&format!("{ADMIN}/DeleteTNBUser"), json!({ "userId": id })).await;
    pccr.get(&format!("{ADMIN}/GetUsersCards")).await;
    pccr.get(&format!("{ADMIN}/GetUserTable?count=10")).await;
    let person = id_of(portal.pool(), "payer@sinar.example").await;
    pccr.post(&format!("{ADMIN}/DeleteUser?userId={person}"), Value::Null).await;
    sql::run(portal.pool(), "update person set activated_at = null where email = 'keeper@sinar.example'", &[]).await;
    let person = id_of(portal.pool(), "keeper@sinar.example").await;
    pccr.post(&format!("{ADMIN}/SendNewActivationLink?userId={person}"), Value::Null).await;
}
