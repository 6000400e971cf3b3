//! The connection on which PostgreSQL's notifications come, and its signs of life.
//!
//! A connection can die without a word: a firewall forgets it, its machine vanishes. Whoever only listens never notices. So
//! the connection is asked a question every second; one that does not answer is left for a new one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgListener, PgNotification};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};

use crate::database;

/// Between two signs of life.
const SIGN_INTERVAL: Duration = Duration::from_secs(1);
/// A connection without a sign for so long is left.
const SIGN_TIMEOUT: Duration = Duration::from_secs(5);
/// After so long without a sign the process is not ready.
const READY_TIMEOUT: Duration = Duration::from_millis(2_500);
/// Between two attempts to connect.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// What is heard.
pub enum Heard {
    Notification(PgNotification),
    /// The connection is a new one: whatever was told meanwhile was not heard.
    Gap,
}

/// Whether the process can do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    Ready,
    LacksMigrations,
    /// The database does not answer, or changes are not heard.
    Away,
}

/// The last sign of life, and whether all migrations were there.
#[derive(Default)]
pub struct Pulse(Mutex<Option<(Instant, bool)>>);

impl Pulse {
    fn set(&self, sign: Option<bool>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = sign.map(|is_current| (Instant::now(), is_current));
    }

    pub fn age(&self) -> Option<Duration> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).map(|(at, _)| at.elapsed())
    }

    pub fn health(&self) -> Health {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((at, _)) if at.elapsed() > READY_TIMEOUT => Health::Away,
            Some((_, true)) => Health::Ready,
            Some((_, false)) => Health::LacksMigrations,
            None => Health::Away,
        }
    }
}

pub struct Listening {
    /// Not from the pool: listening must not wait for calls, nor they for it.
    options: PgConnectOptions,
    channels: &'static [&'static str],
    listener: Option<PgListener>,
    signs: Interval,
    pulse: Arc<Pulse>,
}

impl Listening {
    /// Listens from now on, on a connection of its own to the database of that pool.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn start(pool: &PgPool, channels: &'static [&'static str], pulse: Arc<Pulse>) -> anyhow::Result<Self> {
        let options = (*pool.connect_options()).clone().application_name("gridbill listening");
        let mut signs = interval(SIGN_INTERVAL);
        signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut listening = Self { options, channels, listener: None, signs, pulse };
        listening.connect().await?;
        Ok(listening)
    }

    /// The next thing heard. Without the database it waits until that is back.
    pub async fn next(&mut self) -> Heard {
        loop {
            let Some(listener) = &mut self.listener else {
                match self.connect().await {
                    Ok(()) => return Heard::Gap,
                    Err(error) => database::report(&error.context("listening for changes")),
                }
                sleep(RECONNECT_PAUSE).await;
                continue;
            };
            match hear(listener, &mut self.signs, &self.pulse).await {
                Ok(notification) => return Heard::Notification(notification),
                Err(error) => database::report(&error.context("listening for changes")),
            }
            self.listener = None;
            self.pulse.set(None);
        }
    }

    async fn connect(&mut self) -> anyhow::Result<()> {
        let pool = database::pool(1).connect_lazy_with(self.options.clone());
        let connect = async {
            let mut listener = PgListener::connect_with(&pool).await?;
            // A new connection is a gap, and said to be one.
            listener.eager_reconnect(false);
            listener.listen_all(self.channels.iter().copied()).await?;
            let is_current = database::is_current(&mut listener).await?;
            Ok::<_, sqlx::Error>((listener, is_current))
        };
        let (listener, is_current) = timeout(SIGN_TIMEOUT, connect).await.context("no answer")??;
        self.pulse.set(Some(is_current));
        self.listener = Some(listener);
        Ok(())
    }
}

async fn hear(listener: &mut PgListener, signs: &mut Interval, pulse: &Pulse) -> anyhow::Result<PgNotification> {
    loop {
        tokio::select! {
            heard = listener.try_recv() => return heard?.context("the connection was lost"),
            _ = signs.tick() => {
                let sign = timeout(SIGN_TIMEOUT, database::is_current(&mut *listener));
                let is_current = sign.await.context("the connection gives no sign of life")??;
                pulse.set(Some(is_current));
            }
        }
    }
}
