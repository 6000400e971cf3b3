//! How long a call waits for a database that does not answer.
//!
//! PostgreSQL ends a statement that takes too long, but not when it is frozen or the network is cut: then a call that has a
//! connection already would wait for as long as that lasts. The process asks its database for a sign of life every second
//! (`live/listening.rs`); a call that has waited for a few seconds is answered once there is none. A long query of a
//! database that answers goes on.

use std::time::Duration;

use gridbill_core::Code;
use gridbill_core::endpoint::Entry;
use tokio::time::{Instant, sleep};

use crate::app::App;
use crate::error::Answer;
use crate::live::Health;

/// How long a read waits for a database that does not answer.
const READ_TIMEOUT: Duration = Duration::from_secs(5);
/// The same for a call that changes something. Longer, so that its caller is known by then or the call was refused.
const WRITE_TIMEOUT: Duration = Duration::from_secs(7);
/// PostgreSQL ends a statement after 30 s, so a read without an answer for longer has lost its connection.
const LONGEST_READ: Duration = Duration::from_secs(40);
/// Time between two looks at the signs of life.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// Runs a read, which is dropped when the database does not answer.
///
/// # Errors
/// Those of the read; [`Code::Unavailable`] when the database does not answer in time.
pub async fn read<T>(app: &App, work: impl Future<Output = Answer<T>>) -> Answer<T> {
    tokio::select! {
        answer = work => answer,
        () = silence(app, READ_TIMEOUT, Some(LONGEST_READ)) => Err(Code::Unavailable.into()),
    }
}

/// Runs the handler of a call: a read as [`read`] does.
///
/// # Errors
/// Those of the handler; [`Code::Unavailable`].
pub async fn handling<T>(app: &App, entry: &Entry, work: impl Future<Output = Answer<T>>) -> Answer<T> {
    if entry.is_read() { read(app, work).await } else { work.await }
}

/// Waits for a call that runs in a task of its own. When it changes something and the database does not answer, the caller
/// is told that the outcome is unknown, and the task goes on: its commit may have been sent already.
///
/// # Errors
/// Those of the call; [`Code::OutcomeUnknown`].
pub async fn call<T>(app: &App, entry: &Entry, task: impl Future<Output = Answer<T>>) -> Answer<T> {
    if entry.is_read() {
        return task.await;
    }
    tokio::select! {
        answer = task => answer,
        () = silence(app, WRITE_TIMEOUT, None) => Err(Code::OutcomeUnknown.into()),
    }
}

/// Waits until that much time has passed and the database gives no sign of life, or until the longest time is over.
async fn silence(app: &App, timeout: Duration, longest: Option<Duration>) {
    let began = Instant::now();
    sleep(timeout).await;
    while app.live.health() != Health::Away && longest.is_none_or(|longest| began.elapsed() < longest) {
        sleep(LOOK_INTERVAL).await;
    }
}
