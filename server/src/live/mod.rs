//! Changes, from whichever process made them to every open page that shows them: a notification in the transaction, one
//! listener in each process, a stream to each page. What a call changes stands in its line of the endpoint table.

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
mod open;
mod sql;
mod stream;

pub use change::{Author, Change, authored, gathered, publish, unless_in_a_call};
use gathering::Gathering;
pub use listening::Health;
use listening::{Listening, Pulse};
use mailbox::Told;
pub use open::Arrival;
use open::Streams;
pub use stream::stream;

pub const CHANNEL: &str = "changed";
/// Names a session that has ended, or a person whose role, company or access has changed. Triggers notify it.
const ACCESS_ENDED: &str = "access_ended";
/// Time between signs of life, at each of which the sessions of all streams are looked at.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Changes of so long are told as one. Nobody notices the wait, and a payment's five changes are one event.
const GATHERING: Duration = Duration::from_millis(150);

/// What this process hears, and the streams that it tells.
#[derive(Clone)]
pub struct Live {
    streams: Arc<Streams>,
    pulse: Arc<Pulse>,
}

impl Live {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn start(base: &Base) -> anyhow::Result<Self> {
        let streams = Arc::new(Streams::default());
        let pulse = Arc::new(Pulse::default());
        let mut listening = Listening::start(&base.pool, &[CHANNEL, ACCESS_ENDED], pulse.clone()).await?;
        let sweep = Arc::new(Sweep { base: base.clone(), streams: streams.clone() });
        tokio::spawn(beat(sweep.clone()));
        let teller = Teller { streams: streams.clone(), gathering: Arc::default() };
        tokio::spawn(async move {
            loop {
                match listening.next().await {
                    listening::Heard::Notification(note) => teller.hear(&note),
                    listening::Heard::Gap => {
                        // What ended meanwhile was not heard.
                        sweep.end_streams().await;
                        teller.streams.tell_all(|| Told::Anything);
                    }
                }
            }
        });
        Ok(Self { streams, pulse })
    }

    /// A page asks for its stream.
    #[must_use]
    pub fn arrive(&self) -> Arrival {
        self.streams.arrive()
    }

    /// Whether the database answers, and its changes are heard.
    #[must_use]
    pub fn health(&self) -> Health {
        self.pulse.health()
    }

    /// Returns how long ago the database gave its last sign of life; none when it is not connected to.
    #[must_use]
    pub fn sign_age(&self) -> Option<Duration> {
        self.pulse.age()
    }
}

/// Tells the streams what was notified.
struct Teller {
    streams: Arc<Streams>,
    gathering: Arc<Mutex<Gathering>>,
}

impl Teller {
    fn hear(&self, note: &PgNotification) {
        if note.channel() == ACCESS_ENDED {
            return match note.payload().parse() {
                Ok(id) => self.streams.end(&[id]),
                Err(_) => self.streams.tell_all(|| Told::Anything),
            };
        }
        match serde_json::from_str(note.payload()) {
            Ok(change) => self.gather(change),
            Err(_) => self.streams.tell_all(|| Told::Anything),
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

/// Ends the streams whose sessions ended in silence: after 15 quiet minutes, after a day.
struct Sweep {
    base: Base,
    streams: Arc<Streams>,
}

impl Sweep {
    /// One query for all streams of this process. A database that does not answer ends none.
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
                database::report(&anyhow::Error::from(error).context("looking at the sessions of streams"));
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
        sweep.streams.tell_all(|| Told::Beat);
    }
}
