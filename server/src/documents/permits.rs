//! How many files of many rows or documents the calls of one process make at once: each may take a core for seconds, and pages
//! are to stay quick meanwhile. Jobs take long, so they have places of their own, in the queue.

use std::sync::Arc;
use std::time::Duration;

use gridbill_core::Code;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Answer;

/// How long a call waits for its turn.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The permits of a process.
#[derive(Clone)]
pub struct DocumentPermits(Arc<Semaphore>);

impl DocumentPermits {
    #[must_use]
    pub fn new(at_once: u16) -> Self {
        Self(Arc::new(Semaphore::new(usize::from(at_once))))
    }

    /// # Errors
    /// [`Code::TooManyAtOnce`] when it is nobody's turn to end for so long.
    pub async fn acquire(&self) -> Answer<OwnedSemaphorePermit> {
        let turn = tokio::time::timeout(TIMEOUT, Arc::clone(&self.0).acquire_owned()).await;
        match turn {
            Ok(permit) => Ok(permit.map_err(anyhow::Error::from)?),
            Err(_) => Err(Code::TooManyAtOnce.into()),
        }
    }
}
