//! The same idempotency key many times: the same bytes, one effect (docs/http.md#idempotency-keys).

use std::time::Duration;

use futures::future::join_all;
use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint;
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{PaymentAccept, PaymentReject};
use serde_json::{Value, json};

use super::every_invariant_holds;
use crate::support::given::{self, SINAR, eft, fpx};
use crate::support::{Actor, Portal, either, sql};

/// Number of simultaneous calls.
const AT_ONCE: usize = 20;

/// Returns the bytes of the answer, repeating the call while another one with the key is running.
async fn bytes<E: Endpoint>(actor: &Actor, request: &Value) -> Vec<u8> {
    for _ in 0..400 {
        let (status, body) = actor.send(&E::ENTRY, request.clone()).await;
        if status == 200 {
            return body;
        }
        let error: Value = serde_json::from_slice(&body).expect("an envelope");
        assert_eq!((status, &error["Error"]["code"]), (409, &json!("keyInProgress")), "{error}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the key stays in progress");
}

/// Sends the call many times at two processes, half simultaneously and half one after the other.
async fn replay<E: Endpoint>(actors: [Actor; 2], request: &Value) -> Vec<u8> {
    let many = either(60, 1_000);
    let mut answers = Vec::new();
    while answers.len() < many / 2 {
        answers.extend(join_all((0..AT_ONCE).map(|place| bytes::<E>(&actors[place % 2], request))).await);
    }
    while answers.len() < many {
        answers.push(bytes::<E>(&actors[answers.len() % 2], request).await);
    }
    let first = answers.remove(0);
    assert!(answers.iter().all(|answer| *answer == first), "{}", String::from_utf8_lossy(&first));
    first
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_replays_has_one_effect() {
    let portal = Portal::with_people().await;
    let (_second, address) = portal.second().await;
    let bills = given::bills(portal.pool(), SINAR, 8, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let here = payer.with_key("pay-1");
    let request = serde_json::to_value(eft(&bills[..2], "200.00")).expect("a request");
    let made = replay::<MakePayment>([here.clone(), here.at(address)], &request).await;
    let by_fpx = payer.with_key("pay-2");
    let other = serde_json::to_value(fpx(&bills[2..4], "200.00")).expect("a request");
    replay::<MakePayment>([by_fpx.clone(), by_fpx.at(address)], &other).await;

    let made: Value = serde_json::from_slice(&made).expect("an envelope");
    let decision = json!({ "eBulkPaymentID": made["Data"]["eBulkPaymentID"] });
    let pccr = portal.sign_in_staff("pccr@utility.example").await.with_key("decide-1");
    let moved = replay::<PaymentAccept>([pccr.clone(), pccr.at(address)], &decision).await;
    let moved: Value = serde_json::from_slice(&moved).expect("an envelope");
    assert_eq!(moved["Data"]["status"], 3);

    let query = "select (select count(*) from payment), (select count(*) from payment_item),
                 (select count(*) from fact), (select count(*) from answered_call),
                 (select count(*) from fpx_request), (select sum(invoices) from payment)";
    let (payments, items, events, answers, requests, counts_bills) =
        sql::row::<(i64, i64, i64, i64, i64, i64)>(portal.pool(), query, &[]).await;
    assert_eq!((payments, items, counts_bills), (2, 4, 4));
    assert_eq!((events, answers, requests), (3, 3, 1));

    // A key cannot be used for another request.
    let wrong = here.call::<MakePayment>(eft(&bills[4..5], "100.00")).await.expect_err("another body");
    assert_eq!((wrong.status, wrong.code()), (422, Code::KeyReused));
    let wrong = pccr.call_raw::<PaymentReject>(decision).await.expect_err("another call");
    assert_eq!(wrong.code(), Code::KeyReused);
    // Keys of different users are independent.
    let master = portal.sign_in("master@sinar.example").await.with_key("pay-1");
    assert!(master.call::<MakePayment>(eft(&bills[4..5], "100.00")).await.is_ok());
    // A refused call does not use up its key, so a corrected call may use it.
    let again = payer.with_key("pay-3");
    again.call::<MakePayment>(eft(&bills[5..6], "99.00")).await.expect_err("a wrong total");
    assert!(again.call::<MakePayment>(eft(&bills[5..6], "100.00")).await.is_ok());
    for key in ["", "with space", &"k".repeat(201)] {
        let refused =
            payer.with_key(key).call::<MakePayment>(eft(&bills[6..7], "100.00")).await.expect_err("a bad key");
        assert_eq!((refused.status, refused.code()), (400, Code::KeyInvalid), "{key:?}");
    }
    every_invariant_holds(&portal).await;
}
