//! Limits how long a call waits for a database that does not answer.
//!
//! PostgreSQL ends a statement that takes too long, but not if it is frozen or the network is cut. A call that
//! already has a connection would then wait for as long as that lasts. The process pings its database every second
//! (`live/listening.rs`). A call that has waited for some seconds is ended once the pings fail; a long query of a
//! responsive database continues.

use std::time::Duration;

use futures::future::BoxFuture;
use gridbill_core::Code;
use gridbill_core::endpoint::EndpointSpec;
use tokio::time::{Instant, sleep};

use crate::app::App;
use crate::error::Answer;
use crate::live::Health;

/// Time that a read waits before it fails if the database does not answer.
const READ_TIMEOUT: Duration = Duration::from_secs(5);
/// The same for a call that writes. Longer than for reads, so that the read which admits the caller times out
/// first.
const WRITE_TIMEOUT: Duration = Duration::from_secs(7);
/// PostgreSQL ends a statement after 30 s, so a read that takes longer than this has lost its connection.
const LONGEST_READ: Duration = Duration::from_secs(40);
/// Pause between two checks of the database's health.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// Runs a read, and drops it if the database does not answer.
/// Fails with the errors of the read; [`Code::Unavailable`] when the database does not answer in time.
pub async fn read<T>(app: &App, work: BoxFuture<'_, Answer<T>>) -> Answer<T> {
    tokio::select! {
        answer = work => answer,
        () = silence(app, READ_TIMEOUT, Some(LONGEST_READ)) => Err(Code::Unavailable.into()),
    }
}

/// Runs the handler of a call. The handler of a read is dropped as in [`read`].
/// Fails with the errors of the handler; [`Code::Unavailable`].
pub async fn handling<T>(app: &App, entry: &EndpointSpec, work: BoxFuture<'_, Answer<T>>) -> Answer<T> {
    if entry.is_read() { read(app, work).await } else { work.await }
}

/// Waits for a call that runs in its own task. If it writes and the database does not answer, the caller gets
/// "outcome unknown" and the task continues, because its commit may have been sent already.
/// Fails with the errors of the call; [`Code::OutcomeUnknown`].
pub async fn call<T>(app: &App, entry: &EndpointSpec, task: impl Future<Output = Answer<T>>) -> Answer<T> {
    if entry.is_read() {
        return task.await;
    }
    tokio::select! {
        answer = task => answer,
        () = silence(app, WRITE_TIMEOUT, None) => Err(Code::OutcomeUnknown.into()),
    }
}

/// Waits for `timeout`, and then until the database is unavailable or `longest` has passed.
async fn silence(app: &App, timeout: Duration, longest: Option<Duration>) {
    let began = Instant::now();
    sleep(timeout).await;
    while app.live.health() != Health::Away && longest.is_none_or(|longest| began.elapsed() < longest) {
        sleep(LOOK_INTERVAL).await;
    }
}
