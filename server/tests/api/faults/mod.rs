//! A database that is stopped, frozen, cut off, full or behind, and the end of a process: what calls are told meanwhile, and that
//! everything goes on afterwards.

mod away;
mod full;
mod listening;
mod pool;
mod standby;
mod starting;
mod stopping;

use std::time::Duration;

use tokio::time::Instant;

use crate::support::raw::{Raw, Wire};

/// Three seconds for a connection, and generously more for a busy machine; without the mend it was thirty.
const SOON: Duration = Duration::from_secs(10);
/// One second is promised; the answer is at hand.
const AT_ONCE: Duration = Duration::from_secs(3);

/// Told in time that the portal is away, and when to come again.
fn assert_unavailable(answer: &Raw, began: Instant) {
    assert_told(answer, "unavailable", began);
}

/// Told so in time, as a 503, and when to come again.
fn assert_told(answer: &Raw, code: &str, began: Instant) {
    assert_eq!((answer.status, answer.code().as_deref()), (503, Some(code)), "{}", answer.text());
    let after: u64 = answer.headers["retry-after"].to_str().expect("a text").parse().expect("seconds");
    assert!((1..=10).contains(&after), "{after}");
    assert!(began.elapsed() < SOON, "it took {:?}", began.elapsed());
}

async fn readiness(wire: &Wire) -> u16 {
    let began = Instant::now();
    let answer = wire.send("GET", "/readyz", &[], "").await;
    assert!(began.elapsed() < AT_ONCE, "it took {:?}", began.elapsed());
    assert!(answer.text().contains("; the database "), "{}", answer.text());
    answer.status
}

async fn until_ready(wire: &Wire, status: u16) {
    crate::support::portal::until(&format!("/readyz is {status}"), async || {
        (readiness(wire).await == status).then_some(())
    })
    .await;
}
