//! Streams end with their session, and a session has at most eight.

use std::time::Duration;

use gridbill_core::payments::MakePayment;
use serde_json::json;
use tokio::time::timeout;

use super::super::{LOGOUT, minutes, portal};
use super::Stream;
use crate::support::given::{self, SINAR, eft};
use crate::support::raw::bearer;
use crate::support::sql;

/// A stream ends immediately, without waiting for the next change or heartbeat.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_as_soon_as_its_session_or_its_access_does() {
    const SOON: Duration = Duration::from_secs(8);
    let (portal, wire) = portal().await;
    let (_second, address) = portal.second().await;
    let there = wire.at(address);
    let (access, refresh) = wire.sign_in("viewer@sinar.example").await;
    let mut leaving = Stream::open(&there, &access).await;
    let mut disabled = Stream::open(&there, &wire.sign_in("keeper@sinar.example").await.0).await;
    let mut moved = Stream::open(&there, &wire.sign_in("payer@sinar.example").await.0).await;
    let mut other = Stream::open(&there, &wire.sign_in("master@sinar.example").await.0).await;
    let body = json!({ "refreshToken": refresh }).to_string();
    assert_eq!(wire.send("POST", LOGOUT, &[], body).await.status, 200);
    assert_eq!(timeout(SOON, leaving.payment()).await.expect("ends at once"), None);
    sql::run(portal.pool(), "update person set disabled_at = now() where email = 'keeper@sinar.example'", &[]).await;
    assert_eq!(timeout(SOON, disabled.payment()).await.expect("ends at once"), None);
    // The permissions of a stream are decided when it begins, so a change ends it.
    let query = "update person set bulk_id = null, role = null where email = 'payer@sinar.example'";
    sql::run(portal.pool(), query, &[]).await;
    assert_eq!(timeout(SOON, moved.payment()).await.expect("ends at once"), None);
    let heard = timeout(Duration::from_millis(500), other.payment()).await;
    assert!(heard.is_err(), "another session received {heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ninth_stream_of_a_session_closes_the_oldest() {
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let (token, _) = wire.sign_in("viewer@sinar.example").await;
    let mut streams = Vec::new();
    for _ in 0..9 {
        streams.push(Stream::open(&wire, &token).await);
    }
    let mut colleague = Stream::open(&wire, &wire.sign_in("keeper@sinar.example").await.0).await;
    let mut oldest = streams.remove(0);
    assert_eq!(oldest.next().await.expect("a reason").0, "replaced");
    assert_eq!(oldest.next().await, None);
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    for stream in streams.iter_mut().chain([&mut colleague]) {
        assert!(stream.payment().await.is_some());
    }
}

/// A stream ends at the next change, or without a change at the next heartbeat.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_its_session() {
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let (access, refresh) = wire.sign_in("viewer@sinar.example").await;
    let mut leaving = Stream::open(&wire, &access).await;
    let (access, _) = wire.sign_in("keeper@sinar.example").await;
    let mut disabled = Stream::open(&wire, &access).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let body = json!({ "refreshToken": refresh }).to_string();
    assert_eq!(wire.send("POST", LOGOUT, &[], body).await.status, 200);
    payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    assert_eq!(leaving.payment().await, None, "received after the logout");
    assert!(disabled.payment().await.is_some());
    sql::run(portal.pool(), "update person set disabled_at = now() where email = 'keeper@sinar.example'", &[]).await;
    assert_eq!(disabled.payment().await, None, "open after the user was disabled");
}

/// The owner ends the session elsewhere: one session, all others, or by a new password.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_when_its_owner_ends_the_session_elsewhere() {
    use crate::support::portal::PASSWORD;
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut witness = Stream::open(&wire, &wire.sign_in("payer@sinar.example").await.0).await;
    for (bill, way) in bills.iter().zip(["End", "EndOthers", "ChangePassword"]) {
        let (access, _) = wire.sign_in("viewer@sinar.example").await;
        let mut stream = Stream::open(&wire, &access).await;
        let here = bearer(&wire.sign_in("viewer@sinar.example").await.0);
        let here = [("authorization", here.as_str())];
        let ended = if way == "ChangePassword" {
            let body = json!({ "oldPassword": PASSWORD, "newPassword": "another-Passw0rd" }).to_string();
            wire.send("PATCH", "/user-svc/api/v1/User/ChangePassword", &here, body).await
        } else {
            let listed = wire.send("GET", "/portal/api/v1/Sessions", &here, "").await.json()["Data"].take();
            let other = listed.as_array().expect("sessions").iter().find(|session| session["isThisOne"] == false);
            let body = json!({ "sessionId": other.expect("the stream's")["sessionId"] }).to_string();
            wire.send("POST", &format!("/portal/api/v1/Sessions/{way}"), &here, body).await
        };
        assert_eq!(ended.status, 200, "{way}: {}", ended.text());
        payer.call::<MakePayment>(eft(std::slice::from_ref(bill), "100.00")).await.expect("a payment");
        // Changes are batched. Wait until another user has received this one, so that the next stream cannot.
        assert!(witness.payment().await.is_some(), "the witness did not receive the payment");
        assert_eq!(stream.payment().await, None, "received after {way}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_does_not_outlast_the_longest_session() {
    let (portal, wire) = portal().await;
    let (access, mut refresh) = wire.sign_in("viewer@sinar.example").await;
    let mut stream = Stream::open(&wire, &access).await;
    for _ in 0..144 {
        portal.advance(minutes(10));
        if let Ok((_, next)) = super::super::refresh(&wire, &refresh).await {
            refresh = next;
        }
    }
    portal.advance(minutes(1));
    assert_eq!(stream.payment().await, None, "open after a day");
}
