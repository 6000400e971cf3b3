//! Limits the large files (of many rows or documents) that the calls of one process write at the same time. Each may
//! use a core for seconds, and pages must stay fast meanwhile. Jobs take longer, so the queue limits them separately.

use std::sync::Arc;
use std::time::Duration;

use gridbill_core::Code;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Answer;

/// How long a call waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The permits of a process.
#[derive(Clone)]
pub struct DocumentPermits(Arc<Semaphore>);

impl DocumentPermits {
    #[must_use]
    pub fn new(at_once: u16) -> Self {
        Self(Arc::new(Semaphore::new(usize::from(at_once))))
    }

    /// Waits for a permit. Fails with [`Code::TooManyAtOnce`] when no permit is released within the time-out.
    pub async fn acquire(&self) -> Answer<OwnedSemaphorePermit> {
        let turn = tokio::time::timeout(TIMEOUT, Arc::clone(&self.0).acquire_owned()).await;
        match turn {
            Ok(permit) => Ok(permit.map_err(anyhow::Error::from)?),
            Err(_) => Err(Code::TooManyAtOnce.into()),
        }
    }
}
