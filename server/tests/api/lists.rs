//! How the database answers lists: every order and every filter of each, over HTTP, on tables of many customers. The plans
//! are those that were carried out, as the database reports them.

use std::collections::BTreeSet;

use gridbill_core::accounts::groups::{GetAccountsInGroup, GetAccountsNotInGroup, GetGroupsTable};
use gridbill_core::accounts::{
    AccountSortBy, GetAccounts, GetBulkAccountsTable, GetBulkChildAccountError, GetBulkChildAccountErrorForAdmin,
    SearchCustomerViewMode, SearchElectricityAccounts,
};
use gridbill_core::activity::GetActivityLogs;
use gridbill_core::announcements::GetAnnouncementsTable;
use gridbill_core::bank_statements::GetBankStatements;
use gridbill_core::bills::{
    BillSortBy, GetBillHistory, GetBillsByBatch, GetOutstandingBills, GetOutstandingCharges, HistorySortBy, SearchBills,
};
use gridbill_core::endpoint::{Endpoint, path_names};
use gridbill_core::list::{Order, Sort};
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::operations::{GetFeedImports, GetJobs, GetOutbox};
use gridbill_core::payments::staff::{GetAdminAllPayments, GetAdminPendingPayments};
use gridbill_core::payments::{GetPaymentTransactions, TransactionSortBy};
use gridbill_core::registration::BulkUserRegistrationTable;
use gridbill_core::registry;
use gridbill_core::staff::{GetTNBUsersTable, GetUserTable};
use gridbill_core::statements::GetStatements;
use gridbill_core::team::GetManageUsersTable;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor as _};

use crate::support::given::SINAR;
use crate::support::plans::{self, Observing, Plans, nodes};
use crate::support::{Actor, Portal};

/// The tables that grow with the number of customers.
const LARGE: &[&str] =
    &["bill", "payment", "payment_item", "payment_reference", "electricity_account", "account_master"];
/// Rows of one page and the one behind it.
const PAGE: f64 = 101.0;

/// Lists of what belongs to one payment, application, bank statement or file of the feed, and of the few alerts, which do not grow with the
/// customers.
const OF_ONE: &[&str] = &[
    "GetPaymentDetails",
    "GetAdminPaymentDetails",
    "GetRegistrationAccounts",
    "GetFpxAlerts",
    "GetFpxMessages",
    "GetLateConfirmations",
    "GetBankStatementLines",
    "GetRejectedRows",
];

/// Sixty companies and SINAR, each with 1,000 accounts, two bills and a payment for each, beside accounts of nobody.
const SEED: &str = "
    insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
    select '3001' || lpad(n::text, 6, '0'), 'Company ' || n, 'R' || n, 2, '2026-01-01' from generate_series(1, 60) n;
    create temporary table seeded as
    select '21' || lpad(n::text, 10, '0') as account_no,
           case when n <= 1000 then '3000000001' else '3001' || lpad((1 + n % 60)::text, 6, '0') end as bulk_id, n
    from generate_series(1, 61000) n;
    insert into account_master
    select '22' || lpad((100000 + n)::text, 10, '0'), 'other', 'Company of nobody ' || n % 1000, 'Lot ' || n, 'Klang', '41000', 'Selangor',
           'Commercial', 'Low Voltage General', true from generate_series(1, 150000) n;
    insert into account_master
    select account_no, bulk_id, 'Company ' || bulk_id, 'Lot ' || n, 'Shah Alam', '40000', 'Selangor', 'Commercial',
           'Low Voltage General', true from seeded;
    insert into account_group (group_id, bulk_id, name, created_at)
    select gen_random_uuid(), '3000000001', 'Group ' || n, '2026-01-01' from generate_series(1, 30) n;
    insert into electricity_account (account_no, bulk_id, reference_id, tagged_at)
    select account_no, bulk_id, 'REF-' || n, '2026-01-01' from seeded;
    update electricity_account a set group_id = g.group_id from account_group g
    where a.bulk_id = g.bulk_id and g.name = 'Group ' || (1 + right(a.account_no, 3)::int % 40);
    insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date, invoice_date,
                      due_date, bill_type, reading_type, tariff, current_charge, outstanding_amount, tax_amount,
                      total_amount_payable, status)
    select '4' || p || lpad(n::text, 10, '0'), '5' || p || substr(bulk_id, 3) || '00', account_no, bulk_id,
           '28' || p || substr(bulk_id, 6, 5) || lpad((n % 20)::text, 2, '0'), '2026-10-01', '2026-10-02',
           date '2026-10-15' + n % 60, 'normal', 'actual', 'Low Voltage General', 100, n % 3, 0, 100 + n % 3,
           case when p = 1 and n % 5 = 0 then 4 else 1 end
    from seeded, generate_series(0, 1) p;
    insert into person (person_id, email, name, role, bulk_id, is_staff, activated_at, created_at)
    select gen_random_uuid(), 'viewer' || n || '@company.example', 'Viewer ' || n, 'viewer', '3001' || lpad((1 + n % 60)::text, 6, '0'),
           false, '2026-01-01', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 3000) n;
    create temporary table requester as select person_id, row_number() over () as r from person where name like 'Viewer %';
    insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, requested_by,
                         requested_at)
    select gen_random_uuid(), 'P' || lpad(n::text, 13, '0'), bulk_id, 'EFT_GIRO', case when n % 200 = 0 then 2 else 4 end,
           100 + n % 900, 1, 1, requester.person_id,
           timestamptz '2026-06-01' + n * interval '1 minute'
    from seeded join requester on r = 1 + n % 3000;
    insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
    select bulk_id, payment_id, '41' || right(transaction_no, 10), '21' || right(transaction_no, 10), amount, true from payment;
    insert into payment_reference (bulk_id, payment_id, version, place, number, amount, method)
    select bulk_id, payment_id, 1, 0, 'EFT' || right(transaction_no, 8), amount, 'EFT_GIRO' from payment;
    analyze;
