//! A payment is made once for each idempotency key (docs/http.md#idempotency-keys).

use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number_list::write_numbers;
use gridbill_core::payments::MakePayment;
use serde_json::{Value, json};

use crate::support::given::{self, SINAR, eft};
use crate::support::state::state;
use crate::support::{Portal, sql};

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_gets_the_same_bytes() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await.with_key("once-1");
    let request = || serde_json::to_value(eft(&bills[..1], "100.00")).expect("a request");
    let (status, first) = payer.send(&MakePayment::ENTRY, request()).await;
    assert_eq!(status, 200);
    let after = state(portal.pool()).await;
    for _ in 0..50 {
        assert_eq!(payer.send(&MakePayment::ENTRY, request()).await, (200, first.clone()));
    }
    let reused = payer.call::<MakePayment>(eft(&bills[1..], "100.00")).await.expect_err("refused");
    assert_eq!((reused.status, reused.code()), (422, Code::KeyReused));
    assert_eq!(state(portal.pool()).await, after);
    // The same key of another user is independent.
    let master = portal.sign_in("master@sinar.example").await.with_key("once-1");
    master.call::<MakePayment>(eft(&bills[1..], "100.00")).await.expect("a payment");
    let (status, _) = payer.with_key("a key").send(&MakePayment::ENTRY, request()).await;
    assert_eq!(status, 400, "a key has no spaces");
}

/// The app sends a long list of bills as one text. A client that repeats its payment may use either form.
#[tokio::test(flavor = "multi_thread")]
async fn bills_written_as_one_text_are_the_same_request() {
    let portal = Portal::with_people().await;
    let mut bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    bills.sort();
    let payer = portal.sign_in("payer@sinar.example").await.with_key("once-text");
    let request = serde_json::to_value(eft(&bills, "300.00")).expect("a request");
    let with = |list: Value| {
        let mut request = request.clone();
        request["invoiceNos"] = list;
        request
    };
    for wrong in ["510000000001..", "510000000009..1", "000000000000..999999999999", ","] {
        let refused = payer.call_raw::<MakePayment>(with(json!(wrong))).await.expect_err("refused");
        assert_eq!((refused.status, refused.code()), (400, Code::Unreadable), "{wrong}");
    }
    let refused = payer.call_raw::<MakePayment>(with(json!("17"))).await.expect_err("refused");
    assert_eq!((refused.code(), refused.body.fields[0].field.as_str()), (Code::InvoiceNumberInvalid, "invoiceNos"));
    let numbers: Vec<String> = bills.iter().map(ToString::to_string).collect();
    let text = write_numbers(&numbers).expect("numbers that are alike");
    let (status, first) = payer.send(&MakePayment::ENTRY, with(json!(text))).await;
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&first));
    assert_eq!(payer.send(&MakePayment::ENTRY, request.clone()).await, (200, first));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_in_progress_is_refused() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await.with_key("once-2");
    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *held, "update bill set tariff = tariff", &[]).await;
    let first = tokio::spawn({
        let (payer, request) = (payer.clone(), eft(&bills, "100.00"));
        async move { payer.call::<MakePayment>(request).await }
    });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let meanwhile = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect_err("refused");
    assert_eq!((meanwhile.status, meanwhile.code()), (409, Code::KeyInProgress));
    held.rollback().await.expect("released");
    let first = first.await.expect("no panic").expect("a payment");
    let again = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("the same payment");
    assert_eq!(first, again);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_call_may_be_tried_again_with_its_key() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await.with_key("once-3");
    payer.call::<MakePayment>(eft(&bills, "99.00")).await.expect_err("another total");
    payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
}
