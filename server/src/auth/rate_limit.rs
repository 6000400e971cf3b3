//! How often somebody may ask for something. The counts are in the database, so all processes share them.

use gridbill_core::{Code, Instant, Problem};
use sqlx::PgExecutor;

use super::Auth;
use super::address;
use super::sql::rate_limits as sql;
use super::who::Caller;
use crate::error::Answer;

/// So many times in so many seconds, for each subject.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    /// Its name.
    pub bucket: &'static str,
    pub max: i32,
    pub window_seconds: i64,
}

/// How long a window goes on.
#[derive(Debug, Clone, Copy)]
pub struct Left {
    pub seconds: i64,
    /// Never too soon: a minute that has begun counts.
    pub minutes: i64,
}

impl RateLimit {
    /// How long the window goes on that began then, which may have been by the clock of another process.
    #[must_use]
    pub fn left(self, began_at: Instant, now: Instant) -> Left {
        let seconds = (self.window_seconds - now.seconds_since(began_at)).clamp(1, self.window_seconds);
        Left { seconds, minutes: (seconds + 59) / 60 }
    }
}

/// Seconds after which no window is still open, so that its row may go.
const MAX_WINDOW_SECONDS: i64 = 24 * 3600;

/// Counts one more; whoever asks must do so before the work, and not in its transaction, or a refusal would not count.
///
/// # Errors
/// [`Code::TooManyAttempts`] beyond the limit, until the window that began with the first is over.
pub async fn enforce(auth: &Auth, limit: RateLimit, subject: &str) -> Answer<()> {
    let now = auth.now();
    let (hits, began_at) = sql::hit(&auth.pool, limit.bucket, subject, limit.window_seconds, now).await?;
    if hits == 1 {
        // Every new window clears up a few old ones, so the table stays as small as a day's visitors.
        sql::forget_rates(&auth.pool, now.plus_seconds(-MAX_WINDOW_SECONDS)).await?;
    }
    if hits <= limit.max { Ok(()) } else { Err(exceeded(limit, began_at, now).into()) }
}

/// The refusal, until the window is over.
fn exceeded(limit: RateLimit, began_at: Instant, now: Instant) -> Problem {
    let Left { seconds, minutes } = limit.left(began_at, now);
    Problem::new(Code::TooManyAttempts).with("minutes", minutes).with("seconds", seconds)
}

/// Counts one more of what is refused only afterwards, in the caller's transaction or by itself; whether it is beyond the limit.
///
/// # Errors
/// When the database does not answer.
pub async fn count(db: impl PgExecutor<'_>, limit: RateLimit, subject: &str, now: Instant) -> sqlx::Result<bool> {
    let (hits, _) = sql::hit(db, limit.bucket, subject, limit.window_seconds, now).await?;
    Ok(hits > limit.max)
}

/// Refuses once as many as may be were counted, without counting this one.
///
/// # Errors
/// [`Code::TooManyAttempts`].
pub async fn check(db: impl PgExecutor<'_>, limit: RateLimit, subject: &str, now: Instant) -> Answer<()> {
    match sql::hits(db, limit.bucket, subject, now.plus_seconds(-limit.window_seconds)).await? {
        Some((hits, began_at)) if hits >= limit.max => Err(exceeded(limit, began_at, now).into()),
        _ => Ok(()),
    }
}

/// Counts from the beginning again: they have shown that they are not guessing.
///
/// # Errors
/// When the database does not answer.
pub async fn forget(db: impl PgExecutor<'_>, limit: RateLimit, subject: &str) -> Answer<()> {
    sql::forget_hits(db, limit.bucket, subject).await?;
    Ok(())
}

/// The same by where the caller is.
///
/// # Errors
/// As [`enforce`].
pub async fn enforce_by_address(auth: &Auth, limit: RateLimit, caller: &Caller) -> Answer<()> {
    enforce(auth, limit, &address::caller(&caller.address)).await
}