";

/// A portal of many customers whose database reports its plans.
async fn observed() -> (Portal, Plans, Observing) {
    let portal = Portal::with_people().await;
    let mut database = portal.superuser().await;
    database.execute(AssertSqlSafe(SEED)).await.expect("many customers");
    let (plans, observing) = plans::of(&portal).await;
    (portal, plans, observing)
}

struct Watch<'a> {
    plans: &'a Plans,
    actor: &'a Actor,
    is_customer: bool,
    wrong: Vec<String>,
    lists: usize,
    calls: BTreeSet<&'static str>,
}

impl Watch<'_> {
    /// Asks for the first page and for the next one, and looks at how they were found.
    async fn list<E: Endpoint>(&mut self, request: Value, has_index: bool) {
        let mut request = request;
        let entry = E::ENTRY;
        self.calls.insert(entry.name);
        let tenant = ["id", "bulkId"]
            .into_iter()
            .find(|name| path_names(entry.path()).chain(entry.query_names()).any(|one| one == *name));
        if let Some(name) =
            tenant.or((entry.name == "GetBulkChildAccountError").then_some("collectiveContractAccountNo"))
        {
            request[name] = json!(SINAR);
        }
        for _ in 0..2 {
            let page = self.actor.call_raw::<E>(request.clone()).await;
            let page = page.unwrap_or_else(|refused| panic!("{} {request}: {refused:?}", E::ENTRY.name));
            self.lists += 1;
            for plan in self.plans.taken() {
                self.look(&format!("{} {request}", E::ENTRY.name), &plan, has_index);
            }
            if page["next"].is_null() {
                return;
            }
            request["cursor"] = page["next"].clone();
        }
    }

    fn look(&mut self, asked: &str, plan: &Value, has_index: bool) {
        let mut all = Vec::new();
        nodes(&plan["Plan"], &mut all);
        let query = plan["Query Text"].as_str().unwrap_or_default();
        for node in all {
            let (kind, table) = (node["Node Type"].as_str().unwrap_or_default(), node["Relation Name"].as_str());
            let number = |name: &str| node[name].as_f64().unwrap_or_default();
            let removed = number("Rows Removed by Filter") + number("Rows Removed by Index Recheck");
            let rows = (number("Actual Rows") + removed) * number("Actual Loops");
            // The seed gives SINAR 1,000 accounts, and two bills and a payment for each.
            let own = if table == Some("bill") { 2_010.0 } else { 1_010.0 };
            // A reference number says nothing of whose it is: a part of one is looked for among all.
            let is_reference = table == Some("payment_reference");
            if self.is_customer && !is_reference && table.is_some_and(|table| LARGE.contains(&table)) && rows > own {
                let index = &node["Index Name"];
                self.wrong.push(format!("{asked}\n  reads {rows} rows of {table:?} by {index}, others': {query}"));
            }
            // To count what is narrowed by nothing, everything is read.
            let is_count_of_all = query.contains("(select p.* from payment p), ");
            if kind == "Seq Scan" && !is_count_of_all && table.is_some_and(|table| LARGE.contains(&table)) {
                self.wrong.push(format!("{asked}\n  reads all of {table:?}: {query}"));
            }
            if kind == "Sort"
                && has_index
                && number("Actual Rows") * number("Actual Loops") > PAGE
                && query.starts_with("with matching")
            {
                self.wrong.push(format!("{asked}\n  sorts {rows} rows: {query}"));
            }
        }
    }
}

fn sorted<By: Order + Serialize>() -> Vec<Value> {
    Sort::<By>::all().map(|sort| json!({ "sort": sort })).collect()
}

fn filtered(filters: &[Value]) -> Vec<Value> {
    filters.iter().map(|filter| json!({ "filter": filter })).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_order_and_filter_uses_its_index() {
    let (portal, plans, _observing) = observed().await;
    // Its connections are the ones that report.
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
    ]) {
        watch.list::<GetOutstandingBills>(request, false).await;
    }
    watch.list::<GetBillsByBatch>(json!({}), false).await;
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
