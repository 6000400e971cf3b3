//! Query plans of lists: every order and filter over HTTP, on tables of many customers. The plans are those that the
//! database executed and reported.

mod searching;
mod watching;

use std::collections::BTreeSet;

use gridbill_core::accounting::{GetAccountingDocuments, GetAccountingRuns};
use gridbill_core::accounts::groups::{GetAccountsInGroup, GetAccountsNotInGroup, GetGroupsTable};
use gridbill_core::accounts::{
    AccountSortBy, GetAccounts, GetBulkAccountsTable, GetBulkChildAccountError, GetBulkChildAccountErrorForAdmin,
    SearchCustomerViewMode, SearchElectricityAccounts,
};
use gridbill_core::activity::GetActivityLogs;
use gridbill_core::announcements::GetAnnouncementsTable;
use gridbill_core::approvals::{GetProposals, ProposalSortBy};
use gridbill_core::bank_statements::GetBankStatements;
use gridbill_core::bills::{
    BillSortBy, GetBillHistory, GetBillsByBatch, GetOutstandingBills, GetOutstandingCharges, HistorySortBy, SearchBills,
};
use gridbill_core::costs::{CostCentreSortBy, GetCostCentres, GetUncodedAccounts};
use gridbill_core::findings::{BatchReviewSortBy, FindingSortBy, GetBatchFindings, GetFindings};
use gridbill_core::list::{Order, Sort};
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::operations::{GetFeedImports, GetJobs, GetOutbox};
use gridbill_core::payments::staff::{GetAdminAllPayments, GetAdminPendingPayments};
use gridbill_core::payments::{GetPaymentTransactions, TransactionSortBy};
use gridbill_core::personal_data::breaches::{BreachSortBy, GetBreaches};
use gridbill_core::personal_data::requests::{DataRequestSortBy, GetDataRequests};
use gridbill_core::queries::{GetQueries, GetQueryQueue, QuerySortBy, QueueSortBy};
use gridbill_core::registration::BulkUserRegistrationTable;
use gridbill_core::registry;
use gridbill_core::settlements::{GetSettlements, GetUnmatchedSettlements, SettlementSortBy};
use gridbill_core::staff::{GetTNBUsersTable, GetUserTable};
use gridbill_core::statements::GetStatements;
use gridbill_core::team::GetManageUsersTable;
use gridbill_core::webhooks::GetWebhookDeliveries;
use serde::Serialize;
use serde_json::{Value, json};

use crate::support::given::SINAR;
use watching::{Watch, observed};

/// Lists that do not grow with the number of customers: they belong to one payment, application, bank statement or feed
/// file, or contain few alerts.
const OF_ONE: &[&str] = &[
    "GetPaymentDetails",
    "GetAdminPaymentDetails",
    "GetRegistrationAccounts",
    "GetFpxAlerts",
    "GetFpxMessages",
    "GetLateConfirmations",
    "GetBankStatementLines",
    "GetRejectedRows",
    // Their rows are sums of the bills of one bulk account.
    "GetCostReport",
    "GetCarbonReport",
    "GetDeposits",
];

fn sorted<By: Order + Serialize>() -> Vec<Value> {
    Sort::<By>::all().map(|sort| json!({ "sort": sort })).collect()
}

