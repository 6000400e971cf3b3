//! Which calls a token may make, written by hand, and what it cannot do: reach another company, or pay.

use gridbill_core::Code;
use gridbill_core::approvals::{ApproveProposal, CreateProposal, SetApprovalPolicy};
use gridbill_core::endpoint::{Caller, EndpointSpec};
use gridbill_core::payments::MakePayment;
use gridbill_core::registry::endpoints;
use serde_json::{Value, json};

use super::{ALL_SCOPES, World, bills, new};
use crate::contract::calls::PORTAL;
use crate::contract::requests::request;
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

    let [master, payer] =
        [id_of(world.portal.pool(), super::MASTER).await, id_of(world.portal.pool(), "payer@sinar.example").await];
    let step = json!({ "mode": "any", "userIds": [master, payer] });
    let policy = json!({ "approverGroups": [], "layers": [{ "from": "0.00", "steps": [step] }] });
    let set = json!({ "id": SINAR, "policy": policy, "version": 0 });
    world.master.call_raw::<SetApprovalPolicy>(set).await.expect("a policy");
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
    // Its keys are not those of its creator.
    let other = json!({ "id": SINAR, "invoiceNos": &bills[2..], "totalAmount": "100.00" });
    world.master.with_key("import-17").call_raw::<CreateProposal>(other).await.expect("another proposal");
}
