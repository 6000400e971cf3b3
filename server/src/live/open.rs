//! The streams that are open in this process, by session: at most so many of each.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use uuid::Uuid;

/// The most streams of one session. The oldest makes way for a new one: its page is the one looked at longest ago, and
/// connects again when it is looked at.
pub const MAX_STREAMS_PER_SESSION: usize = 8;

#[derive(Debug, Default)]
pub struct Streams(Mutex<Slots>);

#[derive(Debug, Default)]
struct Slots {
    last: u64,
    by_session: HashMap<Uuid, VecDeque<(u64, oneshot::Sender<()>)>>,
}

/// One stream's place, until it is dropped.
pub struct Slot {
    streams: Arc<Streams>,
    session_id: Uuid,
    number: u64,
    /// Ends when a newer stream took the place.
    pub replaced: oneshot::Receiver<()>,
}

impl Streams {
    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more stream of that session.
    pub fn open(self: &Arc<Self>, session_id: Uuid) -> Slot {
        let (replace, replaced) = oneshot::channel();
        let mut slots = self.slots();
        slots.last += 1;
        let number = slots.last;
        let of_session = slots.by_session.entry(session_id).or_default();
        of_session.push_back((number, replace));
        if of_session.len() > MAX_STREAMS_PER_SESSION {
            of_session.pop_front();
        }
        Slot { streams: self.clone(), session_id, number, replaced }
    }

    /// The sessions that have a stream.
    pub fn sessions(&self) -> Vec<Uuid> {
        self.slots().by_session.keys().copied().collect()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut slots = self.streams.slots();
        if let Some(of_session) = slots.by_session.get_mut(&self.session_id) {
            of_session.retain(|(number, _)| *number != self.number);
            if of_session.is_empty() {
                slots.by_session.remove(&self.session_id);
            }
        }
    }
}
