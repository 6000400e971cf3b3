//! Reads away from the primary: exports, documents, statements and searches, on a standby.
//!
//! Nobody may miss there what was committed before they asked. So the primary is asked how far its log is written, and each
//! connection to the standby waits, whenever it is borrowed, until that much is replayed. One for which that takes too
//! long is not used, and the primary is read.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::time::{Instant, sleep, timeout};

use super::{Reader, pool, sql};
use crate::config::Config;

/// How long a read waits until a standby has replayed what was committed.
const WAIT: Duration = Duration::from_millis(500);
/// Until it is asked again.
const PAUSE: Duration = Duration::from_millis(10);
/// How long a read waits for a connection, with that.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a connection may take to answer, half of that: one that died without a word leaves time to open another one.
const CHECK_TIMEOUT: Duration = Duration::from_millis(500);
/// How long one read may take before the primary is read instead. A page of an export, a statement and a search take well
/// under a second, so a server that takes longer hangs or is of no use, and TCP may give it up after many minutes only. The
/// statement time-out of calls does not help: it is the server's own.
pub const READ_TIMEOUT: Duration = Duration::from_secs(5);
/// A standby that could not be read is left alone for so long.
const REST: Duration = Duration::from_secs(10);

/// How much of the primary's log must be replayed, in bytes.
#[derive(Debug, Default)]
pub struct Position {
    asked: AtomicU64,
    known: Mutex<Known>,
}

/// The primary's answer, and which question it answers.
#[derive(Debug, Default, Clone, Copy)]
struct Known {
    question: u64,
    written: i64,
}

impl Position {
    /// Asks the primary how far its log is written. The answer to the newest question counts, also where it is lower: after a
    /// restore the log begins further back.
    async fn ask(&self, primary: &PgPool) -> sqlx::Result<()> {
        let question = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let written = sql::written(primary).await?;
        self.note(Known { question, written });
        Ok(())
    }

    fn note(&self, answer: Known) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // A question that was asked later has an answer that covers this one.
        if answer.question > known.question {
            *known = answer;
        }
    }

    fn wanted(&self) -> i64 {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).written
    }

    /// Waits until the server of that connection has replayed so much.
    ///
    /// # Errors
    /// When it takes too long, or the server is no standby.
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
            None => return Err(sqlx::Error::Configuration("DATABASE_READ_URL leads to no standby".into())),
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
    /// The configured one; it is connected to when it is first needed.
    ///
    /// # Errors
    /// When its address cannot be read.
    pub fn of(config: &Config) -> anyhow::Result<Option<Self>> {
        let Some(url) = &config.database_read_url else { return Ok(None) };
        let address: PgConnectOptions = url.parse().context("DATABASE_READ_URL cannot be read")?;
        let position = Arc::new(Position::default());
        let (borrowed, connected) = (position.clone(), position.clone());
        let pool = pool(config.connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .before_acquire(move |connection, _| {
                let position = borrowed.clone();
                Box::pin(async move {
                    // A transaction that was left open would go on reading what was there when it began.
                    let usable = timeout(CHECK_TIMEOUT, pool::is_usable(connection)).await;
                    Ok(matches!(usable, Ok(Ok(true))) && position.reached(connection).await.is_ok())
                })
            })
            // sqlx asks whatever comes back for a sign of life, for ever: that of a read that took too long would stay lent.
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

    /// Its connections for lists.
    #[must_use]
    pub fn reader(&self, connections: u32) -> Reader {
        Reader::following(&self.pool, connections, self.position.clone())
    }

    /// Has everything that is read from now on know what the primary has committed until now.
    ///
    /// # Errors
    /// When a database does not answer, or the standby is too far behind.
    pub async fn follow(&self, primary: &PgPool) -> sqlx::Result<()> {
        self.position.ask(primary).await?;
        self.pool.acquire().await.map(drop)
    }

    /// Whether it is worth trying.
    #[must_use]
    pub fn is_rested(&self) -> bool {
        self.failed_at().is_none_or(|at| at.elapsed() > REST)
    }

    /// It could not be read.
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
    fn the_newest_answer_counts_also_where_it_is_lower() {
        let position = Position::default();
        position.note(Known { question: 1, written: 900 });
        position.note(Known { question: 3, written: 950 });
        position.note(Known { question: 2, written: 920 });
        assert_eq!(position.wanted(), 950, "an older answer came late");
        // The primary was restored from a backup.
        position.note(Known { question: 4, written: 100 });
        assert_eq!(position.wanted(), 100);
    }
}
