//! Changes, from whichever process made them to every open page that shows them: a notification in the transaction, one
//! listener in each process, a stream to each page. What a call changes stands in its line of the endpoint table.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgNotification;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::app::Clock;
use crate::database;

mod change;
mod listening;
mod open;
mod sql;
mod stream;

pub use change::{Change, gathered, publish, unless_in_a_call};
pub use listening::Health;
use listening::{Listening, Pulse};
use open::Streams;
pub use stream::stream;

pub const CHANNEL: &str = "changed";
/// Names a session that has ended, or a person whose role, company or access has changed. Triggers notify it.
const ACCESS_ENDED: &str = "access_ended";
/// Pages that fall this far behind are told to read everything again.
const BACKLOG: usize = 1_024;
/// Time between signs of life, at each of which the sessions of all streams are looked at.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// What this process hears, and the streams that it tells.
pub struct Live {
    heard: broadcast::Sender<Heard>,
    streams: Arc<Streams>,
    pulse: Arc<Pulse>,
}

#[derive(Debug, Clone)]
enum Heard {
    Changed(Arc<Change>),
    /// The connection to the database was lost for a moment: anything may have changed.
    Anything,
    /// Nothing, but the stream goes on.
    Beat,
    /// Streams of these sessions and of these people are over.
    Ended(Arc<HashSet<Uuid>>),
}

impl Live {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn start(pool: &PgPool, clock: Arc<Clock>) -> anyhow::Result<Self> {
        let (heard, _) = broadcast::channel(BACKLOG);
        let streams = Arc::new(Streams::default());
        let pulse = Arc::new(Pulse::default());
        let mut listening = Listening::start(pool, &[CHANNEL, ACCESS_ENDED], pulse.clone()).await?;
        let sweep = Arc::new(Sweep { pool: pool.clone(), clock, streams: streams.clone(), heard: heard.clone() });
        tokio::spawn(beat(sweep.clone()));
        let sender = heard.clone();
        tokio::spawn(async move {
            loop {
                let heard = match listening.next().await {
                    listening::Heard::Notification(note) => read(&note),
                    listening::Heard::Gap => {
                        // What ended meanwhile was not heard.
                        sweep.end_streams().await;
                        Heard::Anything
                    }
                };
                // Nobody listening is no error.
                let _ = sender.send(heard);
            }
        });
        Ok(Self { heard, streams, pulse })
    }

    /// Whether the database answers, and its changes are heard.
    #[must_use]
    pub fn health(&self) -> Health {
        self.pulse.health()
    }
}

fn read(note: &PgNotification) -> Heard {
    if note.channel() == ACCESS_ENDED {
        return note.payload().parse().map_or(Heard::Anything, |id| Heard::Ended(Arc::new(HashSet::from([id]))));
    }
    serde_json::from_str(note.payload()).map_or(Heard::Anything, |change| Heard::Changed(Arc::new(change)))
}

/// Ends the streams whose sessions ended in silence: after 15 quiet minutes, after a day.
struct Sweep {
    pool: PgPool,
    clock: Arc<Clock>,
    streams: Arc<Streams>,
    heard: broadcast::Sender<Heard>,
}

impl Sweep {
    /// One query for all streams of this process. A database that does not answer ends none.
    async fn end_streams(&self) {
        let mut sessions = self.streams.sessions();
        if sessions.is_empty() {
            return;
        }
        match sql::live_sessions(&self.pool, &sessions, self.clock.now()).await {
            Ok(live) => {
                let live: HashSet<_> = live.into_iter().collect();
                sessions.retain(|session| !live.contains(session));
            }
            Err(error) => {
                database::report(&anyhow::Error::from(error).context("looking at the sessions of streams"));
                return;
            }
        }
        if !sessions.is_empty() {
            let _ = self.heard.send(Heard::Ended(Arc::new(sessions.into_iter().collect())));
        }
    }
}

async fn beat(sweep: Arc<Sweep>) {
    let mut beats = tokio::time::interval(HEARTBEAT);
    loop {
        beats.tick().await;
        sweep.end_streams().await;
        let _ = sweep.heard.send(Heard::Beat);
    }
}
