//! A user's list of their own sessions, and ending them.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::{EndOtherSessions, EndSession, EndSessionRequest, GetSessions, LiveSession};
use serde_json::json;

use super::{APP, LOGIN, PROFILE, REFRESH, jar, login, minutes, portal, profile, refresh, silence};
use crate::support::clock::noon;
use crate::support::portal::PASSWORD;
use crate::support::raw::RawClient;
use crate::support::{Actor, Portal, client, sql};

const PAYER: &str = "payer@sinar.example";

/// Signs in with that user agent. Returns access and refresh token.
async fn sign_in(wire: &RawClient, email: &str, device: &str) -> (String, String) {
    let answer = login(wire, email, PASSWORD, &[("user-agent", device)]).await;
    super::pair(&answer.json()["Data"])
}

async fn sessions(actor: &Actor) -> Vec<LiveSession> {
    actor.call::<GetSessions>(Nothing {}).await.expect("sessions")
}

fn ending(session_id: &str) -> EndSessionRequest {
    EndSessionRequest { session_id: session_id.to_owned() }
}

async fn lines(portal: &Portal) -> Vec<(String, serde_json::Value)> {
    sql::rows(portal.pool(), "select kind, data from fact order by fact_id", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn live_sessions_are_listed_newest_activity_first() {
    let (portal, wire) = portal().await;
    let visitor = portal.visitor();
    let (silent, _) = sign_in(&wire, PAYER, "Silent").await;
    let (_, left) = sign_in(&wire, PAYER, "Left").await;
    sign_in(&wire, "viewer@sinar.example", "A colleague's").await;
    wire.send("POST", super::LOGOUT, &[], json!({ "refreshToken": left }).to_string()).await;
    portal.advance(minutes(3));
    let (_, phone) = sign_in(&wire, PAYER, "Phone").await;
    portal.advance(minutes(2));
    let (laptop, _) = sign_in(&wire, PAYER, "Laptop").await;
    portal.advance(minutes(1));
    let (phone, _) = refresh(&wire, &phone).await.expect("the phone acts");

    let phone = visitor.with_token(phone);
    let seen = sessions(&phone).await;
    let names: Vec<_> = seen.iter().map(|session| (session.device.as_str(), session.is_this_one)).collect();
    assert_eq!(names, [("Phone", true), ("Laptop", false), ("Silent", false)]);
    assert_eq!(seen[0].started_at, noon().plus_seconds(180));
    assert_eq!(seen[0].last_active_at, noon().plus_seconds(360));
    // The guard counts idle time in seconds. Six minutes have passed.
    portal.advance(silence(-6 * 60));
    let laptop = visitor.with_token(laptop);
    assert!(laptop.call::<GetSessions>(Nothing {}).await.is_err(), "its access token is too old");
    assert_eq!(profile(&wire, &silent).await.status, 401);
    let (_, here) = sign_in(&wire, PAYER, "Here").await;
    let (access, here) = refresh(&wire, &here).await.expect("here");
    let names = async |access: String| -> Vec<String> {
        sessions(&visitor.with_token(access)).await.into_iter().map(|session| session.device).collect()
    };
    assert_eq!(names(access.clone()).await, ["Here", "Phone", "Laptop", "Silent"], "idle up to the limit");
    portal.advance(TimeDelta::seconds(1));
    assert_eq!(names(access).await, ["Here", "Phone", "Laptop"], "and a second");
    portal.advance(silence(-60));
    let (access, _) = refresh(&wire, &here).await.expect("here");
    assert_eq!(names(access).await, ["Here"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_listed_for_a_day() {
    let (portal, wire) = portal().await;
    let (_, mut token) = sign_in(&wire, PAYER, "Old").await;
    for _ in 0..144 {
        portal.advance(minutes(10));
        (_, token) = refresh(&wire, &token).await.expect("goes on");
    }
    let here = portal.sign_in(PAYER).await;
    assert_eq!(sessions(&here).await.len(), 2);
    portal.advance(TimeDelta::seconds(1));
    assert_eq!(sessions(&here).await.len(), 1, "older than a day");
    assert_eq!(refresh(&wire, &token).await, Err("signedOut".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_own_live_sessions_are_ended_and_the_others_look_alike() {
    let (portal, wire) = portal().await;
    let visitor = portal.visitor();
    let (here, _) = sign_in(&wire, PAYER, "Here").await;
    let (there, theirs) = sign_in(&wire, PAYER, "There").await;
    let here = visitor.with_token(here);
    let colleague = portal.sign_in("viewer@sinar.example").await;
    let not_mine = sessions(&colleague).await[0].session_id.clone();
    let mine = sessions(&here).await.into_iter().find(|session| session.device == "There").expect("there").session_id;
    here.call::<EndSession>(ending(&mine)).await.expect("ended");
    assert_eq!(profile(&wire, &there).await.code().as_deref(), Some("signedOut"));
    assert_eq!(refresh(&wire, &theirs).await, Err("signedOut".to_owned()));
    assert_eq!(lines(&portal).await, [("SessionsEnded".to_owned(), json!({ "devices": ["There"] }))]);

    let mut answers = Vec::new();
    for id in [&mine, &not_mine, "01890000-0000-7000-8000-000000000000", "no id", ""] {
        let request = json!({ "sessionId": id });
        answers.push(here.send(&<EndSession as gridbill_core::endpoint::Endpoint>::ENTRY, request).await);
    }
    assert_eq!(answers[0].0, 404);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "the answers differ: {answers:?}");
    let text = String::from_utf8_lossy(&answers[0].1).into_owned();
    assert!(text.contains("sessionNotFound") && text.contains("This session has already ended."), "{text}");
    let malay = here.in_malay().call::<EndSession>(ending(&not_mine)).await.expect_err("not mine");
    assert_eq!(malay.body.error_message, "Sesi ini telah tamat.");
    assert_eq!(sessions(&colleague).await.len(), 1, "the colleague stays");
    assert_eq!(lines(&portal).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn ending_this_one_is_a_logout() {
    let (_portal, wire) = portal().await;
    let signed_in = login(&wire, PAYER, PASSWORD, &[APP]).await;
    let cookie = jar(&signed_in);
    let list = wire.send("GET", "/portal/api/v1/Sessions", &[("cookie", &cookie)], "").await;
    let body = json!({ "sessionId": list.json()["Data"][0]["sessionId"] }).to_string();
    let ended = wire.send("POST", "/portal/api/v1/Sessions/End", &[APP, ("cookie", &cookie)], body).await;
    assert_eq!(ended.status, 200, "{}", ended.text());
    assert_eq!(ended.cookies().len(), 2);
    assert!(ended.cookies().iter().all(|cookie| cookie.contains("=;") && cookie.contains("Max-Age=0")));
    assert_eq!(wire.send("GET", PROFILE, &[("cookie", &cookie)], "").await.code().as_deref(), Some("signedOut"));
    let next = wire.send("POST", REFRESH, &[APP, ("cookie", &cookie)], "").await;
    assert_eq!(next.code().as_deref(), Some("signedOut"));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_the_others_end_at_once() {
    let (portal, wire) = portal().await;
    let (here, _) = sign_in(&wire, PAYER, "Here").await;
    let here = portal.visitor().with_token(here);
    let mut others = Vec::new();
    for place in 0..5 {
        others.push(sign_in(&wire, PAYER, &format!("There {place}")).await);
    }
    let colleague = portal.sign_in("viewer@sinar.example").await;
    here.call::<EndOtherSessions>(Nothing {}).await.expect("ended");
    for (access, next) in &others {
        assert_eq!(profile(&wire, access).await.code().as_deref(), Some("signedOut"));
        assert_eq!(refresh(&wire, next).await, Err("signedOut".to_owned()));
    }
    assert_eq!(sessions(&here).await.len(), 1);
    assert_eq!(sessions(&colleague).await.len(), 1);
    let told = lines(&portal).await;
    assert_eq!((told.len(), told[0].1["devices"].as_array().expect("devices").len()), (1, 5));
    here.call::<EndOtherSessions>(Nothing {}).await.expect("there are none");
    assert_eq!(lines(&portal).await.len(), 1, "nothing ended, so no fact");
}

/// A session that ended by idle time is not reported as signed out now.
#[tokio::test(flavor = "multi_thread")]
async fn an_idle_session_is_not_reported_as_signed_out() {
    let (portal, wire) = portal().await;
    sign_in(&wire, PAYER, "Silent").await;
    portal.advance(silence(1));
    sign_in(&wire, PAYER, "There").await;
    let (here, _) = sign_in(&wire, PAYER, "Here").await;
    let here = portal.visitor().with_token(here);
    here.call::<EndOtherSessions>(Nothing {}).await.expect("ended");
    assert_eq!(lines(&portal).await, [("SessionsEnded".to_owned(), json!({ "devices": ["There"] }))]);
    assert_eq!(sessions(&here).await.len(), 1);
}

/// Two sessions end each other while a third ends all. No order of these causes a deadlock or an error.
#[tokio::test(flavor = "multi_thread")]
async fn sessions_that_end_each_other_do_not_deadlock() {
    let (portal, wire) = portal().await;
    for _ in 0..20 {
        let mut actors = Vec::new();
        for place in 0..4 {
            let (access, _) = sign_in(&wire, PAYER, &format!("{place}")).await;
            actors.push(portal.visitor().with_token(access));
        }
        let ids = sessions(&actors[0]).await;
        let asking = actors.iter().enumerate().map(|(place, actor)| {
            let id = ids[(place + 1) % ids.len()].session_id.clone();
            async move {
                let answer = if place == 3 {
                    actor.call::<EndOtherSessions>(Nothing {}).await
                } else {
                    actor.call::<EndSession>(ending(&id)).await
                };
                answer.map_err(|refused| refused.code())
            }
        });
        for answer in futures::future::join_all(asking).await {
            assert!(matches!(answer, Ok(_) | Err(Code::SessionNotFound | Code::SignedOut)), "{answer:?}");
        }
    }
}

/// The user agent is made safe for display.
#[tokio::test(flavor = "multi_thread")]
async fn a_devices_name_is_made_harmless() {
    let (portal, _) = portal().await;
    let here = portal.sign_in(PAYER).await;
    let client = client();
    let body = json!({ "username": PAYER, "password": PASSWORD }).to_string();
    for (name, kept) in [
        ("  Fire\tfox\u{202e}xof \u{2066}\u{feff}\u{200b}1.0\u{85} ".as_bytes().to_vec(), "Firefoxxof 1.0".to_owned()),
        ("é".repeat(400).into_bytes(), "é".repeat(300)),
        (vec![b'a', 0xff, b'b'], "a\u{fffd}b".to_owned()),
        (b"<script>alert(1)</script>".to_vec(), "<script>alert(1)</script>".to_owned()),
    ] {
        let value = reqwest::header::HeaderValue::from_bytes(&name).expect("a header");
        let request = client.post(format!("http://{}{LOGIN}", portal.address)).header("user-agent", value);
        assert_eq!(request.body(body.clone()).send().await.expect("an answer").status(), 200);
        portal.advance(TimeDelta::seconds(1));
        let query = "select device from session order by started_at desc, session_id limit 1";
        let newest = sql::value::<String>(portal.pool(), query, &[]).await;
        assert!(sessions(&here).await.iter().any(|session| session.device == kept), "{kept:?}: {newest:?}");
    }
}
