//! Calls that wait for each other's locks leave connections to everybody else.

use std::time::{Duration, Instant};

use gridbill_core::Code;
use gridbill_core::number::BulkId;
use gridbill_core::payments::{GetTransactionsCards, MakePayment, TransactionsCardsRequest};

use crate::support::Portal;
use crate::support::given::{self, SINAR, eft};

#[tokio::test(flavor = "multi_thread")]
async fn no_more_calls_act_at_a_time_than_leave_connections_to_readers() {
    let portal = Portal::with_people_and(&["--connections", "8"]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut held = portal.pool().begin().await.expect("a transaction");
    sqlx::query!("update bill set tariff = tariff").execute(&mut *held).await.expect("locked bills");
    let began = Instant::now();
    let waiting: Vec<_> = (0..12)
        .map(|_| {
            let (payer, request) = (payer.clone(), eft(&bills, "100.00"));
            tokio::spawn(async move { payer.call::<MakePayment>(request).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let bulk_id = BulkId::parse(SINAR).expect("a bulk account");
    let read = payer.call::<GetTransactionsCards>(TransactionsCardsRequest { bulk_id });
    let read = tokio::time::timeout(Duration::from_secs(2), read).await.expect("readers do not wait");
    read.expect("the cards");
    // Those that got no turn are told so, while the others still wait for the lock.
    tokio::time::sleep(Duration::from_millis(3_500).saturating_sub(began.elapsed())).await;
    let is_told: Vec<bool> = waiting.iter().map(tokio::task::JoinHandle::is_finished).collect();
    assert_eq!(is_told.iter().filter(|told| **told).count(), 8, "half of the connections are for readers: {is_told:?}");
    held.rollback().await.expect("let go");
    let mut paid = 0;
    for (call, was_told) in waiting.into_iter().zip(is_told) {
        match call.await.expect("no panic") {
            Ok(_) => paid += 1,
            Err(refused) if was_told => assert_eq!((refused.status, refused.code()), (503, Code::Unavailable)),
            Err(refused) => assert_eq!(refused.code(), Code::DuplicatePayment),
        }
    }
    assert_eq!(paid, 1);
}
