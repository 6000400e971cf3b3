//! Which calls a token may make, written by hand, and what it cannot do: reach another company, or pay.

use gridbill_core::Code;
use gridbill_core::accounts::GetAccountDetails;
use gridbill_core::approvals::{
    ApproveProposal, CreateProposal, GetApprovalPolicy, GetProposal, GetProposals, SetApprovalPolicy, WithdrawProposal,
};
use gridbill_core::endpoint::{Caller, EndpointSpec};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;
use gridbill_core::queries::{CloseQuery, OpenQuery};
use gridbill_core::registry::endpoints;
use serde_json::{Value, json};

use super::{ALL_SCOPES, World, bills, new};
use crate::accounts::{add, every_invariant_holds, known, numbers, worked};
use crate::contract::calls::PORTAL;
use crate::contract::requests::request;
use crate::support::Actor;
use crate::support::given::{MAJLIS, SINAR, eft};
use crate::support::raw::{RawClient, bearer};
use crate::team::id_of;

/// The calls of the contract that each scope opens, written by hand. Those of the portal are in
/// `fixtures/portal-calls.txt`. Nothing in this file asks core.
const OPEN: &[(&str, &[&str])] = &[
    (
        "bills:read",
        &[
            "GetOutstandingBillsCard",
            "GetBillsByBatch",
            "GetOutstandingBills",
            "GetOutstandingCharges",
            "GetBillHistory",
            "SearchBills",
            "GetBillDetails",
            "GetBillDataForGraph",
            "GetLatestBillSummary",
            "GetStatements",
        ],
    ),
    (
        "payments:read",
        &[
            "GetPaymentTransactions",
            "GetTransactionsCards",
            "GetPaymentDetails",
            "GetPaymentActivity",
            "GetPaymentDataForGraph",
            "GetPaymentMethods",
            "GetBankList",
            "GetTNBVirtualAccountNo",
            "GetElectricityAccount",
        ],
    ),
    (
        "accounts:read",
        &[
            "GetAccountsOfBulk",
            "GetAccountCards",
            "GetAccountDetails",
            "GetGroupsTable",
            "GetGroupDetails",
            "GetAccountsInGroup",
            "GetAccountsNotInGroup",
            "GetProfile",
            "GetCompanyName",
            "GetBusinessType",
            "GetBulkChildAccountError",
        ],
    ),
    (
        "accounts:write",
        &[
            "AddAccounts",
            "RemoveChildAccount",
            "UpdateMultipleAccounts",
            "PendingSubmit",
            "RemoveFromPending",
            "CreateGroup",
            "UpdateGroup",
            "DeleteGroup",
            "AssignAccounts",
            "RemoveAccounts",
        ],
    ),
    ("downloads", &["PrintPDF2", "CreateExcelReportBill", "DownloadAllFiles", "DownloadStatement"]),
];

fn scope_of(entry: &EndpointSpec) -> Option<&'static str> {
    let portals = PORTAL.iter().find(|call| call.path == entry.path() && call.method == entry.method.name());
    portals.map_or_else(
        || OPEN.iter().find(|(_, calls)| calls.contains(&entry.name)).map(|(scope, _)| *scope),
        |call| call.token_scope,
    )
}

