//! Retries transactions that PostgreSQL ended because of a deadlock or a serialization failure; nothing of them was
//! committed. Calls, gateway messages and imports use this module. Jobs are retried by their queue instead.

use std::time::Duration;

use sqlx::error::DatabaseError;

use crate::error::Error;

/// Maximum runs of a transaction, including the first.
const MAX_ATTEMPTS: u32 = 5;
/// Pause before the second run; it doubles with each further run, so that two colliding transactions do not start
/// together again.
const FIRST_PAUSE: Duration = Duration::from_millis(10);

/// An error that may be a deadlock or a serialization failure.
pub trait MayCollide {
    fn is_collision(&self) -> bool;
}

impl MayCollide for sqlx::Error {
    fn is_collision(&self) -> bool {
        let code = self.as_database_error().and_then(DatabaseError::code);
        code.is_some_and(|code| matches!(&*code, "40P01" | "40001"))
    }
}

impl MayCollide for anyhow::Error {
    fn is_collision(&self) -> bool {
        self.chain().any(|cause| cause.downcast_ref::<sqlx::Error>().is_some_and(MayCollide::is_collision))
    }
}

impl MayCollide for Error {
    fn is_collision(&self) -> bool {
        matches!(self, Self::Internal(error) if error.is_collision())
    }
}

/// Runs a transaction, and retries it while it collides with others. Fails with the error of the last run.
pub async fn retried<T, E, F>(mut run: impl FnMut() -> F) -> Result<T, E>
where
    E: MayCollide + std::fmt::Debug,
    F: Future<Output = Result<T, E>>,
{
    let (mut attempts, mut pause) = (1, FIRST_PAUSE);
    loop {
        // Boxed, because the futures of calls are too large for the stacks of debug builds.
        match Box::pin(run()).await {
            Err(error) if attempts < MAX_ATTEMPTS && error.is_collision() => {
                tracing::info!(?error, "a transaction collided with another one and is retried");
                tokio::time::sleep(pause).await;
                attempts += 1;
                pause *= 2;
            }
            done => return done,
        }
    }
}
