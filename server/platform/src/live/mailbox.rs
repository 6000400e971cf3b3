//! Pending messages of a stream. They are merged, so the mailbox does not grow if its page reads slowly.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gridbill_core::Topic;
use gridbill_core::topic::{Changed, OwnChange};
use tokio::sync::Notify;

use super::gathering::unite;

/// A message to a stream.
#[derive(Debug)]
pub enum StreamMessage {
    Changed(Changed),
    /// The connection to the database was lost for a moment, so anything may have changed.
    Anything,
    /// A keep-alive without content.
    Beat,
    /// A newer stream of the session replaced this stream.
    Replaced,
    /// The session is over, or the person's access has changed.
    Over,
}

#[derive(Debug, Default)]
pub struct Mailbox {
    waiting: Mutex<PendingMessages>,
    filled: Notify,
}

/// The reason why a stream ends.
#[derive(Debug, Clone, Copy)]
enum End {
    Replaced,
    Over,
}

#[derive(Debug, Default)]
struct PendingMessages {
    end: Option<End>,
    anything: bool,
    beat: bool,
    changed: Changed,
}

impl Mailbox {
    fn waiting(&self) -> MutexGuard<'_, PendingMessages> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn put(&self, told: StreamMessage) {
        let mut waiting = self.waiting();
        match told {
            StreamMessage::Over => waiting.end = Some(End::Over),
            StreamMessage::Replaced => waiting.end = waiting.end.or(Some(End::Replaced)),
            StreamMessage::Anything => waiting.anything = true,
            StreamMessage::Beat => waiting.beat = true,
            StreamMessage::Changed(Changed { topics, own }) => {
                unite(&mut waiting.changed.topics, &topics);
                for OwnChange { call, topics } in own {
                    add_own(&mut waiting.changed, &call, &topics);
                }
            }
        }
        drop(waiting);
        self.filled.notify_one();
    }

    /// Waits for the next message. More important messages come first, and none follows the end.
    pub async fn next(&self) -> StreamMessage {
        loop {
            if let Some(told) = self.waiting().take() {
                return told;
            }
            self.filled.notified().await;
        }
    }
}

impl PendingMessages {
    fn take(&mut self) -> Option<StreamMessage> {
        match self.end {
            Some(End::Over) => return Some(StreamMessage::Over),
            Some(End::Replaced) => return Some(StreamMessage::Replaced),
            None => {}
        }
        if std::mem::take(&mut self.anything) {
            self.changed = Changed::default();
            return Some(StreamMessage::Anything);
        }
        let changed = std::mem::take(&mut self.changed);
        if changed != Changed::default() {
            return Some(StreamMessage::Changed(changed));
        }
        std::mem::take(&mut self.beat).then_some(StreamMessage::Beat)
    }
}

/// Adds a change by a call of the stream's own session.
pub fn add_own(changed: &mut Changed, call: &str, topics: &[Topic]) {
    if let Some(own) = changed.own.iter_mut().find(|own| own.call == call) {
        return unite(&mut own.topics, topics);
    }
    changed.own.push(OwnChange { call: call.to_owned(), topics: topics.to_vec() });
}