fn secret(created: &Value) -> String {
    bearer(created["secret"].as_str().expect("a text"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_may_make_exactly_the_calls_of_its_scopes() {
    let world = World::with(&["--token-calls-per-minute=100000"]).await;
    let wire = RawClient::to(world.portal.address);
    let mut tokens = Vec::new();
    for scope in ALL_SCOPES {
        tokens.push((vec![scope], secret(&world.create(new(scope, &[scope])).await.expect("a token"))));
    }
    tokens.push((ALL_SCOPES.to_vec(), secret(&world.create(new("all", &ALL_SCOPES)).await.expect("a token"))));
    let mut passed = 0;
    for (scopes, token) in &tokens {
        let is_guarded = |caller: Caller| !matches!(caller, Caller::Public | Caller::Gateway);
        for entry in endpoints().filter(|entry| is_guarded(entry.caller)) {
            let fields = request(entry, SINAR, "999999999999", "P2601010000001", "not-there");
            let answer = wire.call(entry, &fields, "", &[("authorization", token)]).await;
            let expected = match scope_of(entry) {
                None => Some("apiTokenCallClosed"),
                Some(scope) if !scopes.contains(&scope) => Some("apiTokenScopeMissing"),
                Some(_) => None,
            };
            let code = answer.code();
            match expected {
                Some(expected) => assert_eq!(
                    (answer.status, code.as_deref()),
                    (403, Some(expected)),
                    "{scopes:?} calls {}: {}",
                    entry.name,
                    answer.text()
                ),
                None => {
                    passed += 1;
                    let is_refused = matches!(answer.status, 401 | 403 | 500..) && answer.status != 503;
                    assert!(!is_refused, "{scopes:?} calls {}: {}", entry.name, answer.text());
                }
            }
        }
    }
    let of_contract: usize = OPEN.iter().map(|(_, calls)| calls.len()).sum();
    let of_portal = PORTAL.iter().filter(|call| call.token_scope.is_some()).count();
    assert_eq!(passed, 2 * (of_contract + of_portal));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_never_reaches_another_company() {
    let world = World::with(&["--token-calls-per-minute=100000"]).await;
    let wire = RawClient::to(world.portal.address);
    let token = secret(&world.create(new("all", &ALL_SCOPES)).await.expect("a token"));
    let mut asked = 0;
    for entry in endpoints().filter(|entry| scope_of(entry).is_some()) {
        let fields = request(entry, MAJLIS, "999999999999", "P2601010000001", "not-there");
        let names = ["id", "bulkId", "bulkCA", "collectiveContractAccountNo"];
        if !names.iter().any(|name| fields.get(*name) == Some(&json!(MAJLIS))) {
            continue;
        }
        // Customer view mode does not exist for tokens.
        for more in [None, Some(("x-bulk-account", MAJLIS))] {
            let headers: Vec<_> = [("authorization", token.as_str())].into_iter().chain(more).collect();
            let answer = wire.call(entry, &fields, "", &headers).await;
            assert_eq!((answer.status, answer.code().as_deref()), (404, Some("bulkAccountNotFound")), "{}", entry.name);
            asked += 1;
        }
    }
    assert!(asked > 60, "only {asked} calls name a bulk account");
}

/// Sets a policy by which the Master or the payer approves each payment.
async fn set_policy(world: &World) {
    let pool = world.portal.pool();
    let users = [id_of(pool, super::MASTER).await, id_of(pool, "payer@sinar.example").await];
    let step = json!({ "mode": "any", "userIds": users });
    let policy = json!({ "approverGroups": [], "layers": [{ "from": "0.00", "steps": [step] }] });
    let set = json!({ "id": SINAR, "policy": policy, "version": 0 });
    world.master.call_raw::<SetApprovalPolicy>(set).await.expect("a policy");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_proposes_and_never_pays() {
    let world = World::new().await;
    let bills = bills(&world.portal).await;
    let (_, client) = world.token("ERP", &ALL_SCOPES).await;
    let payment = serde_json::to_value(eft(&bills[..2], "200.00")).expect("a request");
    let pay = async || client.call_raw::<MakePayment>(payment.clone()).await.expect_err("refused").code();
    let proposal = json!({ "id": SINAR, "invoiceNos": &bills[..2], "totalAmount": "200.00" });
    // Without a policy there is nothing to propose to.
    assert_eq!(pay().await, Code::ApiTokenCallClosed);
    let refused = client.call_raw::<CreateProposal>(proposal.clone()).await.expect_err("no policy");
    assert_eq!(refused.code(), Code::ApprovalNotNeeded);

    set_policy(&world).await;
    let keyed = client.with_key("import-17");
    let made = keyed.call_raw::<CreateProposal>(proposal.clone()).await.expect("a proposal");
    assert_eq!(keyed.call_raw::<CreateProposal>(proposal).await.expect("the same"), made);
    assert_eq!(pay().await, Code::ApiTokenCallClosed);
    // The token acts for its creator, so its creator cannot approve what it proposed.
    let approval = json!({ "proposalId": made["proposalId"], "step": 1 });
    let own = world.master.call_raw::<ApproveProposal>(approval.clone()).await.expect_err("own");
    assert_eq!(own.code(), Code::OwnProposal);
    let by_token = client.call_raw::<ApproveProposal>(approval.clone()).await.expect_err("closed");
    assert_eq!(by_token.code(), Code::ApiTokenCallClosed);
    let payer = world.portal.sign_in("payer@sinar.example").await;
    payer.call_raw::<ApproveProposal>(approval).await.expect("approved");
    let log = world.log().await;
    assert!(log.iter().any(|(who, title)| who == "Integration ERP" && title.contains("proposed")), "{log:?}");
    // Its keys and its limit are not those of its creator.
    world.run("update rate set hits = 100 where bucket = 'proposal'").await;
    let other = json!({ "id": SINAR, "invoiceNos": &bills[2..], "totalAmount": "100.00" });
    world.master.with_key("import-17").call_raw::<CreateProposal>(other).await.expect("another proposal");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_of_a_token_names_the_integration_which_withdraws_only_its_own() {
    let world = World::new().await;
    let bills = bills(&world.portal).await;
    let [(_, erp), (_, other)] = [world.token("ERP", &ALL_SCOPES).await, world.token("Payroll", &ALL_SCOPES).await];
    set_policy(&world).await;
    let asked = json!({ "id": SINAR, "invoiceNo": bills[0], "message": "Why?" });
    let query = world.master.call_raw::<OpenQuery>(asked).await.expect("a query")["queryId"].clone();
    let request = |bill: &InvoiceNo| json!({ "id": SINAR, "invoiceNos": [bill], "totalAmount": "100.00" });
    let mut held = request(&bills[0]);
    held["heldInvoiceNos"] = json!([bills[0]]);
    let made = erp.call_raw::<CreateProposal>(held).await.expect("a proposal")["proposalId"].clone();
    let of_master = world.master.call_raw::<CreateProposal>(request(&bills[1])).await.expect("a proposal");
    let of_master = of_master["proposalId"].clone();

    // Each place that names a proposer.
    let seen = async |client: &Actor, proposal: &Value| {
        let found = client.call_raw::<GetProposal>(json!({ "proposalId": proposal })).await.expect("a proposal");
        ["proposedBy", "isOwn", "canWithdraw"].map(|name| found[name].clone())
    };
    assert_eq!(seen(&world.master, &made).await, [json!("Integration ERP"), json!(true), json!(true)]);
    assert_eq!(seen(&erp, &made).await, [json!("Integration ERP"), json!(true), json!(true)]);
    assert_eq!(seen(&other, &made).await, [json!("Integration ERP"), json!(false), json!(false)]);
    assert_eq!(seen(&erp, &of_master).await, [json!("Aminah"), json!(false), json!(false)]);
    let listed = other.call_raw::<GetProposals>(json!({ "id": SINAR })).await.expect("proposals");
    let rows = listed["items"].as_array().expect("rows").iter();
    let rows: Vec<_> = rows.map(|row| (row["proposedBy"].as_str(), row["isOwn"].as_bool())).collect();
    assert_eq!(rows, [(Some("Aminah"), Some(false)), (Some("Integration ERP"), Some(false))]);
    let closed = json!({ "queryId": query, "isAccepted": false });
    world.master.call_raw::<CloseQuery>(closed).await.expect("closed");
    let again = world.master.call_raw::<CreateProposal>(request(&bills[0])).await.expect_err("proposed");
    assert_eq!((again.code(), &again.body.params["proposer"]), (Code::BillsProposed, &json!("Integration ERP")));
    assert_eq!(again.list::<Value>("proposals")[0]["proposedBy"], "Integration ERP");

    let withdraw = async |client: &Actor, proposal: &Value| {
        let request = json!({ "proposalId": proposal, "reason": "A mistake" });
        client.call_raw::<WithdrawProposal>(request).await.map(drop).map_err(|refused| refused.code())
    };
    assert_eq!(withdraw(&other, &made).await, Err(Code::NotTheProposer));
    assert_eq!(withdraw(&erp, &of_master).await, Err(Code::NotTheProposer));
    assert_eq!(withdraw(&erp, &made).await, Ok(()));
    let made = erp.call_raw::<CreateProposal>(request(&bills[2])).await.expect("a proposal")["proposalId"].clone();
    let payer = world.portal.sign_in("payer@sinar.example").await;
    assert_eq!(withdraw(&payer, &made).await, Ok(()));
    every_invariant_holds(world.portal.pool()).await;
    let log = world.log().await;
    for named in ["(open query, chosen by Integration ERP)", "of Integration ERP for RM"] {
        assert!(log.iter().any(|(_, title)| title.contains(named)), "{named}: {log:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_a_token_adds_names_the_integration() {
    let world = World::new().await;
    let (pool, accounts) = (world.portal.pool(), numbers(0, 1));
    known(pool, &accounts, true).await;
    let (_, erp) = world.token("ERP", &ALL_SCOPES).await;
    add(&erp, &accounts).await.expect("requested");
    world.portal.work();
    worked(pool).await;
    let asked = json!({ "accountNo": accounts[0] });
    let details = world.master.call_raw::<GetAccountDetails>(asked).await.expect("details");
    assert_eq!(details["history"][0]["requestedBy"], "Integration ERP");
    every_invariant_holds(pool).await;
}

/// The Master may approve and set policies; a token of the Master may not, and is told so.
#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_not_told_that_it_may_decide() {
    let world = World::new().await;
    let bills = bills(&world.portal).await;
    let (_, erp) = world.token("ERP", &ALL_SCOPES).await;
    set_policy(&world).await;
    let payer = world.portal.sign_in("payer@sinar.example").await;
    let request = json!({ "id": SINAR, "invoiceNos": &bills[..1], "totalAmount": "100.00" });
    let made = payer.call_raw::<CreateProposal>(request).await.expect("a proposal");
    for (client, may) in [(&world.master, true), (&erp, false)] {
        let proposal = json!({ "proposalId": made["proposalId"] });
        let proposal = client.call_raw::<GetProposal>(proposal).await.expect("a proposal");
        let listed = client.call_raw::<GetProposals>(json!({ "id": SINAR })).await.expect("proposals");
        let policy = client.call_raw::<GetApprovalPolicy>(json!({ "id": SINAR })).await.expect("a policy");
        let told =
            [&proposal["canDecide"], &listed["items"][0]["awaitsMe"], &policy["canChange"], &policy["canDelegate"]];
        assert_eq!(told, [&json!(may); 4]);
    }
}
