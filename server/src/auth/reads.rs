//! One person's reads at a time, so that a hundred searches of one do not slow everybody else's.
//!
//! Each process has its own permits. They protect its connections and cores, so they are not shared, and a call costs no
//! statement more.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use gridbill_core::{Code, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::error::Answer;

/// How long a read waits for a permit.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Seconds after which the caller is told to ask again.
const RETRY_AFTER_SECONDS: i64 = 2;
/// From so many people on, those who read nothing any more are forgotten.
const MAX_IDLE_PEOPLE: usize = 1_000;

/// Who reads now.
#[derive(Default)]
pub struct Reads(Mutex<HashMap<Uuid, Weak<Semaphore>>>);

impl Reads {
    /// Waits a while for one of the person's permits, which is released when dropped.
    ///
    /// # Errors
    /// [`Code::TooManyAtOnce`].
    pub async fn acquire(&self, person_id: Uuid, limit: usize) -> Answer<OwnedSemaphorePermit> {
        let permits = self.of(person_id, limit);
        let permit = tokio::time::timeout(TIMEOUT, permits.acquire_owned()).await.ok().and_then(Result::ok);
        permit.ok_or_else(|| Problem::new(Code::TooManyAtOnce).with("seconds", RETRY_AFTER_SECONDS).into())
    }

    fn of(&self, person_id: Uuid, limit: usize) -> Arc<Semaphore> {
        let mut people = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(permits) = people.get(&person_id).and_then(Weak::upgrade) {
            return permits;
        }
        if people.len() >= MAX_IDLE_PEOPLE {
            people.retain(|_, permits| permits.strong_count() > 0);
        }
        let permits = Arc::new(Semaphore::new(limit));
        people.insert(person_id, Arc::downgrade(&permits));
        permits
    }
}
