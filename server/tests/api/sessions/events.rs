//! Security events of sign-ins: who, from where, what, and the outcome, without secrets.

use super::{LOGIN, login, portal, profile, refresh};
use crate::support::given::MAJLIS;
use crate::support::portal::{PASSWORD, until};
use crate::support::raw::{RawClient, bearer};
use crate::support::{Portal, sql};

/// Returns kind, outcome and person of each event, in order.
async fn events(portal: &Portal, count: usize) -> Vec<(String, String, Option<String>)> {
    let rows = || async {
        let query = "select e.kind, e.outcome, coalesce(p.email, e.email)
                     from security_event e left join person p using (person_id) order by event_id";
        let rows = sql::rows(portal.pool(), query, &[]).await;
        (rows.len() >= count).then_some(rows)
    };
    until("events are written", rows).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sign_in_event_is_recorded_without_secrets() {
    let (portal, wire) = portal().await;
    let viewer = "viewer@sinar.example";
    let mut expected = Vec::new();
    let mut then = async |kind: &str, outcome: &str, who: Option<&str>| {
        expected.push((kind.to_owned(), outcome.to_owned(), who.map(str::to_owned)));
        // Events are written independently of the answer, so wait for each to fix their order.
        assert_eq!(events(&portal, expected.len()).await, expected);
    };
    let long_name = format!("Mozilla/5.0 {}", "x".repeat(500));
    let answer = login(&wire, viewer, PASSWORD, &[("user-agent", &long_name)]).await;
    let (access, token) = super::pair(&answer.json()["Data"]);
    then("signIn", "succeeded", Some(viewer)).await;
    login(&wire, viewer, "Wrong-password1", &[]).await;
    then("signIn", "wrongPassword", Some(viewer)).await;
    login(&wire, "nobody@sinar.example", "Wrong-password1", &[]).await;
    then("signIn", "wrongPassword", Some("nobody@sinar.example")).await;
    for _ in 0..3 {
        login(&wire, viewer, "Wrong-password1", &[]).await;
        then("signIn", "wrongPassword", Some(viewer)).await;
    }
    login(&wire, viewer, "Wrong-password1", &[]).await;
    then("signIn", "lockedOut", Some(viewer)).await;
    login(&wire, viewer, PASSWORD, &[]).await;
    then("signIn", "locked", Some(viewer)).await;
    let pay = "/billpayment-svc/api/v1/Payment/MakePayment";
    let denied = wire.send("POST", pay, &[("authorization", &bearer(&access))], "{}").await;
    assert_eq!(denied.status, 403);
    then("call", "denied", Some(viewer)).await;
    let forged = format!("{}A", &access[..access.len() - 2]);
    assert_eq!(profile(&wire, &forged).await.status, 401);
    then("token", "forged", None).await;
    assert_eq!(refresh(&wire, "no-such-token").await, Err("signedOut".to_owned()));
    then("refresh", "unknown", None).await;
    let (next, _) = refresh(&wire, &token).await.expect("the next pair");
    assert_eq!(profile(&wire, &next).await.status, 200);
    assert_eq!(refresh(&wire, &token).await, Err("signedOut".to_owned()));
    then("refresh", "reused", Some(viewer)).await;
    let (_, silent) = wire.sign_in("payer@sinar.example").await;
    then("signIn", "succeeded", Some("payer@sinar.example")).await;
    portal.advance(super::silence(60));
    assert_eq!(refresh(&wire, &silent).await, Err("sessionExpired".to_owned()));
    then("refresh", "expired", Some("payer@sinar.example")).await;

    let whole = sql::value::<String>(portal.pool(), "select string_agg(e::text, ' ') from security_event e", &[]).await;
    for secret in [PASSWORD, "Wrong-password1", &access, &forged, &token, &next, "no-such-token"] {
        assert!(!whole.contains(secret), "{secret} was kept");
    }
    let query = "select address, user_agent, call from security_event order by event_id limit 1";
    let (address, user_agent, call) = sql::row::<(String, String, String)>(portal.pool(), query, &[]).await;
    assert_eq!((address.as_str(), call.as_str()), ("127.0.0.1", "Login"));
    assert_eq!(user_agent, long_name[..200]);
    let query = "select call, code from security_event where outcome = 'denied'";
    let (call, code) = sql::row::<(String, Option<String>)>(portal.pool(), query, &[]).await;
    assert_eq!((call.as_str(), code.as_deref()), (pay, Some("Forbidden")));
}

/// The answer says that the bulk account is not found, and the attempt is recorded.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_about_another_bulk_account_is_recorded() {
    let (portal, wire) = portal().await;
    let viewer = "viewer@sinar.example";
    let token = bearer(&wire.sign_in(viewer).await.0);
    let headers = [("authorization", token.as_str())];
    let event = |kind: &str, outcome: &str| (kind.to_owned(), outcome.to_owned(), Some(viewer.to_owned()));
    let mut expected = vec![event("signIn", "succeeded")];
    for bulk_id in [MAJLIS, "3000000099"] {
        assert_eq!(events(&portal, expected.len()).await, expected);
        let path = format!("/billpayment-svc/api/v1/Bills/GetOutstandingBills/{bulk_id}");
        let answer = wire.send("POST", &path, &headers, "{}").await;
        assert_eq!((answer.status, answer.code().as_deref()), (404, Some("bulkAccountNotFound")), "{bulk_id}");
        expected.push(event("call", "denied"));
    }
    assert_eq!(events(&portal, expected.len()).await, expected);
}

