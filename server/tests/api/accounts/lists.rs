//! Lists of accounts: search, filters, orders and pages.

use gridbill_core::Code;
use gridbill_core::accounts::groups::CreateGroup;
use gridbill_core::accounts::{GetAccountDetails, GetAccounts, GetAccountsOfBulk, UpdateMultipleAccounts};
use serde_json::{Value, json};

use super::{FIRST, column, listed, number, numbers, sinar_with, worked};
use crate::support::given::SINAR;
use crate::support::{Actor, Portal};

/// Adds six accounts: two in group Utara, one in selatan, two with a reference ID only, one with neither.
async fn given(portal: &Portal) -> Actor {
    let keeper = sinar_with(portal, &numbers(1, 7)).await;
    let mut groups = Vec::new();
    for name in ["Utara", "selatan 100%"] {
        let made = keeper.call_raw::<CreateGroup>(json!({ "id": SINAR, "groupName": name })).await.expect("a group");
        groups.push(made["groupId"].clone());
    }
    let data = json!([
        { "accountNo": number(1), "referenceId": "beta", "groupId": groups[0] },
        { "accountNo": number(2), "referenceId": "Alpha", "groupId": groups[0] },
        { "accountNo": number(3), "referenceId": "ÉCLAIR", "groupId": groups[1] },
        { "accountNo": number(4), "referenceId": "500000000001" },
        { "accountNo": number(5), "referenceId": "beta" },
    ]);
    keeper.call_raw::<UpdateMultipleAccounts>(json!({ "id": SINAR, "data": data })).await.expect("requested");
    worked(portal.pool()).await;
    keeper
}

