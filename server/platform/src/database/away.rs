//! Recognises errors of a database that is temporarily unavailable or busy, and limits how often they are logged.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use graphile_worker::DbError;

/// Minimum time between two log lines of the same kind.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// The reason why a call failed that may succeed a moment later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemporaryError {
    /// The database does not answer, or refuses all work. Either nothing of the call was done, or the outcome is
    /// unknown.
    Away,
    /// The database works, but a lock or a statement took too long. Nothing of the call was done.
    Busy,
}

/// Classifies a temporary error. Returns `None` if the same call would fail again.
#[must_use]
pub fn temporary_error(error: &anyhow::Error) -> Option<TemporaryError> {
    error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(error) => of_statement(error),
        None => cause.downcast_ref().and_then(of_queue),
    })
}

/// Whether the database does not answer, or refuses all work.
#[must_use]
pub fn is_away(error: &anyhow::Error) -> bool {
    temporary_error(error) == Some(TemporaryError::Away)
}

/// Classifies an error of the job queue, which passes PostgreSQL's SQLSTATE on. Without an SQLSTATE, PostgreSQL did
/// not answer.
fn of_queue(error: &DbError) -> Option<TemporaryError> {
    error.code().map_or(Some(TemporaryError::Away), of_code)
}

fn of_statement(error: &sqlx::Error) -> Option<TemporaryError> {
    use sqlx::Error::{Database, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
    match error {
        // A proxy that closes accepted connections, or answers for a server that is gone, breaks the protocol.
        Io(_) | Tls(_) | Protocol(_) | PoolTimedOut | PoolClosed | WorkerCrashed => Some(TemporaryError::Away),
        Database(error) => error.code().and_then(|code| of_code(&code)),
        _ => None,
    }
}

/// Classifies an SQLSTATE; `None` if the error is not temporary.
fn of_code(code: &str) -> Option<TemporaryError> {
    match code {
        // A lock or a statement took too long.
        "55P03" | "57014" => Some(TemporaryError::Busy),
        // Shutdown, crash, start-up in progress; connection closed for being idle.
        "57P01" | "57P02" | "57P03" | "57P05" | "25P03"
        // A standby, which is going to be promoted or replaced.
        | "25006" => Some(TemporaryError::Away),
        // Lost connections (08), and a server short of disk, memory or connections (53).
        _ if code.starts_with("08") || code.starts_with("53") => Some(TemporaryError::Away),
        _ => None,
    }
}

/// Whether a lock could not be taken within the lock timeout.
#[must_use]
pub fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "55P03")
}

/// Logs an error: temporary errors at most once per interval, other errors with the message `broke`.
pub fn log(error: &anyhow::Error, broke: &str) {
    match temporary_error(error) {
        Some(TemporaryError::Away) => report(error),
        Some(TemporaryError::Busy) => {
            if let Some(unsaid) = BUSY.next() {
                tracing::warn!(error = format!("{error:#}"), unsaid, "the database is busy");
            }
        }
        None => tracing::error!(error = format!("{error:#}"), "{broke}"),
    }
}

/// Logs that the database is unavailable, at most once per interval, however many calls fail.
pub fn report(error: &anyhow::Error) {
    if let Some(unsaid) = AWAY.next() {
        tracing::error!(error = format!("{error:#}"), unsaid, "the database is away");
    }
}

static AWAY: Lines = Lines::new();
static BUSY: Lines = Lines::new();

/// Rate limit for a kind of log line: when the last line was written, and how many were suppressed since.
struct Lines(Mutex<Option<(Instant, u64)>>);

impl Lines {
    const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Returns how many lines were suppressed before this line, or `None` to suppress this line as well.
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
