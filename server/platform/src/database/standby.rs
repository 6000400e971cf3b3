//! Runs exports, documents, statements and searches on a standby instead of the primary.
//!
//! A read must see everything that was committed before it was requested. So the primary is asked how far its log
//! is written, and each connection to the standby waits until that much is replayed. If that takes too long, the
//! read uses the primary.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::time::{Instant, sleep, timeout};

use super::{Reader, pool, sql};
use crate::config::Config;

/// Maximum time that a read waits for a standby to catch up.
const WAIT: Duration = Duration::from_millis(500);
/// Pause between two checks of the standby's position.
const PAUSE: Duration = Duration::from_millis(10);
/// Maximum time that a read waits for a connection, including the wait for the standby.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum time for the check of a connection. Half of the above, which leaves time to replace a connection that
/// died silently.
const CHECK_TIMEOUT: Duration = Duration::from_millis(500);
/// Maximum time of a read before the primary is used instead. A page of an export, a statement and a search take
/// well under a second, so a slower server hangs or is of no use. TCP may notice that only after minutes, and the
/// statement timeout runs on the server itself.
pub const READ_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for which a standby is not used after a failed read.
const REST: Duration = Duration::from_secs(10);

/// The position in the primary's log that must be replayed, in bytes.
#[derive(Debug, Default)]
pub struct Position {
    asked: AtomicU64,
    known: Mutex<WalAnswer>,
}

/// The primary's answer, and the number of the query that it answers.
#[derive(Debug, Default, Clone, Copy)]
struct WalAnswer {
    question: u64,
    written: i64,
}

impl Position {
    /// Asks the primary how far its log is written. The answer to the newest query counts, even if it is lower:
    /// after a restore the log begins further back.
    async fn ask(&self, primary: &PgPool) -> sqlx::Result<()> {
        let question = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let written = sql::written(primary).await?;
        self.update(WalAnswer { question, written });
        Ok(())
    }

    fn update(&self, answer: WalAnswer) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // The answer to a later query also covers this query.
        if answer.question > known.question {
            *known = answer;
        }
    }

    fn wanted(&self) -> i64 {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).written
    }

    /// Waits until the connection's server has replayed up to the position.
    /// Fails when it takes too long, or the server is not a standby.
    pub async fn reached(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        let wanted = self.wanted();
        // A server that hangs does not answer at all.
        timeout(WAIT, replayed(connection, wanted)).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }
}

async fn replayed(connection: &mut PgConnection, wanted: i64) -> sqlx::Result<()> {
    loop {
        match sql::replayed(&mut *connection).await? {
            Some(replayed) if replayed >= wanted => return Ok(()),
            Some(_) => sleep(PAUSE).await,
            None => return Err(sqlx::Error::Configuration("DATABASE_READ_URL does not point to a standby".into())),
        }
    }
}

/// Connections to a standby.
pub struct Standby {
    pub pool: PgPool,
    position: Arc<Position>,
    failed_at: Mutex<Option<Instant>>,
}

impl Standby {
    /// Returns the configured standby. It connects when first used.
    pub fn of(config: &Config) -> anyhow::Result<Option<Self>> {
        let Some(url) = &config.database_read_url else { return Ok(None) };
        let address: PgConnectOptions = url.parse().context("DATABASE_READ_URL cannot be parsed")?;
        let position = Arc::new(Position::default());
        let (borrowed, connected) = (position.clone(), position.clone());
        let pool = pool(config.connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .before_acquire(move |connection, _| {
                let position = borrowed.clone();
                Box::pin(async move {
                    // A transaction that was left open would keep reading an old snapshot.
                    let usable = timeout(CHECK_TIMEOUT, pool::is_usable(connection)).await;
                    Ok(matches!(usable, Ok(Ok(true))) && position.reached(connection).await.is_ok())
                })
            })
            // sqlx pings returned connections without a timeout, so the connection of a timed-out read would never
            // become free.
            .after_release(|connection, _| {
                Box::pin(async move { Ok(matches!(timeout(CHECK_TIMEOUT, connection.ping()).await, Ok(Ok(())))) })
            })
            .after_connect(move |connection, _| {
                let position = connected.clone();
                Box::pin(async move { position.reached(connection).await })
            })
            .connect_lazy_with(pool::for_calls(address));
        Ok(Some(Self { pool, position, failed_at: Mutex::default() }))
    }

    /// Returns the read-only connections for lists.
    #[must_use]
    pub fn reader(&self, connections: u32) -> Reader {
        Reader::following(&self.pool, connections, self.position.clone())
    }

    /// Makes all following reads see everything that the primary has committed until now.
    /// Fails when a database does not answer, or the standby is too far behind.
    pub async fn follow(&self, primary: &PgPool) -> sqlx::Result<()> {
        self.position.ask(primary).await?;
        self.pool.acquire().await.map(drop)
    }

    /// Whether reads should try the standby: it has not failed recently.
    #[must_use]
    pub fn is_rested(&self) -> bool {
        self.failed_at().is_none_or(|at| at.elapsed() > REST)
    }

    /// Records that a read on the standby failed.
    pub fn failed(&self) {
        *self.failed_at() = Some(Instant::now());
    }

    fn failed_at(&self) -> MutexGuard<'_, Option<Instant>> {
        self.failed_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_answer_counts_even_if_it_is_lower() {
        let position = Position::default();
        position.update(WalAnswer { question: 1, written: 900 });
        position.update(WalAnswer { question: 3, written: 950 });
        position.update(WalAnswer { question: 2, written: 920 });
        assert_eq!(position.wanted(), 950, "an older answer came late");
        // The primary was restored from a backup.
        position.update(WalAnswer { question: 4, written: 100 });
        assert_eq!(position.wanted(), 100);
    }
}
