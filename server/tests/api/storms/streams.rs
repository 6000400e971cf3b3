//! Many listening pages and many changes: every page hears of them a few times a second, and other calls do not wait.

use std::time::{Duration, Instant};

use gridbill::auth::session;
use gridbill::auth::who::Caller;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::payers;
use crate::support::given::SINAR;
use crate::support::raw::{RawClient, bearer};
use crate::support::{Portal, either, sql};

const STREAMS_PER_SESSION: usize = 8;

/// Counts the events of a stream until the last change; none if that one does not arrive.
async fn listen(wire: RawClient, token: String) -> Option<usize> {
    let mut stream = wire.begin("GET", "/portal/api/v1/Live", &[("authorization", &bearer(&token))], "").await;
    assert_eq!(stream.status(), 200);
    let (mut heard, mut rest) = (0, String::new());
    loop {
        let part = timeout(Duration::from_secs(60), stream.chunk()).await.ok()?.ok()??;
        rest.push_str(&String::from_utf8_lossy(&part));
        while let Some((event, after)) = rest.split_once("\n\n") {
            heard += usize::from(event.starts_with("event: changed"));
            if event.contains("groups") {
                return Some(heard);
            }
            rest = after.to_owned();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_changes_reaches_every_page() {
    let (streams, changes) = (either(48, 800), either(40, 400));
    gridbill::connections::descriptors::raise_limit();
    let portal = Portal::with_people().await;
    let wire = RawClient::to(portal.address);
    let mut listening = JoinSet::new();
    for email in payers(&portal, streams / STREAMS_PER_SESSION).await {
        let query = "select person_id from person where email = $1";
        let person_id = sql::value::<uuid::Uuid>(portal.pool(), query, &[&email]).await;
        let mut tx = portal.pool().begin().await.expect("a transaction");
        let (token, _) =
            session::begin(&portal.app.auth, &mut tx, person_id, &Caller::default()).await.expect("a session");
        tx.commit().await.expect("committed");
        for _ in 0..STREAMS_PER_SESSION {
            listening.spawn(listen(wire.clone(), token.clone()));
        }
    }
    let (token, _) = wire.sign_in("viewer@sinar.example").await;
    tokio::time::sleep(Duration::from_secs(either(1, 5) as u64)).await;
    let mut times = Vec::new();
    let all_began = Instant::now();
    for change in 1..=changes {
        let topic = if change == changes { "groups" } else { "payments" };
        let change = json!({ "topics": [topic], "bulkIds": [SINAR] }).to_string();
        sql::run(portal.pool(), "select pg_notify($1, $2)", &[&"changed", &change]).await;
        let began = Instant::now();
        let path = "/user-svc/api/v1/User/GetUserProfile";
        let answer = wire.send("GET", path, &[("authorization", &bearer(&token))], "").await;
        assert_eq!(answer.status, 200);
        times.push(began.elapsed());
    }
    // Changes are batched, so that a page gets a limited number of events.
    let most = all_began.elapsed().as_millis() / 150 + 2;
    let mut events = 0;
    while let Some(heard) = listening.join_next().await {
        let heard = heard.expect("a page").expect("the last change");
        assert!((1..=most).contains(&(heard as u128)), "{heard} events");
        events = events.max(heard);
    }
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    println!(
        "{streams} streams, {changes} changes in at most {events} events: reads p50 {:?}, p99 {:?}",
        at(50),
        at(99)
    );
}
