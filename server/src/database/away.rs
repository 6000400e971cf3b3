//! A database that is away or busy for the moment: which errors mean it, and one line in the log for many of them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use graphile_worker::DbError;

/// One line in the log for so long a time.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Why a call failed that may succeed a moment later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The database does not answer, or refuses all work. Nothing of the call was done, or it is not known.
    Away,
    /// The database works, and a lock or a statement took too long. Nothing of the call was done.
    Busy,
}

/// Returns the trouble that an error is a sign of; none when the same call would fail again.
#[must_use]
pub fn trouble(error: &anyhow::Error) -> Option<Trouble> {
    error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(error) => of_statement(error),
        None => cause.downcast_ref().and_then(of_queue),
    })
}

/// Whether the database does not answer, or refuses all work.
#[must_use]
pub fn is_away(error: &anyhow::Error) -> bool {
    trouble(error) == Some(Trouble::Away)
}

/// The job queue passes on the SQLSTATE of what PostgreSQL answered; without one, it did not answer.
fn of_queue(error: &DbError) -> Option<Trouble> {
    error.code().map_or(Some(Trouble::Away), of_code)
}

fn of_statement(error: &sqlx::Error) -> Option<Trouble> {
    use sqlx::Error::{Database, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
    match error {
        // A proxy that accepts and closes, or answers for a server that is gone, breaks the protocol.
        Io(_) | Tls(_) | Protocol(_) | PoolTimedOut | PoolClosed | WorkerCrashed => Some(Trouble::Away),
        Database(error) => error.code().and_then(|code| of_code(&code)),
        _ => None,
    }
}

/// The trouble that a SQLSTATE names, if it passes.
fn of_code(code: &str) -> Option<Trouble> {
    match code {
        // A lock or a statement took too long.
        "55P03" | "57014" => Some(Trouble::Busy),
        // Shut down, crashed, still starting; ended for having been idle.
        "57P01" | "57P02" | "57P03" | "57P05" | "25P03"
        // A standby, which will be promoted or left.
        | "25006" => Some(Trouble::Away),
        // The connection; and what the server has too little of: disk, memory, connections.
        _ if code.starts_with("08") || code.starts_with("53") => Some(Trouble::Away),
        _ => None,
    }
}

/// Whether a lock was not to be had in the time that was allowed for it.
#[must_use]
pub fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "55P03")
}

/// Writes to the log what went wrong: trouble that passes as [`report`] does, or else the error, with what broke by it.
pub fn log(error: &anyhow::Error, broke: &str) {
    match trouble(error) {
        Some(Trouble::Away) => report(error),
        Some(Trouble::Busy) => {
            if let Some(unsaid) = BUSY.next() {
                tracing::warn!(error = format!("{error:#}"), unsaid, "the database is busy");
            }
        }
        None => tracing::error!(error = format!("{error:#}"), "{broke}"),
    }
}

/// Writes to the log that the database is away, at most once in a while however many calls meet it.
pub fn report(error: &anyhow::Error) {
    if let Some(unsaid) = AWAY.next() {
        tracing::error!(error = format!("{error:#}"), unsaid, "the database is away");
    }
}

static AWAY: Lines = Lines::new();
static BUSY: Lines = Lines::new();

/// Lines of one kind in the log: when the last one was written, and how many were left out since.
struct Lines(Mutex<Option<(Instant, u64)>>);

impl Lines {
    const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Returns how many lines were left out before this one; none when this one is left out.
    fn next(&self) -> Option<u64> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *last {
            Some((at, unsaid)) if at.elapsed() < REPORT_INTERVAL => {
                *unsaid += 1;
                None
            }
            _ => {
                let unsaid = last.map_or(0, |(_, unsaid)| unsaid);
                *last = Some((Instant::now(), 0));
                Some(unsaid)
            }
        }
    }
}
