//! Faults: a database that is stopped, frozen, cut off, full or behind, and a stopping process. Calls get a prompt
//! answer, and work again afterwards.

mod away;
mod full;
mod listening;
mod personal;
mod pool;
mod standby;
mod starting;
mod stopping;
mod systems;

use std::time::Duration;

use gridbill_core::endpoint::EndpointSpec;
use serde_json::Value;
use sqlx::Postgres;
use sqlx::pool::PoolConnection;
use tokio::time::Instant;

use crate::support::Portal;
use crate::support::raw::{RawClient, RawResponse};

/// Time limit for an unavailable database: three seconds for a connection plus a generous margin for a busy machine.
/// Without the time limit it was thirty.
const SOON: Duration = Duration::from_secs(10);
/// Time limit for readiness: one second is promised, and the answer is already known.
const AT_ONCE: Duration = Duration::from_secs(3);

/// Checks that the call was promptly answered as unavailable, with a time to retry.
fn assert_unavailable(answer: &RawResponse, began: Instant) {
    assert_told(answer, "unavailable", began);
}

/// Checks that the call was promptly answered with a 503 of this code and a time to retry.
fn assert_told(answer: &RawResponse, code: &str, began: Instant) {
    assert_eq!((answer.status, answer.code().as_deref()), (503, Some(code)), "{}", answer.text());
    let after: u64 = answer.headers["retry-after"].to_str().expect("a text").parse().expect("seconds");
    assert!((1..=10).contains(&after), "{after}");
    assert!(began.elapsed() < SOON, "it took {:?}", began.elapsed());
}

/// A call with its fields and its `Authorization` header.
type Call<'a> = (&'static EndpointSpec, Value, &'a str);

async fn call(wire: &RawClient, (entry, fields, token): &Call<'_>) -> RawResponse {
    wire.call(entry, fields, "", &[("authorization", token), ("idempotency-key", entry.name)]).await
}

/// Enough connections and permits for all calls of [`all_are_unavailable`] at the same time, each of which waits three seconds.
const WIDE: [&str; 4] = ["--connections", "40", "--writes-per-person=20", "--reads-per-person=20"];

/// Makes all calls at the same time. Requires that each is refused in time.
async fn all_are_unavailable(wire: &RawClient, calls: &[Call<'_>]) {
    let began = Instant::now();
    let answers = futures::future::join_all(calls.iter().map(|one| call(wire, one))).await;
    let took = began.elapsed();
    for ((entry, ..), answer) in calls.iter().zip(answers) {
        assert_eq!(answer.status, 503, "{}: {}", entry.name, answer.text());
        let after: u64 = answer.headers["retry-after"].to_str().expect("a text").parse().expect("seconds");
        assert!((1..=10).contains(&after) && took < SOON, "{}: {took:?}, retry after {after}", entry.name);
    }
}

/// Takes all connections of the pool, until they are dropped. On a busy machine a connection can take longer than the wait.
async fn take_all_connections(portal: &Portal) -> Vec<PoolConnection<Postgres>> {
    let pool = portal.pool();
    let mut held = Vec::new();
    loop {
        match tokio::time::timeout(Duration::from_secs(2), pool.acquire()).await {
            Ok(connection) => held.push(connection.expect("a connection")),
            Err(_) if pool.size() == pool.options().get_max_connections() && pool.num_idle() == 0 => return held,
            Err(_) => {}
        }
    }
}

async fn readiness(wire: &RawClient) -> u16 {
    let began = Instant::now();
    let answer = wire.send("GET", "/readyz", &[], "").await;
    assert!(began.elapsed() < AT_ONCE, "it took {:?}", began.elapsed());
    assert!(answer.text().contains("; the database "), "{}", answer.text());
    answer.status
}

async fn until_ready(wire: &RawClient, status: u16) {
    crate::support::portal::until(&format!("/readyz is {status}"), async || {
        (readiness(wire).await == status).then_some(())
    })
    .await;
}
