//! Connections that only read: whose session it is, and the lists that are asked for most.
//!
//! The pool asks every connection twice for each time that it is borrowed: whether it is usable before, and whether it is
//! whole afterwards. For a call that reads one page that is half of its round trips. No transaction is begun on these
//! connections, and none could write in one; one that met an error, or whose caller went away, is closed. So a connection
//! that was just used is lent again as it is.
//!
//! ```text
//! let mut db = app.reader.connection().await?;
//! let session = sql::session(&mut *db, session_id).await?;
//! db.keep();
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

/// A connection that was used within that time is taken to be alive.
const JUST_USED: Duration = Duration::from_secs(1);
/// No connection is used for longer.
const LIFETIME: Duration = Duration::from_mins(30);

/// At most so many connections that only read.
pub struct Reader {
    options: PgConnectOptions,
    permits: Semaphore,
    most: usize,
    idle: Mutex<Vec<Kept>>,
    /// What a standby must have replayed before it is read.
    position: Option<Arc<Position>>,
}

struct Kept {
    connection: PgConnection,
    opened_at: Instant,
    used_at: Instant,
}

/// One of them, closed when it is dropped: [`Reading::keep`] gives it back.
pub struct Reading<'a> {
    reader: &'a Reader,
    connection: PgConnection,
    opened_at: Instant,
    _permit: SemaphorePermit<'a>,
}

impl Reader {
    /// On the database of that pool; connects when it is first needed.
    #[must_use]
    pub fn beside(pool: &PgPool, connections: u32) -> Self {
        let options = (*pool.connect_options()).clone().options([("default_transaction_read_only", "on")]);
        let most = usize::try_from(connections).unwrap_or(1).max(1);
        Self { options, permits: Semaphore::new(most), most, idle: Mutex::default(), position: None }
    }

    /// On the standby of that pool, which has replayed so much before it is read.
    #[must_use]
    pub fn following(pool: &PgPool, connections: u32, position: Arc<Position>) -> Self {
        Self { position: Some(position), ..Self::beside(pool, connections) }
    }

    /// How many are lent now, how many are open beside them, and how many there may be.
    #[must_use]
    pub fn connections(&self) -> [usize; 3] {
        [self.most.saturating_sub(self.permits.available_permits()), self.idle().len(), self.most]
    }

    /// A connection that is alive.
    ///
    /// # Errors
    /// When the database does not answer, or none is free in time.
    pub async fn connection(&self) -> sqlx::Result<Reading<'_>> {
        timeout(ACQUIRE_TIMEOUT, self.one()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    async fn one(&self) -> sqlx::Result<Reading<'_>> {
        let permit = self.permits.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let (mut connection, opened_at) = self.alive().await?;
        if let Some(position) = &self.position {
            position.reached(&mut connection).await?;
        }
        Ok(Reading { reader: self, connection, opened_at, _permit: permit })
    }

    async fn alive(&self) -> sqlx::Result<(PgConnection, Instant)> {
        while let Some(Kept { mut connection, opened_at, used_at }) = self.pop() {
            let is_old = opened_at.elapsed() > LIFETIME;
            let is_alive =
                used_at.elapsed() < JUST_USED || matches!(timeout(CHECK_TIMEOUT, connection.ping()).await, Ok(Ok(())));
            if is_alive && !is_old {
                return Ok((connection, opened_at));
            }
        }
        Ok((PgConnection::connect_with(&self.options).await?, Instant::now()))
    }

    fn pop(&self) -> Option<Kept> {
        self.idle().pop()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reading<'_> {
    /// Its answer was read to the end: the next one may use it.
    pub fn keep(self) {
        let Self { reader, connection, opened_at, .. } = self;
        reader.idle().push(Kept { connection, opened_at, used_at: Instant::now() });
    }
}

impl Deref for Reading<'_> {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Reading<'_> {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}