/// A user who is asked to confirm the password has the permission, so only a wrong password is an event.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_at_a_confirmation_is_recorded() {
    let (portal, wire) = portal().await;
    let viewer = "viewer@sinar.example";
    let token = bearer(&wire.sign_in(viewer).await.0);
    let headers = [("authorization", token.as_str())];
    let signed_in = ("signIn".to_owned(), "succeeded".to_owned(), Some(viewer.to_owned()));
    assert_eq!(events(&portal, 1).await, std::slice::from_ref(&signed_in));
    let confirm = "/portal/api/v1/Sessions/ConfirmPassword";
    let answer = wire.send("POST", confirm, &headers, r#"{"password":"Wrong-password1"}"#).await;
    assert_eq!(answer.code().as_deref(), Some("incorrectPassword"));
    let wrong = ("signIn".to_owned(), "wrongPassword".to_owned(), Some(viewer.to_owned()));
    assert_eq!(events(&portal, 2).await, [signed_in, wrong]);
}

#[tokio::test(flavor = "multi_thread")]
async fn exceeded_limits_are_recorded() {
    let portal = Portal::with_people_and(&["--sign-ins-per-address", "0"]).await;
    let wire = RawClient::to(portal.address);
    let answer = login(&wire, "viewer@sinar.example", PASSWORD, &[]).await;
    assert_eq!((answer.status, answer.headers["retry-after"].to_str().ok()), (429, Some("900")));
    assert_eq!(events(&portal, 1).await, [("call".to_owned(), "rateLimited".to_owned(), None)]);
    let call = sql::value::<String>(portal.pool(), "select call from security_event", &[]).await;
    assert_eq!(call, LOGIN);
}

/// A flood of one kind of event leaves few rows and hides no other kind. Its count is written at the end of the hour.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_hides_nothing_and_does_not_fill_the_database() {
    let portal = Portal::with_people_and(&["--security-events-per-hour", "20"]).await;
    let wire = RawClient::to(portal.address);
    for _ in 0..50 {
        assert_eq!(profile(&wire, "forged").await.status, 401);
    }
    assert_eq!(events(&portal, 2).await.len(), 2);
    // Wrong passwords for one account from the same network, until it locks.
    for _ in 0..6 {
        login(&wire, "viewer@sinar.example", "Wrong-password1", &[]).await;
    }
    let rows = events(&portal, 6).await;
    let of = |outcome: &str| rows.iter().filter(|(_, one, _)| one == outcome).count();
    assert_eq!((of("forged"), of("wrongPassword"), of("lockedOut"), of("locked")), (2, 2, 1, 1), "{rows:?}");
    portal.advance(super::minutes(61));
    wire.sign_in("payer@sinar.example").await;
    events(&portal, 9).await;
    let query = "select outcome, left_out from security_event where left_out > 0 and call = '' order by outcome";
    let left_out = sql::rows::<(String, i64)>(portal.pool(), query, &[]).await;
    assert_eq!(left_out, [("forged".to_owned(), 48), ("wrongPassword".to_owned(), 2)]);
}

/// Old events are dropped with their month, once the whole month is too old.
#[tokio::test(flavor = "multi_thread")]
async fn old_events_are_deleted() {
    let portal = Portal::with_people_and(&["--security-event-days", "30"]).await;
    let wire = RawClient::to(portal.address);
    wire.sign_in("viewer@sinar.example").await;
    events(&portal, 1).await;
    portal.advance(chrono::TimeDelta::days(29));
    wire.sign_in("payer@sinar.example").await;
    events(&portal, 2).await;
    for (days, left) in [(2, 2), (9, 2), (1, 1)] {
        portal.advance(chrono::TimeDelta::days(days));
        gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
        assert_eq!(events(&portal, 1).await.len(), left, "{days} days on");
    }
    assert_eq!(
        events(&portal, 1).await,
        [("signIn".to_owned(), "succeeded".to_owned(), Some("payer@sinar.example".to_owned()))]
    );
}
