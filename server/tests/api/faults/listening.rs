//! The connection on which a process listens for changes.

use std::time::Duration;

use gridbill_core::payments::MakePayment;
use tokio::time::{Instant, sleep, timeout};

use super::{readiness, until_ready};
use crate::support::Portal;
use crate::support::given::{self, SINAR, eft};
use crate::support::proxy::Proxy;
use crate::support::raw::{RawClient, bearer};

const LIVE: &str = "/portal/api/v1/Live";

/// Reads the next part of a stream; none once the stream has ended.
async fn read(stream: &mut reqwest::Response, within: Duration) -> Option<String> {
    let chunk = timeout(within, stream.chunk()).await.expect("nothing came").ok()??;
    Some(String::from_utf8_lossy(&chunk).into_owned())
}

/// Reads until the stream has an event of that name.
async fn hear(stream: &mut reqwest::Response, name: &str) {
    let began = Instant::now();
    let mut heard = String::new();
    while !heard.contains(&format!("event: {name}")) {
        heard += &read(stream, Duration::from_secs(25)).await.unwrap_or_else(|| panic!("it ended: {heard}"));
        assert!(began.elapsed() < Duration::from_secs(40), "{heard}");
    }
}

/// A user pays through a second process while the first one is cut off from the database. The first one's stream must
/// report a change.
async fn changes_are_not_missed(cut: impl Fn(&Proxy), mend: impl AsyncFn(&Proxy)) {
    let (portal, proxy) = Portal::behind_proxy(&[]).await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let (_other, there) = portal.second().await;
    let other = RawClient::to(there);
    let payer = crate::support::Actor::new(there).with_token(other.sign_in("payer@sinar.example").await.0);
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("viewer@sinar.example").await.0);
    let mut stream = wire.begin("GET", LIVE, &[("authorization", &token)], "").await;
    hear(&mut stream, "beat").await;

    cut(&proxy);
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    mend(&proxy).await;
    hear(&mut stream, "anything").await;
    payer.call::<MakePayment>(eft(&bills[1..], "100.00")).await.expect("a payment");
    hear(&mut stream, "changed").await;
    until_ready(&wire, 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silently_dead_connection_is_detected_and_replaced() {
    changes_are_not_missed(Proxy::silence_those_there_are, async |_| {}).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_outlives_a_database_that_was_stopped() {
    changes_are_not_missed(Proxy::close, async |proxy| {
        sleep(Duration::from_secs(2)).await;
        proxy.open();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_notifications_is_not_ready() {
    let (portal, proxy) = Portal::behind_proxy(&[]).await;
    let wire = RawClient::to(portal.address);
    assert_eq!(readiness(&wire).await, 200);
    // Calls get a new connection immediately. The listening connection receives nothing until the loss is noticed.
    proxy.silence_those_there_are();
    until_ready(&wire, 503).await;
    until_ready(&wire, 200).await;
}