#[tokio::test(flavor = "multi_thread")]
async fn every_order_lists_every_row_once_across_pages() {
    let portal = Portal::with_people().await;
    let keeper = given(&portal).await;
    let (one, two, three, four, five, six) = (number(1), number(2), number(3), number(4), number(5), number(6));
    let [one, two, three, four, five, six] = [&one, &two, &three, &four, &five, &six].map(String::as_str);
    for (by, nothing, ordered) in [
        ("accountNo", 0, [one, two, three, four, five, six, FIRST]),
        // Sorting ignores case, and accounts without a value come last.
        ("referenceId", 2, [four, two, one, five, three, six, FIRST]),
        ("groupName", 4, [three, one, two, four, five, six, FIRST]),
    ] {
        for descending in [false, true] {
            let mut expected: Vec<_> = ordered.to_vec();
            if descending {
                expected.reverse();
                // Accounts without a value come last in both directions.
                expected.rotate_left(nothing);
            }
            for rows in [1, 2, 3, 100] {
                let request = json!({ "recordCount": rows, "sort": { "by": by, "descending": descending } });
                let found = column(&listed(&keeper, request).await, "accountNo");
                assert_eq!(found, expected, "{by} {descending} by {rows}");
            }
        }
    }
    // A cursor is valid only for its own order.
    let request = json!({ "id": SINAR, "recordCount": 1, "sort": { "by": "referenceId" } });
    let page = keeper.call_raw::<GetAccounts>(request).await.expect("a page");
    let request = json!({ "id": SINAR, "cursor": page["next"], "sort": { "by": "groupName" } });
    assert_eq!(keeper.call_raw::<GetAccounts>(request).await.expect_err("refused").code(), Code::CursorInvalid);
    // The contract's second address takes the count as text, as existing clients send it.
    let request = json!({ "id": SINAR, "recordCount": "2" });
    let page = keeper.call_raw::<GetAccountsOfBulk>(request).await.expect("a page");
    assert_eq!((page["items"].as_array().map(Vec::len), &page["total"]), (Some(2), &json!(7)));
    let request = json!({ "id": SINAR, "recordCount": "2", "cursor": page["next"] });
    let page = keeper.call_raw::<GetAccountsOfBulk>(request).await.expect("a page");
    assert_eq!(page["items"][0]["accountNo"], three);
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_found_by_every_searchable_field() {
    let portal = Portal::with_people().await;
    let keeper = given(&portal).await;
    for (filter, found) in [
        (json!({ "search": number(2) }), vec![2]),
        (json!({ "search": format!("{}, 2170-0000-0003", number(2)) }), vec![2, 3]),
        // A reference ID may look like an invoice number.
        (json!({ "search": "500000000001" }), vec![4]),
        (json!({ "search": number(99) }), vec![]),
        // Search matches a part of the account number, reference ID, address, city or group, and the amount owed.
        (json!({ "search": "7000-0000" }), vec![1, 2, 3, 4, 5, 6]),
        (json!({ "search": "RM 987,654.32" }), vec![]),
        (json!({ "search": "70000000" }), vec![1, 2, 3, 4, 5, 6]),
        (json!({ "search": "BET" }), vec![1, 5]),
        (json!({ "search": "lot 0004" }), vec![4]),
        (json!({ "search": "klang" }), vec![1, 2, 3, 4, 5, 6]),
        (json!({ "search": "utar" }), vec![1, 2]),
        (json!({ "search": "100%" }), vec![3]),
        (json!({ "search": "1_0" }), vec![]),
        (json!({ "search": "  " }), vec![1, 2, 3, 4, 5, 6, 0]),
        (json!({ "withoutGroup": true }), vec![4, 5, 6, 0]),
        (json!({ "withoutGroup": true, "search": "beta" }), vec![5]),
        // An empty list does not filter.
        (json!({ "groupIds": [], "states": [] }), vec![1, 2, 3, 4, 5, 6, 0]),
        (json!({ "groupIds": ["no id", "01890000-0000-7000-8000-000000000000"] }), vec![]),
        (json!({ "active": true }), vec![1, 2, 3, 4, 5, 6, 0]),
        (json!({ "active": false }), vec![]),
        (json!({ "states": ["Johor"] }), vec![]),
        (json!({ "states": ["Selangor", "Johor"], "search": "alpha" }), vec![2]),
    ] {
        let rows = listed(&keeper, json!({ "filter": filter })).await;
        let expected: Vec<_> = found.into_iter().map(|n| if n == 0 { FIRST.to_owned() } else { number(n) }).collect();
        assert_eq!(column(&rows, "accountNo"), expected, "{filter}");
    }
    // Pasted text: numbers separated by spaces or with other columns. Numbers that are not found are returned.
    let pasted = format!("{} Kilang\t{}\n899999999999", number(1), number(2));
    let request = json!({ "id": SINAR, "filter": { "search": pasted } });
    let page = keeper.call_raw::<GetAccounts>(request).await.expect("a page");
    assert_eq!((page["total"].clone(), page["notFound"].clone()), (json!(2), json!(["899999999999"])));
    let short = json!({ "id": SINAR, "filter": { "search": "ab" } });
    let refused = keeper.call_raw::<GetAccounts>(short).await.expect_err("too short");
    assert_eq!(refused.fields(), [("filter.search", Code::SearchTooShort)]);
    let group = listed(&keeper, json!({ "filter": { "search": "utara" } })).await[0]["groupId"].clone();
    let rows = listed(&keeper, json!({ "filter": { "groupIds": [group, "no id"] } })).await;
    assert_eq!(column(&rows, "accountNo"), [number(1), number(2)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn details_are_of_the_own_accounts_only() {
    let portal = Portal::with_people().await;
    let keeper = given(&portal).await;
    let details = keeper.call_raw::<GetAccountDetails>(json!({ "accountNo": number(1) })).await.expect("details");
    assert_eq!(
        (&details["account"]["referenceId"], &details["account"]["groupName"]),
        (&json!("beta"), &json!("Utara"))
    );
    assert_eq!(details["account"]["isActive"], Value::Bool(true));
    for account_no in [number(50), "223000000002".to_owned()] {
        let refused = keeper.call_raw::<GetAccountDetails>(json!({ "accountNo": account_no })).await.expect_err("none");
        assert_eq!((refused.status, refused.code()), (404, Code::AccountNotFound));
    }
}
