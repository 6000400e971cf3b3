//! Permits for changes. At most half of the pool's connections are in the transactions of changes, which wait for each
//! other's locks, so that other calls find a connection.

use std::time::Duration;

use gridbill_core::Code;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::Answer;

/// How long a call waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(3);

/// How many calls may be in their transaction at a time.
pub struct WritePermits {
    permits: Semaphore,
    most: usize,
}

impl WritePermits {
    /// Half of so many connections.
    #[must_use]
    pub fn among(connections: u32) -> Self {
        let most = usize::try_from(connections / 2).unwrap_or(1).max(1);
        Self { permits: Semaphore::new(most), most }
    }

    /// # Errors
    /// [`Code::Unavailable`] when none is free in time.
    pub async fn acquire(&self) -> Answer<SemaphorePermit<'_>> {
        match tokio::time::timeout(TIMEOUT, self.permits.acquire()).await {
            Ok(permit) => Ok(permit.map_err(anyhow::Error::from)?),
            Err(_) => Err(Code::Unavailable.into()),
        }
    }

    /// How many are taken now, and how many there are.
    #[must_use]
    pub fn taken(&self) -> (usize, usize) {
        (self.most.saturating_sub(self.permits.available_permits()), self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn those_that_are_taken_are_counted() {
        let permits = WritePermits::among(8);
        assert_eq!(permits.taken(), (0, 4));
        let held = [permits.acquire().await.unwrap(), permits.acquire().await.unwrap()];
        assert_eq!(permits.taken(), (2, 4));
        drop(held);
        assert_eq!(permits.taken(), (0, 4));
    }
}
