//! A database that is away for the moment: which errors mean it, and one line in the log for many of them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use graphile_worker::DbError;

/// One line in the log for so long a time.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Whether the same call may succeed in a moment: the database was the cause, and nothing of the call was done, or it is
/// not known.
#[must_use]
pub fn is_away(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(means_away) || cause.downcast_ref().is_some_and(queue_means_away))
}

/// The job queue passes on the SQLSTATE of what PostgreSQL answered; without one, it did not answer.
fn queue_means_away(error: &DbError) -> bool {
    error.code().is_none_or(passes)
}

fn means_away(error: &sqlx::Error) -> bool {
    use sqlx::Error::{Database, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
    match error {
        // A proxy that accepts and closes, or answers for a server that is gone, breaks the protocol.
        Io(_) | Tls(_) | Protocol(_) | PoolTimedOut | PoolClosed | WorkerCrashed => true,
        Database(error) => error.code().is_some_and(|code| passes(&code)),
        _ => false,
    }
}

/// Whether the trouble that a SQLSTATE names is the server's, and passes.
fn passes(code: &str) -> bool {
    match code {
        // Shut down, crashed, still starting; ended for having been idle.
        "57P01" | "57P02" | "57P03" | "57P05" | "25P03"
        // A standby, which will be promoted or left.
        | "25006"
        // A lock or a statement took too long.
        | "55P03" | "57014" => true,
        // The connection; and what the server has too little of: disk, memory, connections.
        _ => code.starts_with("08") || code.starts_with("53"),
    }
}

/// Whether a lock was not to be had in the time that was allowed for it.
#[must_use]
pub fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "55P03")
}

/// Says in the log what went wrong: that the database is away, as [`report`] does, or else the error, with what broke by it.
pub fn log(error: &anyhow::Error, broke: &str) {
    if is_away(error) {
        report(error);
    } else {
        tracing::error!(error = format!("{error:#}"), "{broke}");
    }
}

/// Says it in the log, at most once in a while however many calls meet it.
pub fn report(error: &anyhow::Error) {
    static LAST: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match &mut *last {
        Some((at, unsaid)) if at.elapsed() < REPORT_INTERVAL => *unsaid += 1,
        _ => {
            let unsaid = last.map_or(0, |(_, unsaid)| unsaid);
            tracing::error!(error = format!("{error:#}"), unsaid, "the database is away");
            *last = Some((Instant::now(), 0));
        }
    }
}
