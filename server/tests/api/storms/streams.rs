//! Many pages that listen, and many changes: every page hears all of them, and other calls do not wait for that.

use std::time::{Duration, Instant};

use gridbill::auth::session;
use gridbill::who::Caller;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{either, payers};
use crate::support::given::SINAR;
use crate::support::raw::{Wire, bearer};
use crate::support::{Portal, given};

const STREAMS_PER_SESSION: usize = 8;

/// Counts the changes that one page hears.
async fn listen(wire: Wire, token: String, changes: usize) -> usize {
    let mut stream = wire.begin("GET", "/portal/api/v1/Live", &[("authorization", &bearer(&token))], "").await;
    assert_eq!(stream.status(), 200);
    let (mut heard, mut rest) = (0, String::new());
    while heard < changes {
        let Ok(Ok(Some(part))) = timeout(Duration::from_secs(60), stream.chunk()).await else { break };
        rest.push_str(&String::from_utf8_lossy(&part));
        while let Some((event, after)) = rest.split_once("\n\n") {
            heard += usize::from(event.starts_with("event: changed"));
            rest = after.to_owned();
        }
    }
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_changes_reaches_every_page() {
    let (streams, changes) = (either(48, 800), either(40, 400));
    gridbill::connections::descriptors::raise_limit();
    let portal = Portal::start().await;
    given::people(&portal).await;
    let wire = Wire::to(portal.address);
    let mut listening = JoinSet::new();
    for email in payers(&portal, streams / STREAMS_PER_SESSION).await {
        let found = sqlx::query_scalar!("select person_id from person where email = $1", email);
        let person_id = found.fetch_one(portal.pool()).await.expect("a person");
        let mut tx = portal.pool().begin().await.expect("a transaction");
        let (token, _) = session::begin(&portal.app, &mut tx, person_id, &Caller::default()).await.expect("a session");
        tx.commit().await.expect("committed");
        for _ in 0..STREAMS_PER_SESSION {
            listening.spawn(listen(wire.clone(), token.clone(), changes));
        }
    }
    let (token, _) = wire.sign_in("viewer@sinar.example").await;
    tokio::time::sleep(Duration::from_secs(either(1, 5) as u64)).await;
    let mut times = Vec::new();
    for _ in 0..changes {
        let change = json!({ "topics": ["payments"], "bulkIds": [SINAR] }).to_string();
        sqlx::query!("select pg_notify($1, $2)", "changed", change).execute(portal.pool()).await.expect("notified");
        let began = Instant::now();
        let path = "/user-svc/api/v1/User/GetUserProfile";
        let answer = wire.send("GET", path, &[("authorization", &bearer(&token))], "").await;
        assert_eq!(answer.status, 200);
        times.push(began.elapsed());
    }
    while let Some(heard) = listening.join_next().await {
        assert_eq!(heard.expect("a page"), changes, "a page missed changes");
    }
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    println!("{streams} streams, {changes} changes: reads p50 {:?}, p99 {:?}", at(50), at(99));
}
