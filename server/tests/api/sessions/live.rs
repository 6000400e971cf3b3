//! Streams of changes: across processes, to the right company, and only as long as the session.

use std::time::Duration;

use gridbill_core::payments::MakePayment;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{LOGOUT, portal};
use crate::support::given::{self, SINAR, eft};
use crate::support::raw::{Wire, bearer};

const LIVE: &str = "/portal/api/v1/Live";
/// Longer than the fifteen seconds between two beats.
const PATIENCE: Duration = Duration::from_secs(25);

struct Stream {
    answer: reqwest::Response,
    read: String,
}

impl Stream {
    async fn open(wire: &Wire, token: &str) -> Self {
        let answer = wire.begin("GET", LIVE, &[("authorization", &bearer(token))], "").await;
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        let mut stream = Self { answer, read: String::new() };
        assert_eq!(stream.next().await.expect("a sign of life").0, "beat", "the stream begins with a beat");
        stream
    }

    /// The next event with its data; nothing once the stream has ended.
    async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.read.split_once("\n\n") {
                let line = |name: &str| event.lines().find_map(|line| line.strip_prefix(name).map(str::trim));
                let found = line("event:").zip(line("data:"));
                let found = found.map(|(name, data)| (name.to_owned(), serde_json::from_str(data).expect("JSON")));
                self.read = rest.to_owned();
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let more = timeout(PATIENCE, self.answer.chunk()).await.expect("neither an event nor an end");
            self.read.push_str(std::str::from_utf8(&more.ok()??).expect("text"));
        }
    }

    /// The next change of a payment.
    async fn payment(&mut self) -> Option<Value> {
        loop {
            match self.next().await? {
                (name, data) if name == "payment" => return Some(data),
                (name, _) => assert_eq!(name, "beat"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_reaches_the_pages_of_another_process_and_of_nobody_else() {
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let (_second, address) = portal.second().await;
    let there = wire.at(address);
    let mut viewer = Stream::open(&there, &there.sign_in("viewer@sinar.example").await.0).await;
    let mut staff = Stream::open(&there, &there.sign_in("pccr@utility.example").await.0).await;
    let mut stranger = Stream::open(&there, &there.sign_in("master@majlis.example").await.0).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    let change = json!({ "bulkId": SINAR, "transactionNo": made.transaction_no, "status": 2 });
    assert_eq!(viewer.payment().await.expect("a change"), change);
    assert_eq!(staff.payment().await.expect("a change"), change);
    let heard = timeout(Duration::from_secs(2), stranger.payment()).await;
    assert!(heard.is_err(), "another company heard {heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_payment_tells_nobody() {
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let mut viewer = Stream::open(&wire, &wire.sign_in("viewer@sinar.example").await.0).await;
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills, "99.00")).await.expect_err("a wrong total");
    let made = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    assert_eq!(viewer.payment().await.expect("a change")["transactionNo"], json!(made.transaction_no));
}

/// At the next change, and without any change at the next beat.
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
    assert_eq!(leaving.payment().await, None, "told after the logout");
    assert!(disabled.payment().await.is_some());
    sqlx::query!("update person set disabled_at = now() where email = 'keeper@sinar.example'")
        .execute(portal.pool())
        .await
        .expect("disabled");
    assert_eq!(disabled.payment().await, None, "open after somebody was disabled");
}

/// Ended by its owner elsewhere, one session or all others, or by another password.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_when_its_owner_ends_the_session_elsewhere() {
    use crate::support::portal::PASSWORD;
    let (portal, wire) = portal().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
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
        assert_eq!(stream.payment().await, None, "told after {way}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_does_not_outlast_the_longest_session() {
    let (portal, wire) = portal().await;
    let (access, mut refresh) = wire.sign_in("viewer@sinar.example").await;
    let mut stream = Stream::open(&wire, &access).await;
    for _ in 0..144 {
        portal.advance(super::minutes(10));
        if let Ok((_, next)) = super::refresh(&wire, &refresh).await {
            refresh = next;
        }
    }
    portal.advance(super::minutes(1));
    assert_eq!(stream.payment().await, None, "open after a day");
}
