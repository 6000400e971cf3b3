//! Adding, removing, renaming and grouping accounts.

use gridbill_core::Code;
use gridbill_core::accounts::groups::{CreateGroup, GetGroupsTable};
use gridbill_core::accounts::{
    AddAccounts, GetAccountCards, GetAccountDetails, GetTaggingProgress, RemoveChildAccount, UpdateMultipleAccounts,
};
use gridbill_core::payments::MakePayment;
use serde_json::{Value, json};

use super::{add, billed, billed_to, column, kinds, known, listed, number, numbers, owner, sinar_with, state, worked};
use crate::support::given::{self, MAJLIS, SINAR, eft, invoice};
use crate::support::{Portal, sql};
use crate::team::session_of;

fn cards(cards: &Value) -> [i64; 7] {
    ["total", "active", "inactive", "withoutGroup", "groups", "pending", "errors"]
        .map(|name| cards[name].as_i64().expect("a count"))
}

#[tokio::test(flavor = "multi_thread")]
async fn added_accounts_bring_their_bills_and_removed_ones_take_their_unpaid_bills() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let three = numbers(0, 3);
    known(pool, &three, true).await;
    billed(pool, &three).await;
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    let asked = json!({ "bulkId": SINAR, "childAccounts": [
        { "accountNo": three[0], "referenceId": " HQ " }, { "accountNo": three[1] }, { "accountNo": three[2], "referenceId": "" },
    ] });
    assert_eq!(keeper.call_raw::<AddAccounts>(asked).await.expect("requested"), json!({ "accounts": 3 }));
    // No account is added yet, and the cards show three pending ones.
    let id = json!({ "id": SINAR });
    let seen = keeper.call_raw::<GetAccountCards>(id.clone()).await.expect("cards");
    assert_eq!(cards(&seen), [1, 1, 0, 1, 0, 3, 0]);
    let progress = keeper.call_raw::<GetTaggingProgress>(id.clone()).await.expect("progress");
    assert_eq!(progress, json!({ "pending": 3, "done": 0, "errors": 0 }));
    portal.work();
    worked(pool).await;
    let seen = keeper.call_raw::<GetAccountCards>(id.clone()).await.expect("cards");
    assert_eq!(cards(&seen), [4, 4, 0, 4, 0, 0, 0]);
    let rows = listed(&keeper, json!({})).await;
    assert_eq!(column(&rows, "referenceId"), ["HQ", "-", "-", "-"]);
    assert_eq!(column(&rows, "amountPayable"), ["100.00", "100.00", "100.00", "0.00"]);
    assert_eq!(billed_to(pool, &three[1]).await.as_deref(), Some(SINAR));
    let details = keeper.call_raw::<GetAccountDetails>(json!({ "accountNo": three[0] })).await.expect("details");
    assert_eq!((&details["unpaidBills"], &details["companyName"]), (&json!(1), &json!("Kilang 000 Sdn. Bhd.")));
    let history = details["history"].as_array().expect("a history");
    assert_eq!((history.len(), &history[0]["action"], &history[0]["requestedBy"]), (1, &json!(1), &json!("Chong")));
    assert!(history[0]["doneAt"].is_string() && history[0]["errorType"].is_null());

    let remove = json!({ "bulkId": SINAR, "accountNo": three[1] });
    assert_eq!(
        keeper.call_raw::<RemoveChildAccount>(remove.clone()).await.expect("requested"),
        json!({ "accounts": 1 })
    );
    worked(pool).await;
    assert_eq!((owner(pool, &three[1]).await, billed_to(pool, &three[1]).await), (None, None));
    let refused = keeper.call_raw::<RemoveChildAccount>(remove).await.expect_err("gone");
    assert_eq!((refused.status, refused.code()), (404, Code::AccountNotFound));
    // Add the account again: its bill comes back.
    add(&keeper, &three[1..2]).await.expect("requested");
    worked(pool).await;
    assert_eq!(billed_to(pool, &three[1]).await.as_deref(), Some(SINAR));
    let details = keeper.call_raw::<GetAccountDetails>(json!({ "accountNo": three[1] })).await.expect("details");
    let actions: Vec<_> = details["history"].as_array().expect("a history").iter().map(|one| &one["action"]).collect();
    assert_eq!(actions, [1, 2, 1]);
    let [added, removed, processed] = ["AccountsAdded", "AccountRemoved", "AccountsProcessed"];
    assert_eq!(kinds(pool).await, [added, processed, removed, processed, added, processed]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_taken_whole_or_not_at_all() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    known(pool, &numbers(0, 3), true).await;
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    let before = state(pool).await;
    let rows = json!([
        { "accountNo": number(0) }, { "accountNo": "310000000000" }, { "accountNo": "2100" }, { "accountNo": number(0) },
        { "accountNo": number(1), "referenceId": "seventeen letters" },
    ]);
    let refused = keeper.call_raw::<AddAccounts>(json!({ "bulkId": SINAR, "childAccounts": rows })).await;
    assert_eq!(
        refused.expect_err("a refusal").fields(),
        [
            ("childAccounts.1.accountNo", Code::AccountNumberPrefix),
            ("childAccounts.2.accountNo", Code::AccountNumberLength),
            ("childAccounts.3.accountNo", Code::AccountRepeated),
            ("childAccounts.4.referenceId", Code::ReferenceIdLength),
        ]
    );
    let none = add(&keeper, &[]).await.expect_err("none");
    assert_eq!(none.fields(), [("childAccounts", Code::AccountsRequired)]);
    let many = add(&keeper, &numbers(0, 10_001)).await.expect_err("too many");
    assert_eq!(many.fields(), [("childAccounts", Code::AccountsTooMany)]);
    assert_eq!(state(pool).await, before);
    // An account that is already pending is reported, and the whole list is refused.
    add(&keeper, &numbers(1, 2)).await.expect("requested");
    let before = state(pool).await;
    let busy = add(&keeper, &numbers(0, 3)).await.expect_err("busy");
    assert_eq!((busy.status, busy.fields()), (409, vec![("childAccounts.1.accountNo", Code::AccountIsPending)]));
    assert_eq!(state(pool).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_change_the_accounts_of_any_bulk_account() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = sinar_with(&portal, &numbers(0, 2)).await;
    let made = json!({ "id": SINAR, "groupName": "Utara", "accountNumbers": [] });
    let group = keeper.call_raw::<CreateGroup>(made).await.expect("a group")["groupId"].clone();
    let data = json!([{ "accountNo": number(0), "referenceId": "A-1", "groupId": group }, { "accountNo": number(1), "groupId": group }]);
    let update = |bulk_id: &str| json!({ "id": bulk_id, "data": data });
    // The utility's account manager may only read.
    let glb = session_of(&portal, "glb@utility.example").await;
    let before = state(pool).await;
    let refused = glb.call_raw::<UpdateMultipleAccounts>(update(SINAR)).await.expect_err("looks only");
    assert_eq!(refused.code(), Code::Forbidden);
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let groups = pccr.call_raw::<GetGroupsTable>(json!({ "id": SINAR })).await.expect("groups");
    assert_eq!(groups["items"][0]["groupId"], group);
    // Accounts and groups of another bulk account count as not found.
    let other = pccr.call_raw::<UpdateMultipleAccounts>(update(MAJLIS)).await.expect_err("not theirs");
    let wrong = other.fields();
    assert!(wrong.contains(&("data.0.accountNo", Code::AccountNotFound)), "{wrong:?}");
    assert!(wrong.contains(&("data.0.groupId", Code::GroupNotFound)), "{wrong:?}");
    assert_eq!(state(pool).await, before);

    assert_eq!(
        pccr.call_raw::<UpdateMultipleAccounts>(update(SINAR)).await.expect("requested"),
        json!({ "accounts": 2 })
    );
    worked(pool).await;
    let rows = listed(&keeper, json!({})).await;
    assert_eq!(column(&rows, "referenceId"), ["A-1", "-", "-"]);
    assert_eq!(column(&rows, "groupName"), ["Utara", "Utara", "-"]);
    let query = "select p.email from fact f join person p on p.person_id = f.actor_id where f.kind = 'AccountsChanged'";
    let by = sql::values::<String>(pool, query, &[]).await;
    assert_eq!(by, ["pccr@utility.example"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn reference_ids_and_groups_of_many_accounts_change_at_once() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = sinar_with(&portal, &numbers(0, 4)).await;
    let made = json!({ "id": SINAR, "groupName": "Utara", "accountNumbers": [number(3)] });
    let group = keeper.call_raw::<CreateGroup>(made).await.expect("a group")["groupId"].clone();
    let data = json!([
        { "accountNo": number(0), "referenceId": "A-1", "groupId": group },
        { "accountNo": number(1), "groupId": group },
        { "accountNo": number(2), "referenceId": "" },
        { "accountNo": number(3), "groupId": "" },
    ]);
    let update = json!({ "id": SINAR, "data": data });
    // The third account has no reference ID already, so its request changes nothing.
    assert_eq!(
        keeper.call_raw::<UpdateMultipleAccounts>(update.clone()).await.expect("requested"),
        json!({ "accounts": 3 })
    );
    worked(pool).await;
    let rows = listed(&keeper, json!({})).await;
    assert_eq!(column(&rows, "referenceId"), ["A-1", "-", "-", "-", "-"]);
    assert_eq!(column(&rows, "groupName"), ["Utara", "Utara", "-", "-", "-"]);
    let before = state(pool).await;
    assert_eq!(keeper.call_raw::<UpdateMultipleAccounts>(update).await.expect("nothing new"), json!({ "accounts": 0 }));
    assert_eq!(state(pool).await, before);
    let note = sql::value::<Value>(pool, "select data from fact where kind = 'AccountsChanged'", &[]).await;
    assert_eq!(
        note["accounts"][0],
        json!({ "accountNo": number(0), "before": { "referenceId": null, "groupId": null },
                "after": { "referenceId": "A-1", "groupId": group } })
    );
    // Clear reference ID and group.
    let data = json!([{ "accountNo": number(0), "referenceId": " ", "groupId": "" }]);
    keeper.call_raw::<UpdateMultipleAccounts>(json!({ "id": SINAR, "data": data })).await.expect("requested");
    worked(pool).await;
    let rows = listed(&keeper, json!({ "filter": { "search": number(0) } })).await;
    assert!(rows[0]["referenceId"].is_null() && rows[0]["groupId"].is_null());

    let before = state(pool).await;
    let data = json!([
        { "accountNo": number(0), "referenceId": "ok" },
        { "accountNo": number(0), "referenceId": "again" },
        { "accountNo": number(1), "referenceId": "seventeen letters" },
        { "accountNo": number(2), "groupId": "no id" },
    ]);
    let refused = keeper.call_raw::<UpdateMultipleAccounts>(json!({ "id": SINAR, "data": data })).await;
    assert_eq!(
        refused.expect_err("a refusal").fields(),
        [
            ("data.1.accountNo", Code::AccountRepeated),
            ("data.2.referenceId", Code::ReferenceIdLength),
            ("data.3.groupId", Code::GroupNotFound),
        ]
    );
    let data = json!([
        { "accountNo": number(0), "groupId": "01890000-0000-7000-8000-000000000000" },
        { "accountNo": number(9), "referenceId": "ok" },
    ]);
    let refused = keeper.call_raw::<UpdateMultipleAccounts>(json!({ "id": SINAR, "data": data })).await;
    let refused = refused.expect_err("a refusal");
    assert_eq!(
        (refused.status, refused.fields()),
        (404, vec![("data.0.groupId", Code::GroupNotFound), ("data.1.accountNo", Code::AccountNotFound)])
    );
    let none = keeper.call_raw::<UpdateMultipleAccounts>(json!({ "id": SINAR, "data": [] })).await;
    assert_eq!(none.expect_err("none").fields(), [("data", Code::AccountsRequired)]);
    assert_eq!(state(pool).await, before);
}

/// An account has at most one pending change. A second request is refused until the first is done.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_change_is_refused_while_one_is_pending() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    given::bills(pool, SINAR, 2, "100.00").await;
    let (one, other) = ("210000000001", "210000000002");
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    let rename = |account_no: &str, to: &str| {
        json!({ "id": SINAR, "data": [
            { "accountNo": other, "referenceId": "both" }, { "accountNo": account_no, "referenceId": to }] })
    };
    let remove = json!({ "bulkId": SINAR, "accountNo": one });
    keeper.call_raw::<RemoveChildAccount>(remove.clone()).await.expect("requested");
    let before = state(pool).await;
    let twice = keeper.call_raw::<RemoveChildAccount>(remove).await.expect_err("its removal is pending");
    assert_eq!((twice.status, twice.code()), (409, Code::AccountIsPending));
    let renamed =
        keeper.call_raw::<UpdateMultipleAccounts>(rename(one, "new")).await.expect_err("its removal is pending");
    assert_eq!((renamed.status, renamed.fields()), (409, vec![("data.1.accountNo", Code::AccountIsPending)]));
    assert_eq!(state(pool).await, before);
    portal.work();
    worked(pool).await;
    let renamed = keeper.call_raw::<UpdateMultipleAccounts>(rename(one, "new")).await.expect_err("it is gone");
    assert_eq!((renamed.status, renamed.fields()), (404, vec![("data.1.accountNo", Code::AccountNotFound)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_whose_bills_are_being_paid_stays() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let bills = given::bills(pool, SINAR, 2, "100.00").await;
    let (keeper, payer) =
        (session_of(&portal, "keeper@sinar.example").await, session_of(&portal, "payer@sinar.example").await);
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    let remove = |account_no: &str| json!({ "bulkId": SINAR, "accountNo": account_no });
    let refused = keeper.call_raw::<RemoveChildAccount>(remove("210000000001")).await.expect_err("it is being paid");
    assert_eq!((refused.status, refused.code()), (409, Code::AccountHasPayment));
    assert_eq!(invoice("510000000001"), bills[0]);
    keeper.call_raw::<RemoveChildAccount>(remove("210000000002")).await.expect("requested");
}

/// The largest possible request: every account of the largest bulk account, with every field.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_accounts_are_called_and_grouped_at_once() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let accounts = numbers(0, 10_000);
    let keeper = sinar_with(&portal, &accounts).await;
    let made = keeper.call_raw::<CreateGroup>(json!({ "id": SINAR, "groupName": "Semua" })).await.expect("a group");
    let rows = accounts.iter().map(|account_no| {
        let reference = format!("€€€€ {}", &account_no[1..]);
        json!({ "accountNo": account_no, "referenceId": reference, "groupId": made["groupId"] })
    });
    let update = json!({ "id": SINAR, "data": rows.collect::<Vec<_>>() });
    assert_eq!(
        keeper.call_raw::<UpdateMultipleAccounts>(update).await.expect("requested"),
        json!({ "accounts": 10_000 })
    );
    worked(pool).await;
    let query = "select count(*) from electricity_account
                 where group_id is not null and reference_id = repeat('€', 4) || ' ' || substr(account_no, 2)";
    let changed = sql::value::<i64>(pool, query, &[]).await;
    assert_eq!(changed, 10_000);
}
