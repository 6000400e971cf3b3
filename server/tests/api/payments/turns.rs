//! Calls that wait for each other's locks leave connections for other users.

use std::time::{Duration, Instant};

use gridbill_core::Code;
use gridbill_core::number::BulkId;
use gridbill_core::payments::{GetTransactionsCards, MakePayment, TransactionsCardsRequest};

use crate::support::given::{self, SINAR, eft};
use crate::support::{Portal, sql};

#[tokio::test(flavor = "multi_thread")]
async fn no_more_calls_act_at_a_time_than_leave_connections_to_readers() {
    let portal = Portal::with_people_and(&["--connections", "8"]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let reader = portal.sign_in("payer@sinar.example").await;
    // Each call is of another user, because changes of one user run one after the other.
    let mut payers = Vec::new();
    for email in colleagues(&portal, 12).await {
        payers.push(portal.sign_in(&email).await);
    }
    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *held, "update bill set tariff = tariff", &[]).await;
    let began = Instant::now();
    let waiting: Vec<_> = payers
        .into_iter()
        .map(|payer| {
            let request = eft(&bills, "100.00");
            tokio::spawn(async move { payer.call::<MakePayment>(request).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let bulk_id = BulkId::parse(SINAR).expect("a bulk account");
    let read = reader.call::<GetTransactionsCards>(TransactionsCardsRequest { bulk_id });
    let read = tokio::time::timeout(Duration::from_secs(2), read).await.expect("readers do not wait");
    read.expect("the cards");
    // Calls without a permit are refused after 3 s, while the others still wait for the lock, for up to 10 s.
    tokio::time::sleep(Duration::from_secs(5).saturating_sub(began.elapsed())).await;
    let is_told: Vec<bool> = waiting.iter().map(tokio::task::JoinHandle::is_finished).collect();
    assert_eq!(is_told.iter().filter(|told| **told).count(), 8, "half of the connections are for readers: {is_told:?}");
    held.rollback().await.expect("released");
    let mut paid = 0;
    for (call, was_told) in waiting.into_iter().zip(is_told) {
        match call.await.expect("no panic") {
            Ok(_) => paid += 1,
            Err(refused) if was_told => assert_eq!((refused.status, refused.code()), (503, Code::Busy)),
            Err(refused) => assert_eq!(refused.code(), Code::DuplicatePayment),
        }
    }
    assert_eq!(paid, 1);
}

/// Inserts this number of colleagues who may pay, and returns their e-mail addresses.
async fn colleagues(portal: &Portal, count: usize) -> Vec<String> {
    let emails: Vec<_> = (0..count).map(|number| format!("colleague{number}@sinar.example")).collect();
    for email in &emails {
        let (name, role, bulk_id) = ("Colleague", "member", Some(SINAR));
        given::person(portal.pool(), given::Person { email, name, role, bulk_id, pays: true, keeps: false }).await;
    }
    emails
}
