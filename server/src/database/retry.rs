//! Transactions that PostgreSQL ended to free another one: a deadlock or a serialization failure. Nothing of them happened,
//! so they are run again. This is the only place that decides so; calls, messages of the gateway and imports use it, and a
//! job is run again by its queue.

use std::time::Duration;

use sqlx::error::DatabaseError;

use crate::error::Error;

/// Runs of one transaction, the first one included.
const MAX_ATTEMPTS: u32 = 5;
/// The pause before the second run; each further one is twice as long. Two that collide do not begin at the same time again.
const FIRST_PAUSE: Duration = Duration::from_millis(10);

/// An error that may mean a collision.
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

/// Runs a transaction, and runs it again while it collides with others.
///
/// # Errors
/// Those of the last run.
pub async fn retried<T, E, F>(mut run: impl FnMut() -> F) -> Result<T, E>
where
    E: MayCollide + std::fmt::Debug,
    F: Future<Output = Result<T, E>>,
{
    let (mut attempts, mut pause) = (1, FIRST_PAUSE);
    loop {
        // On the heap: the futures of calls are too large for the stacks of debug builds.
        match Box::pin(run()).await {
            Err(error) if attempts < MAX_ATTEMPTS && error.is_collision() => {
                tracing::info!(?error, "a transaction collided with another one, and is run again");
                tokio::time::sleep(pause).await;
                attempts += 1;
                pause *= 2;
            }
            done => return done,
        }
    }
}
