//! Calls every reading endpoint once, and compares the tables that it read with the topics of its line. A missing topic
//! would leave pages stale.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::Topic::{
    self, Accounting, Accounts, Announcements, Approvals, BankStatements, Bills, Company, Downloads, Findings, Gateway,
    Groups, Notifications, Operations, Payments, PersonalData, Preferences, Profile, Queries, Registrations, Sessions,
    Staff, Statements, Team, Users, Views,
};
use gridbill_core::endpoint::{BodyFormat, Caller, EndpointSpec};
use gridbill_core::payments::MakePayment;
use gridbill_core::registry::endpoints;
use serde_json::json;

use super::without_month;
use crate::bank_statements;
use crate::contract::requests::request;
use crate::registration;
use crate::support::Portal;
use crate::support::given::{self, SINAR, account_of, eft};
use crate::support::plans::{self, Plans, nodes};
use crate::support::raw::{RawClient, bearer};
use crate::team;

/// Returns the topics of which one is published when a visible value of that table changes.
fn topics_of(table: &str) -> &'static [Topic] {
    match without_month(table) {
        "bill" | "bill_charges" | "bill_total" | "settlement" | "settlement_part" | "settlement_due" | "billed_account" | "billed_account_change" | "billed_accounts" => &[Bills],
        "bill_query" | "query_bill" => &[Queries, Bills],
        "query_message" | "query_file" => &[Queries],
        "approval_delegation" | "approval_policy" | "proposal" | "proposal_act" | "proposal_item" => &[Approvals],
        "payment_group" | "payment_group_item" | "payment_group_left_out" | "payment_group_part" => &[Payments],
        "payment" | "payment_total" | "payment_item" | "payment_reference" | "receipt" | "account_credit" => &[Payments],
        "fpx_request" | "fpx_message" | "fpx_rejected" | "fpx_alert" | "fpx_bank" | "method_window"
        | "late_decision" | "late_proposal" => &[Gateway],
        "electricity_account" | "tagging" | "account_master" | "account_total" => &[Accounts],
        "accounting_profile" | "accounting_run" | "accounting_document" => &[Accounting],
        "deposit" | "cost_centre" | "account_coding" | "account_coding_part" | "group_coding_part" => &[Accounts],
        "bank_columns" | "bank_statement" | "bank_statement_row" | "bank_statement_line" | "bank_line_used"
        | "bank_line_declared_other"
        | "bank_money_awaited" => {
            &[BankStatements]
        }
        "statement" | "statement_recipient" => &[Statements],
        "account_group" => &[Groups],
        "bulk_account" => &[Company],
        "registration" | "registration_account" | "registration_submission" => &[Registrations],
        "stored_file" | "government_notice" => &[Registrations],
        "payment_reminder" => &[Payments],
        "tutorial" => &[Profile],
        "download" => &[Downloads],
        "session" | "recovery_code" => &[Sessions],
        "factor" => &[Sessions, Team],
        "factor_policy" | "sso_provider" | "sso_identity" => &[Team, Profile],
        "sso_domain" | "sso_untried" | "mailbox" | "webhook" | "api_token" | "api_token_secret" => &[Team],
        "saved_view" => &[Views],
        "announcement" => &[Announcements],
        "batch_review" => &[Findings, Bills],
        "emission_factor" | "energy_certificate" | "charge_kind" => &[Bills],
        "finding" | "audit_due" | "audit_setting" | "audit_mute" | "use_median" | "price" => &[Findings],
        "staff_proposal" | "factor_reset" => &[Staff],
        "erasure_proposal" => &[],
        "feed_import" | "feed_rejected" => &[Operations],
        "person" => &[Profile, Preferences, Team, Users, Staff],
        "invitation" | "link" => &[Team, Users, Staff],
        // A fact is published with the data that it is about.
        "fact" => &[Payments, Registrations, Company, Accounts, Notifications],
        "notification" => &[Notifications],
        "data_request" | "breach" | "breach_version" => &[PersonalData],
        // Guards of calls, and records.
        "account_lookup" | "accounting_link" | "answered_call" | "api_token_refusal" | "factor_challenge" | "sso_sign_in" | "due_reminder" | "known_device" | "login_attempts" | "mail" | "mailbox_link" | "rate"
        // Events of webhooks: the log is read again when its page is opened or refreshed.
        | "webhook_event" | "webhook_attempt"
        // A sent selection never changes.
        | "sent_selection"
        // Views by staff are only a record.
        | "customer_view"
        // Only commands show them.
        | "takeover" | "takeover_problem" | "takeover_user" => &[],
        // Tables of the job queue, which are read again together with other data.
        "_private_jobs" | "_private_tasks" => &[],
        "_sqlx_migrations" | "fact_check" | "fact_seal" | "fact_seal_check" | "refresh_token" | "secret" | "security_event"
        | "stray_file" => &[],
        _ => panic!("{table} is new: which topics show it?"),
    }
}

