//! Every total of amounts owed excludes bills in payments, and does not subtract credits.

use gridbill_core::accounts::groups::GetGroupDetails;
use gridbill_core::accounts::{GetAccountDetails, GetBulkAccountsTable};
use gridbill_core::bills::GetOutstandingBillsCard;
use serde_json::json;

use super::{billed, column, invoice_of, listed, numbers, sinar_with};
use crate::accounts::groups::make;
use crate::support::given::SINAR;
use crate::support::{Portal, sql};
use crate::team::session_of;

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_in_a_payment_and_a_credit_are_not_owed() {
    let portal = Portal::with_people().await;
    let pool = portal.pool();
    let accounts = numbers(0, 4);
    let keeper = sinar_with(&portal, &accounts).await;
    billed(pool, &accounts).await;
    let group = make(&keeper, "Utara", &accounts).await;
    // RM 100.00 is payable, RM 100.00 is in a payment, RM 40.00 is a credit, and RM 100.00 is disabled.
    for (account, status, total, off) in [(1, 2, "100", false), (2, 1, "-40", false), (3, 1, "100", true)] {
        let query = "update bill set status = $2, total_amount_payable = $3::text::numeric, disable_payment = $4
                     where invoice_no = $1";
        sql::run(pool, query, &[&invoice_of(&accounts[account]), &status, &total, &off]).await;
    }

    let viewer = session_of(&portal, "viewer@sinar.example").await;
    let card = viewer.call_raw::<GetOutstandingBillsCard>(json!({ "id": SINAR })).await.expect("the card");
    for (field, expected) in [
        ("totalBills", json!(4)),
        ("payableBills", json!(1)),
        ("payableAccounts", json!(1)),
        ("amountPayable", json!("100.00")),
        ("billsInPayment", json!(1)),
        ("amountInPayment", json!("100.00")),
        ("creditBills", json!(1)),
        ("creditAmount", json!("40.00")),
        ("billsNotPayable", json!(1)),
        ("amountNotPayable", json!("100.00")),
    ] {
        assert_eq!(card[field], expected, "{field}");
    }

    let group = viewer.call_raw::<GetGroupDetails>(json!({ "groupId": group })).await.expect("the group");
    assert_eq!((&group["unpaidBills"], &group["payableBills"]), (&json!(4), &json!(1)));
    assert_eq!((&group["amountPayable"], &group["amountInPayment"]), (&json!("100.00"), &json!("100.00")));

    let rows = listed(&viewer, json!({ "filter": { "groupIds": [group["groupId"]] } })).await;
    assert_eq!(column(&rows, "amountPayable"), ["100.00", "0.00", "0.00", "0.00"]);
    let mut shown = Vec::new();
    for account in &accounts {
        let details = viewer.call_raw::<GetAccountDetails>(json!({ "accountNo": account })).await.expect("an account");
        assert_eq!(details["unpaidBills"], json!(1));
        shown.push(
            column(std::slice::from_ref(&details), "amountInPayment").concat()
                + " "
                + &column(&[details], "creditAmount").concat(),
        );
    }
    assert_eq!(shown, ["0.00 0.00", "100.00 0.00", "0.00 40.00", "0.00 0.00"]);

    let glb = session_of(&portal, "glb@utility.example").await;
    let page = glb.call_raw::<GetBulkAccountsTable>(json!({ "search": "sinar" })).await.expect("a page");
    assert_eq!(page["items"][0]["amountPayable"], json!("100.00"));
    assert_eq!(page["items"][0]["amountInPayment"], json!("100.00"));
}

/// An account without bills owes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn without_a_bill_nothing_is_owed() {
    let portal = Portal::with_people().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let details = viewer.call_raw::<GetAccountDetails>(json!({ "accountNo": super::FIRST })).await.expect("an account");
    assert_eq!((&details["unpaidBills"], &details["creditAmount"]), (&json!(0), &json!("0.00")));
    let card = viewer.call_raw::<GetOutstandingBillsCard>(json!({ "id": SINAR })).await.expect("the card");
    assert_eq!((&card["amountPayable"], &card["creditAmount"]), (&json!("0.00"), &json!("0.00")));
}
