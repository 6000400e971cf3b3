//! Transactions of calls that write. They wait for each other's locks, so at most half of the pool's connections
//! may be in such a transaction at the same time. The other half stays free for reads.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use gridbill_core::Code;
use sqlx::{PgConnection, PgPool, Postgres, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::is_away;
use crate::error::Answer;

/// Maximum time that a call waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Limits the number of concurrent write transactions.
pub struct WritePermits {
    permits: Arc<Semaphore>,
    most: usize,
}

impl WritePermits {
    /// Creates permits for half of the connections, and at least one.
    #[must_use]
    pub fn for_connections(connections: u32) -> Self {
        let most = usize::try_from(connections / 2).unwrap_or(1).max(1);
        Self { permits: Arc::new(Semaphore::new(most)), most }
    }

    /// Takes a permit, then begins a transaction.
    /// Fails with [`Code::Busy`] when no permit is free in time; when the database does not answer.
    pub async fn begin(&self, pool: &PgPool) -> Answer<WriteTransaction> {
        let permit = self.acquire().await?;
        let tx = pool.begin().await?;
        Ok(WriteTransaction { tx, _permit: permit })
    }

    async fn acquire(&self) -> Answer<OwnedSemaphorePermit> {
        match tokio::time::timeout(TIMEOUT, self.permits.clone().acquire_owned()).await {
            Ok(permit) => Ok(permit.map_err(anyhow::Error::from)?),
            Err(_) => Err(Code::Busy.into()),
        }
    }

    /// Returns how many permits are taken, and how many there are.
    #[must_use]
    pub fn usage(&self) -> (usize, usize) {
        (self.most.saturating_sub(self.permits.available_permits()), self.most)
    }

    /// Returns the maximum permits of a single caller: half of them, so that no caller can take all.
    #[must_use]
    pub fn share(&self) -> usize {
        (self.most / 2).max(1)
    }
}

/// The database did not answer a commit, so its outcome is unknown.
#[derive(Debug)]
pub struct CommitUnanswered;

impl fmt::Display for CommitUnanswered {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the commit was not answered")
    }
}

/// A transaction of a call, with its permit. Dropped without [`WriteTransaction::commit`], it is rolled back.
pub struct WriteTransaction {
    tx: Transaction<'static, Postgres>,
    /// Declared last, so that it is released after the transaction has ended.
    _permit: OwnedSemaphorePermit,
}

impl WriteTransaction {
    /// Commits the transaction.
    /// Fails with [`CommitUnanswered`] when the database does not answer; other errors when it refuses the commit.
    pub async fn commit(self) -> Answer<()> {
        let Err(error) = self.tx.commit().await else { return Ok(()) };
        let error = anyhow::Error::from(error);
        Err(if is_away(&error) { error.context(CommitUnanswered) } else { error }.into())
    }

    /// Rolls the transaction back. Fails when the database does not answer; the transaction is rolled back anyway.
    pub async fn rollback(self) -> sqlx::Result<()> {
        self.tx.rollback().await
    }
}

impl Deref for WriteTransaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.tx
    }
}

impl DerefMut for WriteTransaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.tx
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn permits_that_are_taken_are_counted() {
        let permits = WritePermits::for_connections(8);
        assert_eq!(permits.usage(), (0, 4));
        let held = [permits.acquire().await.unwrap(), permits.acquire().await.unwrap()];
        assert_eq!(permits.usage(), (2, 4));
        drop(held);
        assert_eq!(permits.usage(), (0, 4));
    }

    #[test]
    fn one_user_cannot_take_all_permits() {
        let shares = [1, 2, 4, 8, 16, 24].map(|connections| WritePermits::for_connections(connections).share());
        assert_eq!(shares, [1, 1, 1, 2, 4, 6]);
    }
}
