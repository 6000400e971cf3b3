//! A process that is told to stop finishes its running calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::payments::MakePayment;
use tokio::time::{sleep, timeout};

use crate::crash::process::{Home, free_address};
use crate::support::given::{self, SINAR, eft};
use crate::support::raw::{RawClient, bearer};
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_process_finishes_calls_and_resets_no_connection() {
    let home = Home::make("stopping");
    let pool = home.database().await;
    given::people_in(&pool).await;
    let bills = given::bills(&pool, SINAR, 1, "100.00").await;
    let mut server = home.serve(free_address()).await;
    let wire = RawClient::to(server.address);
    let token = bearer(&wire.sign_in("payer@sinar.example").await.0);
    let mut stream = wire.begin("GET", "/portal/api/v1/Live", &[("authorization", &token)], "").await;

    // A call that takes longer than the process stays ready.
    let mut held = pool.begin().await.expect("a transaction");
    sql::run(&mut *held, "select from bill where invoice_no = $1 for update", &[&bills[0].as_str()]).await;
    let (paying, body) = (wire.clone(), serde_json::to_vec(&eft(&bills, "100.00")).expect("a request"));
    let headers = token.clone();
    let payment = tokio::spawn(async move {
        paying.send("POST", MakePayment::ENTRY.path(), &[("authorization", &headers)], body).await
    });
    sleep(Duration::from_millis(300)).await;

    // Users behind a proxy that checks readiness, each with a new connection per request.
    let (left, served, failed) =
        (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let people: Vec<_> = (0..4)
        .map(|_| {
            let (left, served, failed) = (Arc::clone(&left), Arc::clone(&served), Arc::clone(&failed));
            let address = server.address;
            tokio::spawn(async move {
                while !left.load(Ordering::SeqCst) {
                    let counter = match RawClient::to(address).status("/healthz").await {
                        Some(200) => &served,
                        _ => &failed,
                    };
                    counter.fetch_add(1, Ordering::SeqCst);
                    sleep(Duration::from_millis(5)).await;
                }
            })
        })
        .collect();
    server.terminate();
    let mut readiness = Some(200);
    while readiness == Some(200) {
        sleep(Duration::from_millis(50)).await;
        readiness = wire.status("/readyz").await;
    }
    assert_eq!(readiness, Some(503), "it stopped listening before it reported itself unready");
    sleep(Duration::from_millis(500)).await;
    assert_eq!(wire.status("/healthz").await, Some(200), "it stopped listening at once");
    left.store(true, Ordering::SeqCst);
    for one in people {
        one.await.expect("a client");
    }
    assert!(served.load(Ordering::SeqCst) > 0);
    assert_eq!(failed.load(Ordering::SeqCst), 0, "calls were cut off");

    // The stream ends in order, so that the page reconnects to another process.
    while timeout(Duration::from_secs(10), stream.chunk()).await.expect("it ends").expect("in order").is_some() {}
    assert_eq!(RawClient::to(server.address).status("/healthz").await, None, "it still listens");
    assert!(server.is_running(), "it did not wait for the payment");
    held.commit().await.expect("unlocked");
    let answer = payment.await.expect("a payer");
    assert_eq!(answer.status, 200, "{}", answer.text());
    server.ends_within(Duration::from_secs(10)).await;
}
