//! Permits for changes. At most half of the pool's connections are in the transactions of changes, which wait for each
//! other's locks, so that other calls find a connection.

use std::time::Duration;

use gridbill_core::Code;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::Answer;

/// How long a call waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(3);

/// How many calls may be in their transaction at a time.
pub struct WritePermits(Semaphore);

impl WritePermits {
    /// Half of so many connections.
    #[must_use]
    pub fn among(connections: u32) -> Self {
        Self(Semaphore::new(usize::try_from(connections / 2).unwrap_or(1).max(1)))
    }

    /// # Errors
    /// [`Code::Unavailable`] when none is free in time.
    pub async fn acquire(&self) -> Answer<SemaphorePermit<'_>> {
        match tokio::time::timeout(TIMEOUT, self.0.acquire()).await {
            Ok(permit) => Ok(permit.map_err(anyhow::Error::from)?),
            Err(_) => Err(Code::Unavailable.into()),
        }
    }
}