/// Tables that a call reads without their topic, with the reason why it need not be refreshed.
const NOT_HEARD: &[(&str, &str, &str)] = &[
    ("GetBulkChildAccountErrorForAdmin", "bulk_account", NAME),
    ("GetUserTable", "bulk_account", NAME),
    ("GetFpxAlerts", "bulk_account", NAME),
    ("GetFpxAlerts", "payment", BY_FPX),
    ("GetFpxRecords", "bulk_account", NAME),
    ("GetFpxRecords", "payment", BY_FPX),
    ("GetLateConfirmations", "bulk_account", NAME),
    ("GetLateConfirmations", "payment", BY_FPX),
    ("GetLateConfirmations", "fact", APPOINTED),
    ("GetLateConfirmation", "fact", APPOINTED),
    ("GetStaffProposals", "fact", APPOINTED),
    ("GetFactorResets", "fact", APPOINTED),
    ("GetPaymentDetails", "proposal", RELEASED),
    ("GetPaymentActivity", "proposal", RELEASED),
    ("PrintPayment", "proposal", RELEASED),
    ("DownloadPain001", "proposal", RELEASED),
    ("GetAuditPack", "proposal", RELEASED),
    ("GetAuditPack", "bank_line_used", COUNTED),
    ("GetAuditPack", "bank_statement_line", COUNTED),
    ("GetAdminPaymentDetails", "proposal", RELEASED),
    ("GetAdminPaymentDetailsExcel", "proposal", RELEASED),
    ("GetAdminProfile", "bulk_account", STAFF),
    ("GetAdminProfile", "electricity_account", STAFF),
    ("GetAdminProfile", "account_master", STAFF),
    ("GetAdminProfile", "registration", STAFF),
];
const BY_FPX: &str =
    "ICT gets no payments topic; an FPX payment changes together with the gateway topic, which ICT gets";
const RELEASED: &str = "a payment has its proposal from its beginning, and the release publishes the payments topic";
const COUNTED: &str = "customers get no topic of bank statements; a line is counted when its payment changes";
const APPOINTED: &str = "appointments only guard the decision, which reads them again";
const NAME: &str = "ICT sees only a company's name, and gets no company topic; the name is refreshed with the rest";
const STAFF: &str = "staff belong to no company, so the shared query of profiles finds no rows";
/// Calls that show a person's current name next to an action. They are refreshed with the rest of their data.
const ACTED: &[&str] = &[
    "BulkUserRegistrationTable",
    "GetActivityLogs",
    "GetAccountingRuns",
    "GetQueries",
    "GetQueryQueue",
    "GetBankStatement",
    "GetBankStatementLines",
    "GetBankStatements",
    "GetAnnouncementsTable",
    "GetAdminAllPayments",
    "GetAdminPaymentDetails",
    "GetAdminPaymentDetailsExcel",
    "GetAdminPendingPayments",
    "GetBillDetails",
    "GetBreaches",
    "GetFindings",
    "GetBatchFindings",
    "GetBillFindings",
    "GetAuditSettings",
    "GetLateConfirmations",
    "GetMatchCandidates",
    "GetFpxRecords",
    "GetPaymentActivity",
    "GetPaymentDetails",
    "GetPaymentGroups",
    "GetPaymentTransactions",
    "GetRegistrationApplicationByID",
    "GetRegistrationRecord",
    "GetRepeatedReferences",
    "GetStatements",
    "PrintPayment",
    "DownloadPain001",
    "GetMailboxes",
    "GetWebhooks",
    "GetWebhookDeliveries",
    "GetApiTokens",
    "GetAuditPack",
    // These calls read only the calling user's row.
    "GetRegistrationStatus",
    "GetSessions",
    "GetViews",
];

/// Calls that this test does not make, with the reason.
const NOT_MADE: &[(&str, &str)] = &[
    ("GetQuery", "it needs a query; tested in `queries`"),
    ("GetPaymentGroup", "it needs a payment group; tested in `payments`"),
    ("DownloadRemittance", "it needs a paid payment; tested in `remittance`"),
    ("GetProposal", "it needs a proposal; tested in `approvals`"),
    ("DownloadQueryFile", "it needs a file; tested in `queries`"),
    ("PrintQuery", "it needs a query; tested in `queries`"),
    ("UploadCodings", "it takes a file, and reads the same table as GetCostCentres; tested in `costs`"),
    (
        "UploadAccountingNumbers",
        "it takes a file, and reads the same table as GetAccountingProfiles; tested in `accounting`",
    ),
    ("PlanAccounting", "it needs a profile; tested in `accounting`"),
    ("UploadAddAccountExcel", "it takes a file, and reads the same tables as CheckAccounts"),
    ("DownloadDeclarationForm", "it needs a file; tested in `declarations`"),
    ("GetLateConfirmation", "it needs a late receipt; tested in `fpx`"),
    ("GetFpxRequeryData", "it needs an FPX payment and a gateway; tested in `fpx`"),
    ("GetDataRequest", "it needs a request; tested in `personal_data`"),
    ("GetBreach", "it needs a breach; tested in `personal_data`"),
    ("GetSentSelection", "it needs bills that a colleague sent; tested in `colleagues`"),
    ("DownloadStatement", "it needs a prepared statement; tested in `statements`"),
    ("GetDownloadFile", "it needs a prepared file; tested in `downloads`"),
    ("GetElectricityAccount", "it needs an overpayment; tested in `reconciliation`"),
    ("GetFeedImport", "it needs a feed file; tested in `operations`"),
    ("GetRejectedRows", "it needs a feed file; tested in `operations`"),
];

