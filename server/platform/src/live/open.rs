//! The open streams of this process by audience, so that a change touches only the streams that it affects.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gridbill_core::topic::Changed;
use uuid::Uuid;

use super::gathering::{Audience, Gathering, unite};
use super::mailbox::{Mailbox, StreamMessage, add_own};
use crate::auth::who::Person;

/// Maximum streams of a session. A new stream replaces the oldest: its page is the least recently viewed, and
/// reconnects when it is viewed again.
pub const MAX_STREAMS_PER_SESSION: usize = 8;

#[derive(Debug, Default)]
pub struct Streams(Mutex<Slots>);

#[derive(Debug, Default)]
struct Slots {
    last: u64,
    /// The streams of each audience by number, oldest first.
    by_audience: HashMap<Audience, BTreeMap<u64, OpenStream>>,
    /// Sessions and people whose access ended while a stream was still being authenticated.
    arriving: HashMap<u64, HashSet<Uuid>>,
}

#[derive(Debug, Clone)]
struct OpenStream {
    session_id: Uuid,
    mailbox: Arc<Mailbox>,
}

/// A new stream before its session is checked. It records access that ends in the meantime.
pub struct Arrival {
    streams: Arc<Streams>,
    number: u64,
}

/// An open stream. It is removed when dropped.
pub struct Slot {
    streams: Arc<Streams>,
    number: u64,
    audiences: Vec<Audience>,
    pub mailbox: Arc<Mailbox>,
}

impl Streams {
    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a new stream.
    pub fn arrive(self: &Arc<Self>) -> Arrival {
        let mut slots = self.slots();
        slots.last += 1;
        let number = slots.last;
        slots.arriving.insert(number, HashSet::new());
        Arrival { streams: self.clone(), number }
    }

    /// Returns the sessions that have a stream.
    pub fn sessions(&self) -> Vec<Uuid> {
        let slots = self.slots();
        let session = |audience: &Audience| match audience {
            Audience::Session(session_id) => Some(*session_id),
            _ => None,
        };
        slots.by_audience.keys().filter_map(session).collect()
    }

    /// Ends the streams of these sessions or people.
    pub fn end(&self, ids: &[Uuid]) {
        let mut slots = self.slots();
        for known in slots.arriving.values_mut() {
            known.extend(ids);
        }
        let of = |id: &Uuid| [Audience::Session(*id), Audience::Person(*id)];
        for open in ids.iter().flat_map(of).filter_map(|audience| slots.by_audience.get(&audience)).flatten() {
            open.1.mailbox.put(StreamMessage::Over);
        }
    }

    /// Sends a message to every stream.
    pub fn send_to_all(&self, told: impl Fn() -> StreamMessage) {
        for open in self.slots().by_audience.get(&Audience::Everybody).into_iter().flatten() {
            open.1.mailbox.put(told());
        }
    }

    /// Sends each stream the collected topics of its audiences in one message.
    pub fn deliver(&self, gathered: Gathering) {
        let mut news: HashMap<u64, (Arc<Mailbox>, Changed)> = HashMap::new();
        let slots = self.slots();
        for (audience, author, topics) in gathered.into_parts() {
            for (number, open) in slots.by_audience.get(&audience).into_iter().flatten() {
                let (_, changed) = news.entry(*number).or_insert_with(|| (open.mailbox.clone(), Changed::default()));
                match author.as_ref().filter(|author| author.session_id == open.session_id) {
                    Some(author) => add_own(changed, &author.call, &topics),
                    None => unite(&mut changed.topics, &topics),
                }
            }
        }
        drop(slots);
        for (mailbox, changed) in news.into_values() {
            mailbox.put(StreamMessage::Changed(changed));
        }
    }
}

impl Arrival {
    /// Opens the stream for an authenticated person.
    pub fn settle(self, person: &Person) -> Slot {
        let mailbox = Arc::new(Mailbox::default());
        let session = Audience::Session(person.session_id);
        let mut audiences = vec![session.clone(), Audience::Person(person.person_id), Audience::Everybody];
        audiences.extend(person.bulk_id.clone().map(Audience::Account));
        audiences.extend(person.is_staff.then_some(Audience::Staff));
        let mut slots = self.streams.slots();
        let ended = slots.arriving.remove(&self.number).unwrap_or_default();
        if ended.contains(&person.session_id) || ended.contains(&person.person_id) {
            mailbox.put(StreamMessage::Over);
        }
        for audience in &audiences {
            let open = OpenStream { session_id: person.session_id, mailbox: mailbox.clone() };
            slots.by_audience.entry(audience.clone()).or_default().insert(self.number, open);
        }
        let of_session = slots.by_audience.get(&session).into_iter().flatten();
        let kept = of_session.rev().skip(MAX_STREAMS_PER_SESSION);
        for (_, open) in kept {
            open.mailbox.put(StreamMessage::Replaced);
        }
        drop(slots);
        Slot { streams: self.streams.clone(), number: self.number, audiences, mailbox }
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        self.streams.slots().arriving.remove(&self.number);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut slots = self.streams.slots();
        for audience in &self.audiences {
            if let Some(open) = slots.by_audience.get_mut(audience) {
                open.remove(&self.number);
                if open.is_empty() {
                    slots.by_audience.remove(audience);
                }
            }
        }
    }
}
