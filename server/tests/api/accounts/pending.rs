//! Accounts that could not be added: listed, retried and dismissed, by customers and by staff.

use gridbill_core::Code;
use gridbill_core::accounts::{
    GetBulkChildAccountError, GetBulkChildAccountErrorForAdmin, PendingSubmit, RemoveFromPending,
};
use serde_json::{Value, json};

use super::{add, column, known, number, numbers, owner, state, worked};
use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Actor, Portal, sql};
use crate::team::session_of;

/// Requests five accounts that the utility does not know, and waits until the job has failed them.
async fn given(portal: &Portal) -> Actor {
    let keeper = session_of(portal, "keeper@sinar.example").await;
    add(&keeper, &numbers(0, 5)).await.expect("requested");
    portal.work();
    worked(portal.pool()).await;
    keeper
}

fn about(accounts: &[String]) -> Value {
    json!({ "bulkId": SINAR, "accounts": accounts })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_row_is_listed_once_across_pages() {
    let portal = Portal::with_people().await;
    let keeper = given(&portal).await;
    for rows in [1, 2, 5, 100] {
        let mut request = json!({ "collectiveContractAccountNo": SINAR, "recordCount": rows.to_string() });
        let mut found = Vec::new();
        loop {
            let page = keeper.call_raw::<GetBulkChildAccountError>(request.clone()).await.expect("a page");
            assert_eq!(page["total"], 5);
            found.extend(column(page["items"].as_array().expect("items"), "accountNumber"));
            if page["next"].is_null() {
                break;
            }
            request["cursor"] = page["next"].clone();
        }
        assert_eq!(found, numbers(0, 5), "by {rows}");
    }
    // Staff see the same list, also with the bulk account in the address.
    let glb = session_of(&portal, "glb@utility.example").await;
    let request = json!({ "collectiveContractAccountNo": SINAR, "bulkId": SINAR });
    assert_eq!(glb.call_raw::<GetBulkChildAccountError>(request).await.expect("a page")["total"], 5);
    // The list of another company is not found.
    for other in [MAJLIS, "3000000099"] {
        let request = json!({ "collectiveContractAccountNo": other });
        let refused = keeper.call_raw::<GetBulkChildAccountError>(request).await.expect_err("not found");
        assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_accounts_are_retried_or_dismissed() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = given(&portal).await;
    known(pool, &numbers(0, 1), true).await;
    // A repeated account counts once.
    let again = about(&[number(1), number(0), number(0)]);
    assert_eq!(keeper.call_raw::<PendingSubmit>(again).await.expect("requested"), json!({ "accounts": 2 }));
    worked(pool).await;
    assert_eq!(owner(pool, &number(0)).await.as_deref(), Some(SINAR));
    let left = super::tagging::pending(&keeper, SINAR).await;
    assert_eq!(column(&left, "accountNumber"), numbers(1, 5));
    let forget = about(&[number(1), number(2)]);
    assert_eq!(keeper.call_raw::<RemoveFromPending>(forget).await.expect("dismissed"), json!({ "accounts": 2 }));
    assert_eq!(super::tagging::pending(&keeper, SINAR).await.len(), 2);

    let before = state(pool).await;
    for accounts in [vec![number(3), number(1)], vec![number(0)], vec![number(77)]] {
        let refused = keeper.call_raw::<PendingSubmit>(about(&accounts)).await.expect_err("not all are there");
        assert_eq!((refused.status, refused.code()), (404, Code::AccountNotFound));
        let refused = keeper.call_raw::<RemoveFromPending>(about(&accounts)).await.expect_err("not all are there");
        assert_eq!((refused.status, refused.code()), (404, Code::AccountNotFound));
    }
    for refused in [
        keeper.call_raw::<PendingSubmit>(about(&[])).await.expect_err("none"),
        keeper.call_raw::<RemoveFromPending>(about(&[])).await.expect_err("none"),
    ] {
        assert_eq!(refused.fields(), [("accounts", Code::AccountsRequired)]);
    }
    assert_eq!(state(pool).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_see_and_fix_failed_accounts_of_all_customers() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    given(&portal).await;
    let endon = session_of(&portal, "master@majlis.example").await;
    portal.advance(chrono::TimeDelta::seconds(5));
    let request = json!({ "bulkId": MAJLIS, "childAccounts": [{ "accountNo": number(0) }] });
    endon.call_raw::<gridbill_core::accounts::AddAccounts>(request).await.expect("requested");
    worked(pool).await;
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let mut request = json!({ "recordCount": 2 });
    let mut found = Vec::new();
    loop {
        let page = pccr.call_raw::<GetBulkChildAccountErrorForAdmin>(request.clone()).await.expect("a page");
        assert_eq!(page["total"], 6);
        found.extend(page["items"].as_array().expect("items").iter().cloned());
        if page["next"].is_null() {
            break;
        }
        request["cursor"] = page["next"].clone();
    }
    // Newest first.
    assert_eq!(found[0]["companyName"], "Majlis Perbandaran Contoh");
    let mut numbers_of: Vec<_> = column(&found[1..], "accountNumber");
    numbers_of.reverse();
    assert_eq!(numbers_of, numbers(0, 5));
    for (search, total) in [("majlis", 1), (number(0).as_str(), 2), (number(4).as_str(), 1), ("nobody", 0), ("", 6)] {
        let request = json!({ "search": search });
        let page = pccr.call_raw::<GetBulkChildAccountErrorForAdmin>(request).await.expect("a page");
        assert_eq!(page["total"], total, "{search}");
    }
    let refused = pccr.call_raw::<GetBulkChildAccountErrorForAdmin>(json!({ "search": "ab" })).await;
    assert_eq!(refused.expect_err("too short").fields(), [("search", Code::SearchTooShort)]);

    known(pool, &numbers(3, 4), true).await;
    pccr.call_raw::<PendingSubmit>(about(&numbers(3, 4))).await.expect("requested");
    worked(pool).await;
    assert_eq!(owner(pool, &number(3)).await.as_deref(), Some(SINAR));
    pccr.call_raw::<RemoveFromPending>(about(&numbers(4, 5))).await.expect("dismissed");
    let page = pccr.call_raw::<GetBulkChildAccountErrorForAdmin>(json!({})).await.expect("a page");
    assert_eq!(page["total"], 4);
    for note in ["AccountsTriedAgain", "AccountsForgotten"] {
        let query = "select count(*) from fact where kind = $1 and actor_name = 'Farid' and bulk_id = $2";
        let notes = sql::value::<i64>(pool, query, &[&note, &SINAR]).await;
        assert_eq!(notes, 1, "{note}");
    }
    let nowhere = json!({ "bulkId": "3000000099", "accounts": numbers(0, 1) });
    for refused in [
        pccr.call_raw::<PendingSubmit>(nowhere.clone()).await.expect_err("nowhere"),
        pccr.call_raw::<RemoveFromPending>(nowhere).await.expect_err("nowhere"),
    ] {
        assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    }
}
