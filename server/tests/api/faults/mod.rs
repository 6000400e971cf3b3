//! Faults: a database that is stopped, frozen, cut off, full or behind, and a stopping process. Calls get a prompt
//! answer, and work again afterwards.

mod away;
mod full;
mod listening;
mod pool;
mod standby;
mod starting;
mod stopping;
mod systems;

use std::time::Duration;

use tokio::time::Instant;

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
