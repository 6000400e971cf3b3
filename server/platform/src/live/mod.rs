//! Publishes changes from any process to every open page that shows them. A transaction writes what it publishes, one
//! process sends it as a notification, each process has one listener, and each page has a stream. The endpoint table in
//! core declares the topics that a call changes.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgNotification;

use crate::base::Base;
use crate::database;

mod change;
mod gathering;
mod listening;
mod mailbox;
mod notifier;
mod open;
mod sql;
mod stream;

pub use change::{Author, Change, authored, gathered, publish, unless_in_a_call};
use gathering::Gathering;
pub use listening::Health;
use listening::{Listening, Pulse};
use mailbox::StreamMessage;
pub use open::Arrival;
use open::Streams;
pub use stream::stream;

pub const CHANNEL: &str = "changed";
/// Channel for a session that has ended, or a person whose role, company or access has changed. Database triggers
/// notify it.
const ACCESS_ENDED: &str = "access_ended";
/// Time between two keep-alives. The sessions of all streams are checked at each.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Changes within this time become one event. Users do not notice the delay, and a payment's five changes are one
/// event.
const GATHERING: Duration = Duration::from_millis(150);

/// The streams of this process, and the state of its database connection.
#[derive(Clone)]
pub struct Live {
    streams: Arc<Streams>,
    pulse: Arc<Pulse>,
}

impl Live {
    /// Starts to listen for notifications.
    pub async fn start(base: &Base) -> anyhow::Result<Self> {
        let streams = Arc::new(Streams::default());
        let pulse = Arc::new(Pulse::default());
        tokio::spawn(notifier::run(base.pool.clone()));
        let mut listening = Listening::start(&base.pool, &[CHANNEL, ACCESS_ENDED], pulse.clone()).await?;
        let sweep = Arc::new(Sweep { base: base.clone(), streams: streams.clone() });
        tokio::spawn(beat(sweep.clone()));
        let teller = Teller { streams: streams.clone(), gathering: Arc::default() };
        tokio::spawn(async move {
            loop {
                match listening.next().await {
                    listening::ListenEvent::Notification(note) => teller.handle_notification(&note),
                    listening::ListenEvent::Gap => {
                        // Ends of sessions may have been missed.
                        sweep.end_streams().await;
                        teller.streams.send_to_all(|| StreamMessage::Anything);
                    }
                }
            }
        });
        Ok(Self { streams, pulse })
    }

    /// Registers a new stream.
    #[must_use]
    pub fn arrive(&self) -> Arrival {
        self.streams.arrive()
    }

    /// Returns whether the database answers and notifications are received.
    #[must_use]
    pub fn health(&self) -> Health {
        self.pulse.health()
    }

    /// Returns the time since the database last answered; `None` if it is not connected.
    #[must_use]
    pub fn sign_age(&self) -> Option<Duration> {
        self.pulse.age()
    }
}

/// Delivers notifications to the streams.
struct Teller {
    streams: Arc<Streams>,
    gathering: Arc<Mutex<Gathering>>,
}

impl Teller {
    fn handle_notification(&self, note: &PgNotification) {
        if note.channel() == ACCESS_ENDED {
            return match note.payload().parse() {
                Ok(id) => self.streams.end(&[id]),
                Err(_) => self.streams.send_to_all(|| StreamMessage::Anything),
            };
        }
        match serde_json::from_str(note.payload()) {
            Ok(change) => self.gather(change),
            Err(_) => self.streams.send_to_all(|| StreamMessage::Anything),
        }
    }

    fn gather(&self, change: Change) {
        let is_first = self.gathering.lock().unwrap_or_else(PoisonError::into_inner).add(change);
        if is_first {
            let (streams, gathering) = (self.streams.clone(), self.gathering.clone());
            tokio::spawn(async move {
                tokio::time::sleep(GATHERING).await;
                let gathered = std::mem::take(&mut *gathering.lock().unwrap_or_else(PoisonError::into_inner));
                streams.deliver(gathered);
            });
        }
    }
}

/// Ends the streams of sessions that expired: after 15 minutes without activity, or after a day.
struct Sweep {
    base: Base,
    streams: Arc<Streams>,
}

impl Sweep {
    /// Checks all streams of this process with one query. If the database does not answer, no stream ends.
    async fn end_streams(&self) {
        let mut sessions = self.streams.sessions();
        if sessions.is_empty() {
            return;
        }
        match sql::live_sessions(&self.base.pool, &sessions, self.base.now()).await {
            Ok(live) => {
                let live: HashSet<_> = live.into_iter().collect();
                sessions.retain(|session| !live.contains(session));
            }
            Err(error) => {
                database::report(&anyhow::Error::from(error).context("failed to check the sessions of streams"));
                return;
            }
        }
        self.streams.end(&sessions);
    }
}

async fn beat(sweep: Arc<Sweep>) {
    let mut beats = tokio::time::interval(HEARTBEAT);
    loop {
        beats.tick().await;
        sweep.end_streams().await;
        sweep.streams.send_to_all(|| StreamMessage::Beat);
    }
}