/// Returns the tables of each executed query, by its text.
fn tables_of(plans: &Plans) -> BTreeMap<String, BTreeSet<String>> {
    let mut tables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for plan in plans.taken() {
        let mut all = Vec::new();
        nodes(&plan["Plan"], &mut all);
        let named = all.iter().filter_map(|node| node["Relation Name"].as_str()).map(str::to_owned);
        tables.entry(plan["Query Text"].as_str().unwrap_or_default().to_owned()).or_default().extend(named);
    }
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_hears_of_the_tables_that_it_reads() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 4, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills[..2], "200.00")).await.expect("a payment");
    let kamala = registration::applicant(&portal, "new@baru.example").await;
    let numbers = registration::known(portal.pool(), registration::ROC, 1, 2).await;
    let application = kamala.register(registration::ROC, &numbers).await.expect("submitted").registration_id;
    let master = team::session_of(&portal, "master@sinar.example").await;
    let account_no = account_of(&bills[3]).to_string();
    let group = json!({ "id": SINAR, "groupName": "Utara", "accountNumbers": [account_no] });
    let group =
        master.call_raw::<gridbill_core::accounts::groups::CreateGroup>(group).await.expect("a group")["groupId"]
            .clone();

    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let bank_statement = bank_statements::statement(&portal, &pccr, &[bank_statements::line(0, "100.00")]).await;

    let (plans, _observing) = plans::of(&portal).await;
    let (app, address) = portal.second().await;
    let wire = RawClient::to(address);
    let mut read: Vec<(&EndpointSpec, BTreeMap<String, BTreeSet<String>>)> = Vec::new();
    for entry in endpoints().filter(|entry| !entry.reads.is_empty() && entry.kind != BodyFormat::Events) {
        if NOT_MADE.iter().any(|(name, _)| *name == entry.name) {
            continue;
        }
        let email = match entry.caller {
            Caller::Staff => "pccr@utility.example",
            Caller::Applicant => "new@baru.example",
            Caller::AnyCustomer if entry.path().contains("Registration") => "new@baru.example",
            _ => "master@sinar.example",
        };
        let token = bearer(&wire.sign_in(email).await.0);
        let mut fields =
            request(entry, SINAR, bills[0].as_str(), made.transaction_no.as_str(), made.e_bulk_payment_id.as_str());
        for (name, value) in [("accountNo", json!(account_no)), ("groupId", group.clone())] {
            if fields.get(name).is_some() {
                fields[name] = value;
            }
        }
        if entry.of == Some("id") && entry.caller == Caller::Applicant || entry.name.contains("ApplicationByID") {
            fields["id"] = json!(application);
        }
        if entry.name == "CheckAccounts" {
            fields["accounts"] = json!([{ "accountNo": account_no }]);
        }
        if ["GetBankStatement", "GetBankStatementLines", "GetMatchCandidates"].contains(&entry.name) {
            fields["statementId"] = json!(bank_statement);
        }
        plans.taken();
        let answer = wire.call(entry, &fields, "", &[("authorization", token.as_str())]).await;
        assert_eq!(answer.status, 200, "{}: {}", entry.name, answer.text());
        read.push((entry, tables_of(&plans)));
    }
    drop(app);

    // Queries of the guard run in every call and are never displayed.
    let is_guards = |text: &String| {
        read.iter().all(|(entry, queries)| entry.caller == Caller::Public || queries.contains_key(text))
            || text.contains("select exists (select from bulk_account where")
    };
    let mut unheard = BTreeSet::new();
    for (entry, queries) in &read {
        for table in queries.iter().filter(|(text, _)| !is_guards(text)).flat_map(|(_, tables)| tables) {
            let topics = topics_of(table);
            let is_heard = topics.is_empty() || topics.iter().any(|topic| entry.reads.contains(topic));
            let is_name = table == "person" && ACTED.contains(&entry.name);
            let is_known =
                is_name || NOT_HEARD.iter().any(|(name, other, _)| (*name, *other) == (entry.name, table.as_str()));
            if !is_heard && !is_known {
                unheard.insert(format!("{} reads {table} and does not hear of {topics:?}", entry.name));
            }
        }
    }
    assert!(read.len() > 40, "only {} calls were made", read.len());
    let unheard: Vec<String> = unheard.into_iter().collect();
    assert!(unheard.is_empty(), "{}", unheard.join("\n"));
}
