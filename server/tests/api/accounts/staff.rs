//! Staff find bulk accounts and electricity accounts, and change them on behalf of customers.

use gridbill_core::Code;
use gridbill_core::accounts::{
    AddAccounts, GetAccountCards, GetAccounts, GetBulkAccountsCards, GetBulkAccountsTable, GetBulkIdForRoc,
    RemoveChildAccount, SearchElectricityAccounts, ValidateForAdmin,
};
use serde_json::{Value, json};

use super::{FIRST, billed, column, known, number, numbers, owner, sinar_with, worked};
use crate::support::given::{self, MAJLIS, SINAR};
use crate::support::{Actor, Portal, sql};
use crate::team::session_of;

async fn found(actor: &Actor, request: Value) -> Vec<String> {
    let mut request = request;
    let mut found = Vec::new();
    request["recordCount"] = json!(2);
    loop {
        let page = actor.call_raw::<SearchElectricityAccounts>(request.clone()).await.expect("a page");
        found.extend(column(page["items"].as_array().expect("items"), "accountNo"));
        if page["next"].is_null() {
            assert_eq!(page["total"], json!(found.len()), "{request}");
            return found;
        }
        request["cursor"] = page["next"].clone();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bulk_accounts_are_counted_listed_and_searched() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    for (bulk_id, name) in
        [("3000000003", "alpha Sdn. Bhd."), ("3000000004", "Zeta & Anak 50%"), ("3000000005", "Écoterra")]
    {
        given::bulk_account(pool, bulk_id, name).await;
    }
    let keeper = sinar_with(&portal, &numbers(0, 2)).await;
    billed(pool, &numbers(0, 2)).await;
    super::add(&keeper, &numbers(7, 8)).await.expect("requested");
    worked(pool).await;
    let glb = session_of(&portal, "glb@utility.example").await;
    let cards = glb.call_raw::<GetBulkAccountsCards>(json!({})).await.expect("cards");
    let counts =
        ["total", "organisations", "government", "accounts", "withoutAccounts"].map(|name| cards[name].as_i64());
    assert_eq!(counts, [5, 5, 0, 4, 3].map(Some));
    let ordered =
        ["alpha Sdn. Bhd.", "Majlis Perbandaran Contoh", "Sinar Jaya Sdn. Bhd.", "Zeta & Anak 50%", "Écoterra"];
    for rows in [1, 2, 100] {
        let mut request = json!({ "recordCount": rows });
        let mut names = Vec::new();
        loop {
            let page = glb.call_raw::<GetBulkAccountsTable>(request.clone()).await.expect("a page");
            assert_eq!(page["total"], 5);
            names.extend(column(page["items"].as_array().expect("items"), "companyName"));
            if page["next"].is_null() {
                break;
            }
            request["cursor"] = page["next"].clone();
        }
        assert_eq!(names, ordered);
    }
    // The filter behind the figure lists exactly the bulk accounts that the figure counts.
    let page = glb.call_raw::<GetBulkAccountsTable>(json!({ "withoutAccounts": true })).await.expect("a page");
    assert_eq!(page["total"], cards["withoutAccounts"]);
    let without = column(page["items"].as_array().expect("items"), "companyName");
    assert_eq!(without, ["alpha Sdn. Bhd.", "Zeta & Anak 50%", "Écoterra"]);
    let page = glb.call_raw::<GetBulkAccountsTable>(json!({ "withoutAccounts": false })).await.expect("a page");
    assert_eq!(page["total"], 2);
    let page = glb.call_raw::<GetBulkAccountsTable>(json!({ "search": "sinar" })).await.expect("a page");
    assert_eq!(
        page["items"][0],
        json!({
            "bulkId": SINAR, "companyName": "Sinar Jaya Sdn. Bhd.", "registrationNo": SINAR, "tin": "",
            "businessType": 2, "totalAccounts": 3, "pendingErrors": 1, "totalUsers": 4, "amountPayable": "200.00",
            "amountInPayment": "0.00", "createdAt": "2026-11-20T04:00:00.000Z",
        })
    );
    for (search, total) in [("50%", 1), ("5_%", 0), ("3000000004", 1), ("000000", 5), ("BHD", 2), ("", 5)] {
        let page = glb.call_raw::<GetBulkAccountsTable>(json!({ "search": search })).await.expect("a page");
        assert_eq!(page["total"], total, "{search}");
    }
    let refused = glb.call_raw::<GetBulkAccountsTable>(json!({ "search": "ab" })).await.expect_err("too short");
    assert_eq!(refused.fields(), [("search", Code::SearchTooShort)]);
    let page = glb.call_raw::<GetBulkAccountsTable>(json!({ "businessType": 1 })).await.expect("a page");
    assert_eq!(page["total"], 0);
    sql::run(pool, "update bulk_account set registration_no = '2010-ABC' where bulk_id = $1", &[&SINAR]).await;
    for (number, bulk_id) in [(" 2010-abc ", json!(SINAR)), ("2010-ABD", Value::Null)] {
        let answer = glb.call_raw::<GetBulkIdForRoc>(json!({ "roc": number })).await.expect("an answer");
        assert_eq!(answer["bulkId"], bulk_id, "{number}");
    }
    let refused = glb.call_raw::<GetBulkIdForRoc>(json!({ "roc": " " })).await.expect_err("nothing");
    assert_eq!(refused.fields(), [("roc", Code::RegistrationNoRequired)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_of_all_customers_are_found() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let keeper = sinar_with(&portal, &numbers(0, 3)).await;
    known(pool, &numbers(3, 5), false).await;
    let data = json!([{ "accountNo": number(1), "referenceId": "Kilang HQ" }, { "accountNo": number(2), "referenceId": "500000000001" }]);
    let request = json!({ "id": SINAR, "data": data });
    keeper.call_raw::<gridbill_core::accounts::UpdateMultipleAccounts>(request).await.expect("requested");
    worked(pool).await;
    let glb = session_of(&portal, "glb@utility.example").await;
    for (request, expected) in [
        (json!({ "searchString": number(4) }), vec![4]),
        (json!({ "searchString": format!("{},{}", number(4), number(0)) }), vec![0, 4]),
        (json!({ "searchString": "500000000001" }), vec![2]),
        // Search matches company names and reference IDs.
        (json!({ "searchString": "kilang" }), vec![0, 1, 2, 3, 4]),
        (json!({ "searchString": "kilang hq" }), vec![1]),
        (json!({ "searchString": "lang 003" }), vec![3]),
        (json!({ "searchString": "kilang", "criteria": "referenceId" }), vec![1]),
        (json!({ "searchString": "kilang", "criteria": "companyName" }), vec![0, 1, 2, 3, 4]),
        (json!({ "searchString": format!("{};{}", number(2), number(9)), "criteria": "accountNo" }), vec![2]),
        (json!({ "searchString": "%%%" }), vec![]),
    ] {
        let expected: Vec<_> = expected.into_iter().map(number).collect();
        assert_eq!(found(&glb, request.clone()).await, expected, "{request}");
    }
    let page = glb.call_raw::<SearchElectricityAccounts>(json!({ "searchString": number(1) })).await.expect("a page");
    assert_eq!(
        page["items"][0],
        json!({ "accountNo": number(1), "companyName": "Kilang 001 Sdn. Bhd.",
                "accountDescription": "Kilang 001 Sdn. Bhd.", "premisesAddress": "Lot 0001", "isActive": true, "bulkId": SINAR, "referenceId": "Kilang HQ" })
    );
    for (request, field, code) in [
        (json!({ "searchString": "" }), "searchString", Code::SearchTooShort),
        (json!({ "searchString": "ab" }), "searchString", Code::SearchTooShort),
        (json!({ "searchString": "31", "criteria": "accountNo" }), "searchString", Code::AccountNumberPrefix),
        (json!({ "searchString": "abc", "criteria": "address" }), "criteria", Code::Unreadable),
    ] {
        let refused = glb.call_raw::<SearchElectricityAccounts>(request).await.expect_err("refused");
        assert_eq!(refused.fields(), [(field, code)]);
    }
    for (account_no, error_type, address) in [
        (FIRST.to_owned(), json!("belongsToAnother"), json!("Lot 1")),
        (number(4), json!("inactive"), json!("Lot 0004")),
        (number(50), json!("notFound"), Value::Null),
    ] {
        let answer = glb.call_raw::<ValidateForAdmin>(json!({ "accountNo": account_no })).await.expect("an answer");
        assert_eq!(answer, json!({ "accountNo": account_no, "premisesAddress": address, "errorType": error_type }));
    }
    known(pool, &numbers(60, 61), true).await;
    let answer = glb.call_raw::<ValidateForAdmin>(json!({ "accountNo": number(60) })).await.expect("an answer");
    assert!(answer["errorType"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_add_and_take_out_for_a_customer() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    known(pool, &numbers(0, 3), true).await;
    portal.work();
    let pccr = session_of(&portal, "pccr@utility.example").await;
    let add = json!({ "bulkId": MAJLIS, "childAccounts": [{ "accountNo": number(0), "referenceId": "A" }] });
    pccr.call_raw::<AddAccounts>(add).await.expect("requested");
    worked(pool).await;
    assert_eq!(owner(pool, &number(0)).await.as_deref(), Some(MAJLIS));
    let query = "select actor_name, bulk_id, kind from fact";
    let (actor_name, bulk_id, kind) = sql::row::<(String, Option<String>, String)>(pool, query, &[]).await;
    assert_eq!((actor_name.as_str(), bulk_id.as_deref(), kind.as_str()), ("Farid", Some(MAJLIS), "AccountsAdded"));
    let page = pccr.call_raw::<GetAccounts>(json!({ "id": MAJLIS })).await.expect("a page");
    assert_eq!(column(page["items"].as_array().expect("items"), "referenceId"), ["A", "-"]);
    let endon = session_of(&portal, "master@majlis.example").await;
    let theirs = endon.call_raw::<GetAccountCards>(json!({ "id": MAJLIS })).await.expect("cards");
    let cards = pccr.call_raw::<GetAccountCards>(json!({ "id": MAJLIS })).await.expect("cards");
    assert_eq!(cards, theirs);
    let remove = json!({ "bulkId": MAJLIS, "accountNo": number(0) });
    pccr.call_raw::<RemoveChildAccount>(remove).await.expect("requested");
    worked(pool).await;
    assert_eq!(owner(pool, &number(0)).await, None);
    // The account must be in the named bulk account, and the bulk account must exist.
    let remove = json!({ "bulkId": MAJLIS, "accountNo": FIRST });
    assert_eq!(pccr.call_raw::<RemoveChildAccount>(remove).await.expect_err("another's").code(), Code::AccountNotFound);
    let nowhere = "3000000099";
    for refused in [
        pccr.call_raw::<AddAccounts>(json!({ "bulkId": nowhere, "childAccounts": [{ "accountNo": number(1) }] })).await,
        pccr.call_raw::<RemoveChildAccount>(json!({ "bulkId": nowhere, "accountNo": number(1) })).await,
        pccr.call_raw::<GetAccounts>(json!({ "id": nowhere })).await,
        pccr.call_raw::<GetAccountCards>(json!({ "id": nowhere })).await,
    ] {
        let refused = refused.expect_err("nowhere");
        assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    }
    let glb = session_of(&portal, "glb@utility.example").await;
    let add = json!({ "bulkId": MAJLIS, "childAccounts": [{ "accountNo": number(1) }] });
    assert_eq!(glb.call_raw::<AddAccounts>(add).await.expect_err("views only").code(), Code::Forbidden);
}
