//! What a stream has not been told yet. It is merged, so it never grows, however slowly its page reads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gridbill_core::Topic;
use gridbill_core::topic::{Changed, OwnChange};
use tokio::sync::Notify;

use super::gathering::unite;

/// What a stream is told.
#[derive(Debug)]
pub enum Told {
    Changed(Changed),
    /// The connection to the database was lost for a moment: anything may have changed.
    Anything,
    /// Nothing, but the stream goes on.
    Beat,
    /// A newer stream of the session took its place.
    Replaced,
    /// Its session is over, or what the person may see is something else.
    Over,
}

#[derive(Debug, Default)]
pub struct Mailbox {
    waiting: Mutex<Waiting>,
    filled: Notify,
}

/// Why a stream is told nothing more.
#[derive(Debug, Clone, Copy)]
enum End {
    Replaced,
    Over,
}

#[derive(Debug, Default)]
struct Waiting {
    end: Option<End>,
    anything: bool,
    beat: bool,
    changed: Changed,
}

impl Mailbox {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn put(&self, told: Told) {
        let mut waiting = self.waiting();
        match told {
            Told::Over => waiting.end = Some(End::Over),
            Told::Replaced => waiting.end = waiting.end.or(Some(End::Replaced)),
            Told::Anything => waiting.anything = true,
            Told::Beat => waiting.beat = true,
            Told::Changed(Changed { topics, own }) => {
                unite(&mut waiting.changed.topics, &topics);
                for OwnChange { call, topics } in own {
                    add_own(&mut waiting.changed, &call, &topics);
                }
            }
        }
        drop(waiting);
        self.filled.notify_one();
    }

    /// The next thing; what matters more comes first, and nothing after the end.
    pub async fn next(&self) -> Told {
        loop {
            if let Some(told) = self.waiting().take() {
                return told;
            }
            self.filled.notified().await;
        }
    }
}

impl Waiting {
    fn take(&mut self) -> Option<Told> {
        match self.end {
            Some(End::Over) => return Some(Told::Over),
            Some(End::Replaced) => return Some(Told::Replaced),
            None => {}
        }
        if std::mem::take(&mut self.anything) {
            self.changed = Changed::default();
            return Some(Told::Anything);
        }
        let changed = std::mem::take(&mut self.changed);
        if changed != Changed::default() {
            return Some(Told::Changed(changed));
        }
        std::mem::take(&mut self.beat).then_some(Told::Beat)
    }
}

/// Adds what a call of the stream's own session changed.
pub fn add_own(changed: &mut Changed, call: &str, topics: &[Topic]) {
    if let Some(own) = changed.own.iter_mut().find(|own| own.call == call) {
        return unite(&mut own.topics, topics);
    }
    changed.own.push(OwnChange { call: call.to_owned(), topics: topics.to_vec() });
}
