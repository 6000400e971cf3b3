//! Calls while the database is stopped, cut off or frozen.

use std::time::Duration;

use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::payments::MakePayment;
use sqlx::{Connection as _, PgConnection};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

use super::{assert_told, assert_unavailable, until_ready};
use crate::support::given::{self, SINAR, eft};
use crate::support::portal::{PASSWORD, until};
use crate::support::proxy::Proxy;
use crate::support::raw::{RawClient, bearer};
use crate::support::{Portal, sql};

const LOGIN: &str = "/user-svc/api/v1/User/Login";
const PROFILE: &str = "/user-svc/api/v1/User/GetUserProfile";

async fn calls_are_told_and_go_on(cut: impl Fn(&Proxy)) {
    let (portal, proxy) = Portal::behind_proxy(&["--connections", "4"]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("payer@sinar.example").await.0);
    let payment = serde_json::to_vec(&eft(&bills, "100.00")).expect("a request");
    let pay = || {
        let headers = [("authorization", token.as_str()), ("idempotency-key", "one")];
        let (wire, payment) = (wire.clone(), payment.clone());
        async move { wire.send("POST", MakePayment::ENTRY.path(), &headers, payment).await }
    };
    until_ready(&wire, 200).await;

    cut(&proxy);
    let began = Instant::now();
    let headers = [("authorization", token.as_str())];
    let (read, written) = tokio::join!(wire.send("GET", PROFILE, &headers, ""), pay());
    assert_unavailable(&read, began);
    assert_unavailable(&written, began);
    let began = Instant::now();
    let login = serde_json::json!({ "username": "payer@sinar.example", "password": PASSWORD }).to_string();
    assert_unavailable(&wire.send("POST", LOGIN, &[], login).await, began);
    until_ready(&wire, 503).await;
    assert_eq!(wire.send("GET", "/healthz", &[], "").await.status, 200);

    proxy.open();
    let paid = until("the payment is made", async || Some(pay().await).filter(|answer| answer.status == 200)).await;
    until_ready(&wire, 200).await;
    let again = pay().await;
    assert_eq!((again.status, again.body), (200, paid.body));
    let count = sql::value::<i64>(portal.pool(), "select count(*) from payment", &[]).await;
    assert_eq!(count, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_database_is_503_in_time_and_nothing_is_done_twice() {
    calls_are_told_and_go_on(Proxy::close).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_database_is_503_in_time_and_nothing_is_done_twice() {
    calls_are_told_and_go_on(Proxy::silence).await;
}

/// Locks the table of bills with a direct connection, which the proxy does not cut.
async fn with_bills_locked(portal: &Portal) -> PgConnection {
    let mut held = portal.superuser().await;
    sql::run_script(&mut held, "begin; lock table bill in access exclusive mode").await;
    held
}

/// Returns a value once this number of calls waits for the lock.
async fn waiting(db: &mut PgConnection, count: i64) -> Option<()> {
    let query = "select count(*) from pg_locks where not granted and relation = 'bill'::regclass";
    let waits = sql::value::<i64>(db, query, &[]).await;
    (waits == count).then_some(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_freezes_in_the_middle_of_calls_is_503_in_time() {
    let (portal, proxy) = Portal::behind_proxy(&["--connections", "4"]).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("payer@sinar.example").await.0);
    let list = format!("/billpayment-svc/api/v1/Bills/GetOutstandingBills/{SINAR}");
    let payment = serde_json::to_vec(&eft(&bills, "100.00")).expect("a request");
    let call = |path: &str, body: &[u8]| {
        let (wire, token, path, body) = (wire.clone(), token.clone(), path.to_owned(), body.to_vec());
        tokio::spawn(async move {
            let headers = [("authorization", token.as_str()), ("idempotency-key", "one")];
            wire.send("POST", &path, &headers, body).await
        })
    };
    let held = with_bills_locked(&portal).await;
    let (read, written) = (call(&list, b"{}"), call(MakePayment::ENTRY.path(), &payment));
    let looking = Mutex::new(portal.superuser().await);
    until("both are at the database", async || waiting(&mut *looking.lock().await, 2).await).await;

    proxy.silence();
    let began = Instant::now();
    assert_unavailable(&read.await.expect("an answer"), began);
    // The payment may have been committed; the portal cannot know.
    assert_told(&written.await.expect("an answer"), "outcomeUnknown", began);

    held.close().await.expect("unlocked");
    proxy.open();
    let paid = until("the payment is made", async || {
        let answer = call(MakePayment::ENTRY.path(), &payment).await.expect("an answer");
        (answer.status == 200).then_some(answer)
    });
    paid.await;
    let count = sql::value::<i64>(portal.pool(), "select count(*) from payment", &[]).await;
    assert_eq!(count, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn silently_dead_connections_are_replaced() {
    let (portal, proxy) = Portal::behind_proxy(&["--connections", "4"]).await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("payer@sinar.example").await.0);
    // Wait until connections in use are back in the pool.
    sleep(Duration::from_millis(500)).await;
    proxy.silence_those_there_are();
    until("calls are answered", async || {
        let answer = wire.send("GET", PROFILE, &[("authorization", &token)], "").await;
        (answer.status == 200).then_some(())
    })
    .await;
    let began = Instant::now();
    for _ in 0..20 {
        assert_eq!(wire.send("GET", PROFILE, &[("authorization", &token)], "").await.status, 200);
    }
    assert!(began.elapsed() < Duration::from_secs(10), "it took {:?}", began.elapsed());
}
