//! Search of payments by any detail, for customers and staff, and every order.

use gridbill_core::endpoint::Endpoint;
use gridbill_core::list::Sort;
use gridbill_core::payments::staff::{GetAdminAllPayments, GetAdminPendingPayments};
use gridbill_core::payments::{GetPaymentTransactions, MakePayment, TransactionSortBy};
use serde_json::{Value, json};

use crate::support::given::{self, MAJLIS, SINAR, account_of, eft};
use crate::support::{Actor, Portal};

async fn found<E: Endpoint>(actor: &Actor, bulk_id: &str, typed: &str) -> Value {
    actor
        .call_raw::<E>(json!({ "bulkId": bulk_id, "filter": { "search": typed } }))
        .await
        .unwrap_or_else(|refused| panic!("{typed}: {refused:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_is_found_by_any_detail() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 13, "1234.50").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    given::bills(portal.pool(), MAJLIS, 1, "7.00").await;
    let stranger = portal.sign_in("master@majlis.example").await;
    let made = payer.call::<MakePayment>(eft(&bills[..1], "1234.50")).await.expect("a payment");
    let mut other = eft(&bills[1..3], "2469.00");
    other.reference_numbers = vec![given::reference("OTHER1", "2469.00")];
    payer.call::<MakePayment>(other).await.expect("another payment");

    let number = made.transaction_no.to_string();
    let account = account_of(&bills[0]);
    // A part of each number, the amount and the bank; also lists separated by spaces or pasted with other columns.
    let one = [
        number.clone(),
        number[3..].to_lowercase(),
        bills[0].as_str()[3..].to_owned(),
        account.as_str()[2..].to_owned(),
        "RM 1,234.5".to_owned(),
        format!("Kilang\t{}\t1,234.50", bills[0]),
    ];
    for typed in &one {
        for (page, who) in [
            (found::<GetPaymentTransactions>(&payer, SINAR, typed).await, "the payer"),
            (found::<GetAdminAllPayments>(&staff, SINAR, typed).await, "the utility"),
            (found::<GetAdminPendingPayments>(&staff, SINAR, typed).await, "the utility's queue"),
        ] {
            assert_eq!(page["total"], 1, "{typed} for {who}");
            assert_eq!(page["items"][0]["transactionNo"], number, "{typed} for {who}");
        }
        assert_eq!(found::<GetPaymentTransactions>(&stranger, MAJLIS, typed).await["total"], 0, "{typed}");
    }
    let bank = made_at(&payer).await;
    for (typed, total) in [(&bank[..4], 2), ("no such bank", 0), ("100%_", 0), ("9,999.99", 0)] {
        assert_eq!(found::<GetPaymentTransactions>(&payer, SINAR, typed).await["total"], total, "{typed}");
        assert_eq!(found::<GetAdminAllPayments>(&staff, SINAR, typed).await["total"], total, "{typed}");
    }

    let typed = format!("{number} {} 799999999999", bills[1]);
    let page = found::<GetPaymentTransactions>(&payer, SINAR, &typed).await;
    assert_eq!((page["total"].clone(), page["notFound"].clone()), (json!(2), json!(["799999999999"])));
    let page = found::<GetAdminAllPayments>(&staff, SINAR, &typed).await;
    assert_eq!((page["total"].clone(), page["notFound"].clone()), (json!(2), json!(["799999999999"])));
    let page = found::<GetPaymentTransactions>(&stranger, MAJLIS, &typed).await;
    assert_eq!(page["notFound"].as_array().map(Vec::len), Some(3), "another company's payment is not found");
}

/// Returns the bank of the newest payment.
async fn made_at(payer: &Actor) -> String {
    let page = payer.call_raw::<GetPaymentTransactions>(json!({ "bulkId": SINAR })).await.expect("a page");
    page["items"][0]["bankName"].as_str().expect("a bank").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn payments_are_listed_in_every_order() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 6, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    for (place, bills) in bills.chunks(2).enumerate() {
        let mut payment = eft(&bills[..1 + place % 2], if place % 2 == 0 { "100.00" } else { "200.00" });
        let total = payment.total_amount.to_string();
        payment.reference_numbers = vec![given::reference(&format!("REF{place}"), &total)];
        payer.call::<MakePayment>(payment).await.expect("a payment");
    }
    for sort in Sort::<TransactionSortBy>::all() {
        let request = json!({ "bulkId": SINAR, "sort": sort });
        let page = payer.call_raw::<GetPaymentTransactions>(request).await.expect("a page");
        let column = match sort.by {
            TransactionSortBy::PaymentDate => "paymentDate",
            TransactionSortBy::TransactionAmount => "transactionAmount",
            TransactionSortBy::TransactionNo => "transactionNo",
            TransactionSortBy::Status => "status",
        };
        let mut keys: Vec<String> =
            page["items"].as_array().expect("rows").iter().map(|row| row[column].to_string()).collect();
        assert_eq!(keys.len(), 3);
        if sort.descends() {
            keys.reverse();
        }
        assert!(keys.is_sorted(), "{sort:?}: {keys:?}");
    }
}
