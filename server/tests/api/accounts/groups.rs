//! Groups of accounts.

use gridbill_core::Code;
use gridbill_core::accounts::groups::{
    AssignAccounts, CreateGroup, DeleteGroup, GetAccountsInGroup, GetAccountsNotInGroup, GetGroupDetails,
    GetGroupsTable, RemoveAccounts, UpdateGroup,
};
use gridbill_core::accounts::{GetAccountCards, RemoveChildAccount};
use serde_json::{Value, json};

use super::{FIRST, billed, column, kinds, number, numbers, sinar_with, state, worked};
use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Actor, Portal, sql};
use crate::team::session_of;

pub async fn make(actor: &Actor, name: &str, accounts: &[String]) -> String {
    let request = json!({ "id": SINAR, "groupName": name, "accountNumbers": accounts });
    let made = actor.call_raw::<CreateGroup>(request).await.expect("a group");
    made["groupId"].as_str().expect("an id").to_owned()
}

async fn table(actor: &Actor, mut request: Value) -> Vec<Value> {
    request["id"] = json!(SINAR);
    let mut found = Vec::new();
    loop {
        let page = actor.call_raw::<GetGroupsTable>(request.clone()).await.expect("a page");
        found.extend(page["items"].as_array().expect("items").iter().cloned());
        if page["next"].is_null() {
            assert_eq!(page["total"], json!(found.len()));
            return found;
        }
        request["cursor"] = page["next"].clone();
    }
}

async fn members(actor: &Actor, group_id: &str) -> Vec<String> {
    let page = actor.call_raw::<GetAccountsInGroup>(json!({ "groupId": group_id })).await.expect("accounts");
    column(page["items"].as_array().expect("items"), "accountNo")
}

