//! One person's reads at a time, so that a hundred searches of one do not slow everybody else's.
//!
//! The turns are each process's own. They protect the process's own connections and cores, so nothing of them need be
//! shared, and a call costs no statement more.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use gridbill_core::{Code, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::error::Answer;

/// How long a read waits for its turn.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Seconds after which the caller is told to ask again.
const RETRY_AFTER_SECONDS: i64 = 2;
/// From so many people on, those who read nothing any more are forgotten.
const MAX_IDLE_PEOPLE: usize = 1_000;

/// Who reads now.
#[derive(Default)]
pub struct Reads(Mutex<HashMap<Uuid, Weak<Semaphore>>>);

impl Reads {
    /// Waits a while for one of the person's turns, which is given back when dropped.
    ///
    /// # Errors
    /// [`Code::TooManyAtOnce`].
    pub async fn acquire(&self, person_id: Uuid, most: usize) -> Answer<OwnedSemaphorePermit> {
        let turns = self.of(person_id, most);
        let taken = tokio::time::timeout(TIMEOUT, turns.acquire_owned()).await.ok().and_then(Result::ok);
        taken.ok_or_else(|| Problem::new(Code::TooManyAtOnce).with("seconds", RETRY_AFTER_SECONDS).into())
    }

    fn of(&self, person_id: Uuid, most: usize) -> Arc<Semaphore> {
        let mut people = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turns) = people.get(&person_id).and_then(Weak::upgrade) {
            return turns;
        }
        if people.len() >= MAX_IDLE_PEOPLE {
            people.retain(|_, turns| turns.strong_count() > 0);
        }
        let turns = Arc::new(Semaphore::new(most));
        people.insert(person_id, Arc::downgrade(&turns));
        turns
    }
}