fn filtered(filters: &[Value]) -> Vec<Value> {
    filters.iter().map(|filter| json!({ "filter": filter })).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_order_and_filter_uses_its_index() {
    let (portal, plans, _observing) = observed().await;
    // Only connections opened from now on report their plans, so use a second portal.
    let (app, address) = portal.second().await;
    let customer = portal.sign_in("master@sinar.example").await.at(address);
    let staff = portal.sign_in_staff("glb@utility.example").await.at(address);
    let mut wrong = Vec::new();
    let mut lists = 0;

    let mut watch = Watch {
        plans: &plans,
        actor: &customer,
        is_customer: true,
        wrong: Vec::new(),
        lists: 0,
        calls: BTreeSet::new(),
    };
    for request in sorted::<BillSortBy>() {
        let has_index = request["sort"]["by"] == "dueDate";
        watch.list::<GetOutstandingBills>(request.clone(), has_index).await;
        watch.list::<GetOutstandingCharges>(request, has_index).await;
    }
    for request in filtered(&[
        json!({ "search": "210000000007" }),
        json!({ "search": "400000000007" }),
        json!({ "search": "2800000107" }),
        json!({ "search": "P0000000000005" }),
        json!({ "search": "REF-77" }),
        json!({ "batchIds": ["2800000107"] }),
        json!({ "accountNos": ["210000000007"] }),
        json!({ "overdue": true }),
        json!({ "dueFrom": "2026-11-01", "dueTo": "2026-11-05" }),
        json!({ "validEInvoice": true }),
        json!({ "validEInvoice": false }),
        json!({ "closed": "partlyPaid" }),
    ]) {
        watch.list::<GetOutstandingBills>(request, false).await;
    }
    watch.list::<GetBillsByBatch>(json!({}), false).await;
    for request in sorted::<SettlementSortBy>() {
        let has_index = request["sort"]["by"] == "paidOn";
        watch.list::<GetSettlements>(request, has_index).await;
    }
    let settlements = filtered(&[
        json!({ "search": "400000000007" }),
        json!({ "accountNos": ["210000000007"] }),
        json!({ "invoiceNos": ["400000000007"] }),
        json!({ "method": "jompay" }),
        json!({ "state": "unmatched" }),
        json!({ "from": "2026-06-05", "to": "2026-06-07" }),
    ]);
    for request in &settlements {
        watch.list::<GetSettlements>(request.clone(), false).await;
    }
    for request in sorted::<QuerySortBy>() {
        watch.list::<GetQueries>(request, true).await;
    }
    for request in filtered(&[
        json!({ "search": "400000000007" }),
        json!({ "isOpen": true }),
        json!({ "isOpen": false, "kind": "amount" }),
        json!({ "invoiceNo": "400000000007" }),
    ]) {
        watch.list::<GetQueries>(request, true).await;
    }
    for request in sorted::<ProposalSortBy>() {
        watch.list::<GetProposals>(request, true).await;
    }
    for request in filtered(&[
        json!({ "search": "A0000000000005" }),
        json!({ "states": ["proposed", "approved"] }),
        json!({ "awaitsMe": true }),
        json!({ "awaitsMe": false }),
    ]) {
        watch.list::<GetProposals>(request, true).await;
    }
    for request in sorted::<FindingSortBy>() {
        watch.list::<GetFindings>(request, true).await;
    }
    for request in filtered(&[
        json!({ "states": ["open"] }),
        json!({ "states": ["dismissed", "withdrawn"] }),
        json!({ "rules": ["gap"] }),
        json!({ "ruleGroups": ["tariff"] }),
        json!({ "accountNos": ["210000000007"] }),
        json!({ "groupIds": ["none"] }),
        json!({ "invoicedFrom": "2026-10-01", "invoicedTo": "2026-10-05" }),
        json!({ "atStakeFrom": "50.00" }),
        json!({ "search": "210000000007" }),
        json!({ "search": "400000000007, 400000000008" }),
        json!({ "search": "2800000107" }),
        json!({ "search": "REF-77" }),
        json!({ "search": "0000077" }),
    ]) {
        watch.list::<GetFindings>(request, false).await;
    }
    for request in sorted::<HistorySortBy>() {
        let has_index = request["sort"]["by"] == "invoiceDate";
        watch.list::<GetBillHistory>(request, has_index).await;
    }
    for request in filtered(&[
        json!({ "search": "210000000007" }),
        json!({ "search": "400000000007, 400000000008" }),
        json!({ "search": "2800000107" }),
        json!({ "search": "P0000000000005" }),
        json!({ "search": "REF-77" }),
        json!({ "search": "0000077" }),
        json!({ "invoicedFrom": "2026-10-01", "invoicedTo": "2026-10-05" }),
        json!({ "state": "paid" }),
        json!({ "state": "paymentOverdue" }),
        json!({ "tariffs": ["Low Voltage General"] }),
        json!({ "readingType": "estimated" }),
        json!({ "validEInvoice": false }),
        json!({ "closed": "paidElsewhere" }),
    ]) {
        watch.list::<GetBillHistory>(request, false).await;
    }
    for (criteria, text) in [
        ("accountNo", "210000000007, 210000000008"),
        ("billBatchId", "2800000107"),
        ("invoiceNo", "400000000007"),
        ("referenceId", "REF-77"),
    ] {
        let period =
            json!({ "startDate": "2026-09-01", "endDate": "2026-11-20", "criteria": criteria, "searchString": text });
        watch.list::<SearchBills>(period, false).await;
    }
    for request in sorted::<TransactionSortBy>() {
        let has_index = request["sort"]["by"] == "paymentDate";
        watch.list::<GetPaymentTransactions>(request, has_index).await;
    }
    let payments = filtered(&[
        json!({ "search": "210000000005" }),
        json!({ "search": "410000000005" }),
        json!({ "search": "2810000105" }),
        json!({ "search": "P0000000000005" }),
        json!({ "search": "EFT00000055" }),
        json!({ "statuses": [2] }),
        json!({ "methods": ["CHEQUE"] }),
        json!({ "bankIds": ["TEST0021"] }),
        json!({ "from": "2026-06-02", "to": "2026-06-03" }),
    ]);
    for request in &payments {
        watch.list::<GetPaymentTransactions>(request.clone(), false).await;
    }
    for request in sorted::<AccountSortBy>() {
        let has_index = request["sort"]["by"] == "accountNo";
        watch.list::<GetAccounts>(request, has_index).await;
    }
    let groups = customer.call_raw::<GetGroupsTable>(json!({ "id": SINAR })).await.expect("groups");
    let group = &groups["items"][0]["groupId"];
    plans.taken();
    for request in filtered(&[
        json!({ "search": "210000000007" }),
        json!({ "search": "REF-77" }),
        json!({ "active": true }),
        json!({ "states": ["Selangor"] }),
        json!({ "withoutGroup": true }),
        json!({ "groupIds": [group] }),
    ]) {
        watch.list::<GetAccounts>(request, false).await;
    }
    watch.list::<GetAccountsInGroup>(json!({ "groupId": group }), true).await;
    watch.list::<GetAccountsNotInGroup>(json!({}), true).await;
    watch.list::<GetUncodedAccounts>(json!({}), false).await;
    for request in sorted::<CostCentreSortBy>() {
        watch.list::<GetCostCentres>(request, false).await;
    }
    watch.list::<GetCostCentres>(json!({ "search": "plant", "isActive": true }), false).await;
    watch.list::<GetAccountingRuns>(json!({}), false).await;
    watch.list::<GetAccountingRuns>(json!({ "profileId": uuid::Uuid::nil(), "runNo": 1 }), false).await;
    watch.list::<GetWebhookDeliveries>(json!({ "state": "failed" }), false).await;
    watch.list::<GetAccountingDocuments>(json!({ "search": "4000", "hasTheirNo": false }), false).await;
    watch.list::<GetAccountingDocuments>(json!({ "sourceNo": "400000000001" }), false).await;
    watch.list::<GetGroupsTable>(json!({ "search": "Group 1" }), false).await;
    for request in
        [json!({}), json!({ "search": "REF-77" }), json!({ "search": "0000007" }), json!({ "state": "ready" })]
    {
        watch.list::<GetStatements>(request, false).await;
    }
    watch.list::<GetBulkChildAccountError>(json!({}), false).await;
    for request in filtered(&[
        json!({}),
        json!({ "search": "viewer" }),
        json!({ "role": "viewer" }),
        json!({ "activity": 1 }),
        json!({ "activity": 3 }),
        json!({ "activationStatus": "notActivated" }),
    ]) {
        watch.list::<GetManageUsersTable>(request, false).await;
    }
    let told = filtered(&[
        json!({}),
        json!({ "unread": true }),
        json!({ "search": "P0000000000005" }),
        json!({ "search": "210000000005" }),
        json!({ "search": "viewer" }),
    ]);
    for request in &told {
        watch.list::<GetNotificationLogs>(request.clone(), true).await;
    }
    let done = filtered(&[
        json!({}),
        json!({ "subject": "people" }),
        json!({ "by": "me" }),
        json!({ "by": "staff" }),
        json!({ "username": "aminah" }),
        json!({ "search": "viewer" }),
        json!({ "search": "P0000000000005" }),
        json!({ "search": "210000000005" }),
        json!({ "search": "410000000005" }),
    ]);
    for request in &done {
        watch.list::<GetActivityLogs>(request.clone(), true).await;
    }
    wrong.append(&mut watch.wrong);
    lists += watch.lists;
    let calls = watch.calls;

    let mut watch = Watch { plans: &plans, actor: &staff, is_customer: false, wrong: Vec::new(), lists: 0, calls };
    for request in sorted::<TransactionSortBy>() {
        watch.list::<GetAdminAllPayments>(request.clone(), true).await;
        watch.list::<GetAdminPendingPayments>(request, false).await;
    }
    for request in &payments {
        watch.list::<GetAdminAllPayments>(request.clone(), false).await;
    }
    watch.list::<GetBulkChildAccountErrorForAdmin>(json!({ "search": "Company 7" }), false).await;
    watch.list::<GetBulkAccountsTable>(json!({ "search": "Company 7" }), false).await;
    watch.list::<SearchElectricityAccounts>(json!({ "searchString": "210000000007" }), false).await;
    watch.list::<SearchElectricityAccounts>(json!({ "searchString": "REF-77" }), false).await;
    watch.list::<SearchCustomerViewMode>(json!({ "searchString": "Company 7" }), false).await;
    watch.list::<SearchCustomerViewMode>(json!({ "searchString": "300100", "criteria": "bulkId" }), false).await;
    watch.list::<GetBulkAccountsTable>(json!({ "businessType": 1 }), false).await;
    for without in [true, false] {
        watch.list::<GetBulkAccountsTable>(json!({ "withoutAccounts": without }), false).await;
    }
    for request in filtered(&[
        json!({}),
        json!({ "search": "Company 7" }),
        json!({ "statuses": [2] }),
        json!({ "businessType": 1 }),
    ]) {
        watch.list::<BulkUserRegistrationTable>(request, false).await;
    }
    watch.list::<GetUserTable>(json!({ "search": "Viewer 7" }), false).await;
    watch.list::<GetTNBUsersTable>(json!({}), false).await;
    for request in told {
        watch.list::<GetNotificationLogs>(request, true).await;
    }
    for request in done {
        watch.list::<GetActivityLogs>(request, true).await;
    }
    for request in sorted::<BatchReviewSortBy>() {
        watch.list::<GetBatchFindings>(request, true).await;
    }
    for request in filtered(&[json!({ "search": "00001" }), json!({ "state": "waiting" })]) {
        watch.list::<GetBatchFindings>(request, false).await;
    }
    for request in sorted::<SettlementSortBy>() {
        let has_index = request["sort"]["by"] == "paidOn";
        watch.list::<GetUnmatchedSettlements>(request, has_index).await;
    }
    for request in settlements {
        watch.list::<GetUnmatchedSettlements>(request, false).await;
    }
    for request in sorted::<QueueSortBy>() {
        watch.list::<GetQueryQueue>(request, true).await;
    }
    for request in filtered(&[
        json!({ "search": "400000000007" }),
        json!({ "isOpen": true, "assignee": "noOne", "isLate": true }),
        json!({ "assignee": "me", "kind": "tariff" }),
    ]) {
        watch.list::<GetQueryQueue>(request, false).await;
    }
    for request in sorted::<DataRequestSortBy>() {
        watch.list::<GetDataRequests>(request, false).await;
    }
    for request in filtered(&[json!({ "search": "lim", "kind": "access" }), json!({ "isOpen": true, "isLate": true })])
    {
        watch.list::<GetDataRequests>(request, false).await;
    }
    for request in sorted::<BreachSortBy>() {
        watch.list::<GetBreaches>(request, false).await;
    }
    for request in filtered(&[json!({ "search": "letter", "isOpen": true })]) {
        watch.list::<GetBreaches>(request, false).await;
    }
    for request in [json!({}), json!({ "search": "november" }), json!({ "bankIds": ["MBB0228"] })] {
        watch.list::<GetBankStatements>(request, false).await;
    }
    for request in [json!({}), json!({ "state": "failed" }), json!({ "kind": "other" })] {
        watch.list::<GetJobs>(request, false).await;
    }
    for request in [json!({}), json!({ "states": ["refused", "givenUp"] }), json!({ "search": "company" })] {
        watch.list::<GetOutbox>(request, false).await;
    }
    for state in
        [json!(null), json!("scheduled"), json!("upcoming"), json!("running"), json!("over"), json!("withdrawn")]
    {
        let request = json!({ "state": state, "kind": "notice", "search": "tariff" });
        watch.list::<GetAnnouncementsTable>(request, false).await;
    }
    for request in [json!({}), json!({ "hasRejected": true, "kind": "bills", "search": "november" })] {
        watch.list::<GetFeedImports>(request, false).await;
    }
    wrong.append(&mut watch.wrong);
    lists += watch.lists;

    drop(app);
    for list in registry::lists() {
        assert_ne!(watch.calls.contains(list.call), OF_ONE.contains(&list.call), "{} is not looked at", list.name);
    }
    assert!(lists > 80, "{lists} pages were asked for");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
