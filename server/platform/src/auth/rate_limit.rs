//! Rate limits. The counts are in the database, so all processes share them.

use gridbill_core::{Code, Instant, Problem};
use sqlx::PgExecutor;

use super::Auth;
use super::address;
use super::sql::rate_limits as sql;
use super::who::Caller;
use crate::error::Answer;

/// At most `max` attempts per window and subject.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    pub bucket: &'static str,
    pub max: i32,
    pub window_seconds: i64,
}

/// The time until a window ends.
#[derive(Debug, Clone, Copy)]
pub struct WindowRemaining {
    pub seconds: i64,
    /// Rounded up to full minutes, so that it is never too short.
    pub minutes: i64,
}

impl RateLimit {
    /// Returns the time until the window ends that began at `began_at`, possibly by the clock of another process.
    #[must_use]
    pub fn left(self, began_at: Instant, now: Instant) -> WindowRemaining {
        let seconds = (self.window_seconds - now.seconds_since(began_at)).clamp(1, self.window_seconds);
        WindowRemaining { seconds, minutes: (seconds + 59) / 60 }
    }
}

/// No window is longer than this, so an older row can be deleted.
const MAX_WINDOW_SECONDS: i64 = 24 * 3600;

/// Counts an attempt and refuses it beyond the limit. Call it before the work and outside its transaction; a
/// rollback would undo the count.
/// Fails with [`Code::TooManyAttempts`] beyond the limit, until the window that began with the first attempt ends.
pub async fn enforce(auth: &Auth, limit: RateLimit, subject: &str) -> Answer<()> {
    let now = auth.now();
    let (hits, began_at) = sql::hit(&auth.pool, limit.bucket, subject, limit.window_seconds, now).await?;
    if hits == 1 {
        // Every new window deletes a few old ones, so the table holds about a day's visitors.
        sql::delete_rates(&auth.pool, now.plus_seconds(-MAX_WINDOW_SECONDS)).await?;
    }
    if hits <= limit.max { Ok(()) } else { Err(exceeded(limit, began_at, now).into()) }
}

/// Returns the refusal with the time until the window ends.
fn exceeded(limit: RateLimit, began_at: Instant, now: Instant) -> Problem {
    let WindowRemaining { seconds, minutes } = limit.left(began_at, now);
    Problem::new(Code::TooManyAttempts).with("minutes", minutes).with("seconds", seconds)
}

/// Counts an attempt without refusing it, in the caller's transaction or on its own. Returns whether it is beyond
/// the limit.
pub async fn count(db: impl PgExecutor<'_>, limit: RateLimit, subject: &str, now: Instant) -> sqlx::Result<bool> {
    let (hits, _) = sql::hit(db, limit.bucket, subject, limit.window_seconds, now).await?;
    Ok(hits > limit.max)
}

/// Refuses if the limit was reached, without counting an attempt. Fails with [`Code::TooManyAttempts`].
pub async fn check(db: impl PgExecutor<'_>, limit: RateLimit, subject: &str, now: Instant) -> Answer<()> {
    match sql::hits(db, limit.bucket, subject, now.plus_seconds(-limit.window_seconds)).await? {
        Some((hits, began_at)) if hits >= limit.max => Err(exceeded(limit, began_at, now).into()),
        _ => Ok(()),
    }
}

/// Resets the count, for a subject who has shown that they are not guessing.
pub async fn reset_count(db: impl PgExecutor<'_>, limit: RateLimit, subject: &str) -> Answer<()> {
    sql::delete_hits(db, limit.bucket, subject).await?;
    Ok(())
}

/// As [`enforce`], counted by the caller's network address.
pub async fn enforce_by_address(auth: &Auth, limit: RateLimit, caller: &Caller) -> Answer<()> {
    enforce(auth, limit, &address::caller(&caller.address)).await
}