async fn ungrouped(actor: &Actor) -> Vec<String> {
    let page = actor.call_raw::<GetAccountsNotInGroup>(json!({ "id": SINAR })).await.expect("accounts");
    column(page["items"].as_array().expect("items"), "accountNo")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_is_made_filled_renamed_emptied_and_deleted() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = sinar_with(&portal, &numbers(0, 4)).await;
    billed(pool, &numbers(0, 4)).await;
    let north = make(&keeper, " Utara ", &numbers(0, 2)).await;
    let south = make(&keeper, "Selatan", &[]).await;
    let rows = table(&keeper, json!({})).await;
    assert_eq!(column(&rows, "groupName"), ["Selatan", "Utara"]);
    assert_eq!(column(&rows, "amountPayable"), ["0.00", "200.00"]);
    assert_eq!((&rows[1]["totalAccounts"], &rows[1]["unpaidBills"]), (&json!(2), &json!(2)));
    let details = keeper.call_raw::<GetGroupDetails>(json!({ "groupId": north })).await.expect("a group");
    assert_eq!(details, rows[1]);
    assert_eq!(ungrouped(&keeper).await, [number(2), number(3), FIRST.to_owned()]);
    // Accounts of another group can be assigned too. A repeated account counts once.
    let assign = json!({ "groupId": south, "accountNumbers": [number(1), number(2), number(2)] });
    assert_eq!(keeper.call_raw::<AssignAccounts>(assign).await.expect("moved"), json!({ "accounts": 2 }));
    assert_eq!((members(&keeper, &north).await, members(&keeper, &south).await), (numbers(0, 1), numbers(1, 3)));
    let remove = json!({ "groupId": south, "accountNumbers": [number(1)] });
    assert_eq!(keeper.call_raw::<RemoveAccounts>(remove).await.expect("out"), json!({ "accounts": 1 }));
    assert_eq!(members(&keeper, &south).await, numbers(2, 3));
    let rename = json!({ "groupId": south, "groupName": "selatan jauh" });
    keeper.call_raw::<UpdateGroup>(rename.clone()).await.expect("renamed");
    keeper.call_raw::<UpdateGroup>(rename).await.expect("it has this name already");
    let cards = keeper.call_raw::<GetAccountCards>(json!({ "id": SINAR })).await.expect("cards");
    assert_eq!((&cards["groups"], &cards["withoutGroup"]), (&json!(2), &json!(3)));
    keeper.call_raw::<DeleteGroup>(json!({ "groupId": south })).await.expect("deleted");
    assert_eq!(ungrouped(&keeper).await.len(), 4);
    let notes = kinds(pool).await;
    assert_eq!(notes[..2], ["AccountsAdded", "AccountsProcessed"]);
    assert_eq!(
        notes[2..],
        ["GroupMade", "GroupMade", "AccountsGrouped", "AccountsUngrouped", "GroupRenamed", "GroupDeleted"]
    );
    // An account that is removed from the bulk account also leaves its group.
    let request = json!({ "bulkId": SINAR, "accountNo": number(0) });
    keeper.call_raw::<RemoveChildAccount>(request).await.expect("requested");
    worked(pool).await;
    assert_eq!(members(&keeper, &north).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_groups_differ_in_more_than_case() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    let north = make(&keeper, "Utara", &[]).await;
    let south = make(&keeper, "Selatan", &[]).await;
    let before = state(pool).await;
    let long = "x".repeat(61);
    for (name, status, code) in [
        ("UTARA", 409, Code::GroupNameInUse),
        (" utara\t", 409, Code::GroupNameInUse),
        ("", 422, Code::GroupNameRequired),
        ("  ", 422, Code::GroupNameRequired),
        (long.as_str(), 422, Code::GroupNameInvalid),
        ("a\nb", 422, Code::LineBreak),
        ("a\0b", 400, Code::Unreadable),
    ] {
        let refused = keeper.call_raw::<CreateGroup>(json!({ "id": SINAR, "groupName": name })).await;
        let refused = refused.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (status, code), "{name}");
        let refused = keeper.call_raw::<UpdateGroup>(json!({ "groupId": south, "groupName": name })).await;
        let refused = refused.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (status, code), "{name}");
    }
    assert_eq!(state(pool).await, before);
    // A group may take its own name in another case, or the name of another company's group.
    keeper.call_raw::<UpdateGroup>(json!({ "groupId": north, "groupName": "UTARA" })).await.expect("renamed");
    let endon = session_of(&portal, "master@majlis.example").await;
    endon.call_raw::<CreateGroup>(json!({ "id": MAJLIS, "groupName": "Utara" })).await.expect("a group");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_accounts_refuse_the_whole_call() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = sinar_with(&portal, &numbers(0, 3)).await;
    let north = make(&keeper, "Utara", &numbers(0, 1)).await;
    let before = state(pool).await;
    let foreign = format!("22{MAJLIS}");
    for accounts in [vec![number(1), number(50)], vec![foreign.clone()]] {
        let create = json!({ "id": SINAR, "groupName": "Baru", "accountNumbers": accounts });
        let refused = keeper.call_raw::<CreateGroup>(create).await.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (404, Code::AccountNotFound));
        let assign = json!({ "groupId": north, "accountNumbers": accounts });
        let refused = keeper.call_raw::<AssignAccounts>(assign.clone()).await.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (404, Code::AccountNotFound));
        let refused = keeper.call_raw::<RemoveAccounts>(assign).await.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (404, Code::AccountNotFound));
    }
    // The second account is in the bulk account, but not in this group.
    let remove = json!({ "groupId": north, "accountNumbers": numbers(0, 2) });
    assert_eq!(keeper.call_raw::<RemoveAccounts>(remove).await.expect_err("refused").code(), Code::AccountNotFound);
    let none = json!({ "groupId": north, "accountNumbers": [] });
    for refused in [
        keeper.call_raw::<AssignAccounts>(none.clone()).await.expect_err("none"),
        keeper.call_raw::<RemoveAccounts>(none).await.expect_err("none"),
    ] {
        assert_eq!(refused.fields(), [("accountNumbers", Code::AccountsRequired)]);
    }
    let many = json!({ "groupId": north, "accountNumbers": numbers(0, 10_001) });
    let refused = keeper.call_raw::<AssignAccounts>(many).await.expect_err("too many");
    assert_eq!(refused.fields(), [("accountNumbers", Code::AccountsTooMany)]);
    assert_eq!(state(pool).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_by_name_and_searched_by_a_part_of_it() {
    let portal = Portal::with_people().await;
    let keeper = session_of(&portal, "keeper@sinar.example").await;
    for name in ["delta", "Alpha", "ÉCLAIR", "charlie", "BRAVO 50%", "alpha 2"] {
        make(&keeper, name, &[]).await;
    }
    let ordered = ["Alpha", "alpha 2", "BRAVO 50%", "charlie", "delta", "ÉCLAIR"];
    for rows in [1, 2, 4, 100] {
        let rows = table(&keeper, json!({ "recordCount": rows })).await;
        assert_eq!(column(&rows, "groupName"), ordered);
    }
    for (search, found) in
        [("ALP", vec!["Alpha", "alpha 2"]), ("50%", vec!["BRAVO 50%"]), ("50_", vec![]), (" ", ordered.to_vec())]
    {
        let rows = table(&keeper, json!({ "search": search, "recordCount": 1 })).await;
        assert_eq!(column(&rows, "groupName"), found, "{search}");
    }
}

/// A call without an idempotency key is also retried when PostgreSQL aborts it to break a deadlock.
#[tokio::test(flavor = "multi_thread")]
async fn a_deadlock_of_a_call_without_a_key_is_not_shown() {
    let portal = Portal::with_people().await;
    let keeper = sinar_with(&portal, &numbers(0, 1)).await;
    let mut held = portal.pool().begin().await.expect("a transaction");
    let query = "select account_no from electricity_account where account_no = $1 for update";
    sql::value::<String>(&mut *held, query, &[&number(0)]).await;
    let making = tokio::spawn(async move { make(&keeper, "Utara", &numbers(0, 1)).await });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    // The call has waited longer for its lock, so PostgreSQL aborts the call and not this transaction.
    sql::value::<String>(&mut *held, "select bulk_id from bulk_account where bulk_id = $1 for update", &[&SINAR]).await;
    held.commit().await.expect("released");
    making.await.expect("a group, at the second attempt");
}
