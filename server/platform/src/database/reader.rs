//! A pool of read-only connections, for the session check and the most frequent lists.
//!
//! The regular pool checks every connection before and after each use. For a call that reads one page this would be
//! half of its round trips. These connections run no transactions and cannot write, and a connection with an error
//! or an abandoned call is closed. So a recently used connection can be reused without a check.
//!
//! ```text
//! let mut db = app.reader.connection().await?;
//! let session = sql::session(&mut *db, session_id).await?;
//! db.return_to_pool();
//! ```

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::pool::{ACQUIRE_TIMEOUT, CHECK_TIMEOUT};
use super::standby::Position;

/// A connection that was used within this time is assumed to be alive.
const JUST_USED: Duration = Duration::from_secs(1);
/// Maximum age of a connection.
const LIFETIME: Duration = Duration::from_mins(30);

/// A pool of read-only connections.
pub struct Reader {
    options: PgConnectOptions,
    permits: Semaphore,
    most: usize,
    idle: Mutex<Vec<IdleConnection>>,
    /// The position that a standby must have replayed before it is read.
    position: Option<Arc<Position>>,
}

struct IdleConnection {
    connection: PgConnection,
    opened_at: Instant,
    used_at: Instant,
}

/// A borrowed connection. It is closed when dropped; [`ReadConnection::return_to_pool`] returns it to the pool.
pub struct ReadConnection<'a> {
    reader: &'a Reader,
    connection: PgConnection,
    opened_at: Instant,
    _permit: SemaphorePermit<'a>,
}

impl Reader {
    /// Creates a reader for the pool's database. It connects when first used.
    #[must_use]
    pub fn for_pool(pool: &PgPool, connections: u32) -> Self {
        let options = (*pool.connect_options()).clone().options([("default_transaction_read_only", "on")]);
        let most = usize::try_from(connections).unwrap_or(1).max(1);
        Self { options, permits: Semaphore::new(most), most, idle: Mutex::default(), position: None }
    }

    /// Creates a reader for a standby. Each read waits until the standby has replayed up to `position`.
    #[must_use]
    pub fn following(pool: &PgPool, connections: u32, position: Arc<Position>) -> Self {
        Self { position: Some(position), ..Self::for_pool(pool, connections) }
    }

    /// Returns the numbers of borrowed, idle and allowed connections.
    #[must_use]
    pub fn connections(&self) -> [usize; 3] {
        [self.most.saturating_sub(self.permits.available_permits()), self.idle().len(), self.most]
    }

    /// Borrows a live connection. Fails when the database does not answer, or no connection is free in time.
    pub async fn connection(&self) -> sqlx::Result<ReadConnection<'_>> {
        timeout(ACQUIRE_TIMEOUT, self.acquire_connection()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    async fn acquire_connection(&self) -> sqlx::Result<ReadConnection<'_>> {
        let permit = self.permits.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let (mut connection, opened_at) = self.alive().await?;
        if let Some(position) = &self.position {
            position.reached(&mut connection).await?;
        }
        Ok(ReadConnection { reader: self, connection, opened_at, _permit: permit })
    }

    async fn alive(&self) -> sqlx::Result<(PgConnection, Instant)> {
        while let Some(IdleConnection { mut connection, opened_at, used_at }) = self.pop() {
            let is_old = opened_at.elapsed() > LIFETIME;
            let is_alive =
                used_at.elapsed() < JUST_USED || matches!(timeout(CHECK_TIMEOUT, connection.ping()).await, Ok(Ok(())));
            if is_alive && !is_old {
                return Ok((connection, opened_at));
            }
        }
        Ok((PgConnection::connect_with(&self.options).await?, Instant::now()))
    }

    fn pop(&self) -> Option<IdleConnection> {
        self.idle().pop()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<IdleConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReadConnection<'_> {
    /// Returns the connection to the pool. Call it after the response was read completely.
    pub fn return_to_pool(self) {
        let Self { reader, connection, opened_at, .. } = self;
        reader.idle().push(IdleConnection { connection, opened_at, used_at: Instant::now() });
    }
}

impl Deref for ReadConnection<'_> {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for ReadConnection<'_> {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}
