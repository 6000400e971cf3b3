//! The limit of each token's calls, its headers, and what is logged.

use chrono::TimeDelta;
use gridbill_core::bills::GetOutstandingBills;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::tokens::{TokenKind, write_token};
use serde_json::{Value, json};

use super::{World, bills, new};
use crate::support::given::SINAR;
use crate::support::log::Log;
use crate::support::raw::{RawClient, RawResponse, bearer};

async fn read(wire: &RawClient, created: &Value) -> RawResponse {
    let token = bearer(created["secret"].as_str().expect("a text"));
    let entry = GetOutstandingBills::ENTRY;
    wire.call(&entry, &json!({ "id": SINAR, "recordCount": 1 }), "", &[("authorization", &token)]).await
}

fn header(answer: &RawResponse, name: &str) -> Option<String> {
    answer.headers.get(name).map(|value| value.to_str().expect("a text").to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_connections_with_one_token_meet_its_limit_and_others_go_on() {
    let world = World::with(&["--token-calls-per-minute=60", "--reads-per-person=40"]).await;
    bills(&world.portal).await;
    let greedy = world.create(new("Greedy", &["bills:read"])).await.expect("a token");
    let calm = world.create(new("Calm", &["bills:read"])).await.expect("a token");
    // Each client has its own connection.
    let flood = (0..30).map(|_| {
        let (address, greedy) = (world.portal.address, greedy.clone());
        tokio::spawn(async move {
            let wire = RawClient::to(address);
            let mut answers = Vec::new();
            for _ in 0..4 {
                answers.push(read(&wire, &greedy).await);
            }
            answers
        })
    });
    let flood: Vec<_> = flood.collect();
    let wire = RawClient::to(world.portal.address);
    for _ in 0..10 {
        let answer = read(&wire, &calm).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    let mut answers = Vec::new();
    for task in flood {
        answers.extend(task.await.expect("answers"));
    }
    let (taken, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((taken.len(), refused.len()), (60, 60));
    for answer in &refused {
        assert_eq!((answer.status, answer.code().as_deref()), (429, Some("apiTokenTooManyCalls")));
        assert_eq!(header(answer, "retry-after").as_deref(), Some("60"));
        assert_eq!(header(answer, "ratelimit").as_deref(), Some("\"token\";r=0;t=60"));
    }
    // The next window begins a minute after the first call.
    world.portal.advance(TimeDelta::seconds(60));
    let answer = read(&wire, &greedy).await;
    assert_eq!(answer.status, 200);
    assert_eq!(header(&answer, "ratelimit-policy").as_deref(), Some("\"token\";q=60;w=60"));
    assert_eq!(header(&answer, "ratelimit").as_deref(), Some("\"token\";r=59;t=60"));
    // A user's answer has no such headers.
    let user = bearer(&wire.sign_in("viewer@sinar.example").await.0);
    let entry = GetOutstandingBills::ENTRY;
    let answer = wire.call(&entry, &json!({ "id": SINAR }), "", &[("authorization", &user)]).await;
    assert_eq!((answer.status, header(&answer, "ratelimit")), (200, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn invented_tokens_of_one_address_are_limited() {
    let world = World::with(&["--address-header=x-forwarded-for"]).await;
    let created = world.create(new("ERP", &["bills:read"])).await.expect("a token");
    let wire = RawClient::to(world.portal.address);
    let ask = async |token: &str, address: &str| {
        let headers = [("authorization", token), ("x-forwarded-for", address)];
        wire.call(&GetOutstandingBills::ENTRY, &json!({ "id": SINAR }), "", &headers).await
    };
    for number in 0..30 {
        let invented = bearer(&write_token(TokenKind::Portal, &[number; 32]));
        assert_eq!(ask(&invented, "203.0.113.7").await.code().as_deref(), Some("apiTokenInvalid"));
    }
    let invented = bearer(&write_token(TokenKind::Portal, &[99; 32]));
    assert_eq!(ask(&invented, "203.0.113.7").await.status, 429);
    let genuine = bearer(created["secret"].as_str().expect("a text"));
    assert_eq!(ask(&genuine, "203.0.113.8").await.status, 200, "other addresses go on");
}

// On one thread, so that the thread's subscriber receives everything.
#[tokio::test]
async fn no_token_is_written_to_the_log() {
    let (log, _listening) = Log::listen();
    let world = World::with(&["--access-log"]).await;
    let created = world.create(new("ERP", &["bills:read"])).await.expect("a token");
    let wire = RawClient::to(world.portal.address);
    assert_eq!(read(&wire, &created).await.status, 200);
    for wrong in ["gbp_mistyped", &write_token(TokenKind::Portal, &[7; 32])] {
        assert_eq!(read(&wire, &json!({ "secret": wrong })).await.status, 401);
    }
    let log = log.text();
    assert!(log.contains("GetOutstandingBills"), "the calls are in the log");
    let at = log.find("gbp_").map(|at| log[at.saturating_sub(200)..].chars().take(300).collect::<String>());
    assert_eq!(at, None, "a token is in the log");
}
