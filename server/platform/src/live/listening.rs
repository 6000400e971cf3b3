//! The connection that receives PostgreSQL's notifications, with a check that it is alive.
//!
//! A connection can die silently, for example if a firewall drops it or its machine fails. A connection that only
//! listens would never notice. So it is queried every second, and replaced if it does not answer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgListener, PgNotification};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};

use crate::database;

/// Time between two checks of the connection.
const SIGN_INTERVAL: Duration = Duration::from_secs(1);
/// A connection that does not answer a check within this time is replaced.
const SIGN_TIMEOUT: Duration = Duration::from_secs(5);
/// The process is not ready if the last successful check is older than this.
const READY_TIMEOUT: Duration = Duration::from_millis(2_500);
/// Pause between two attempts to connect. An attempt is one connection for the process, so a short pause costs little.
const RECONNECT_PAUSE: Duration = Duration::from_millis(100);

/// An event of the connection.
pub enum ListenEvent {
    Notification(PgNotification),
    /// The connection was replaced, so notifications may have been missed.
    Gap,
}

/// Whether the process can serve calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    Ready,
    LacksMigrations,
    /// The database does not answer, or notifications are not received.
    Away,
}

/// The time of the last successful check, and whether all migrations were applied.
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
    /// A connection outside the pool, so that listening and calls do not wait for each other.
    options: PgConnectOptions,
    channels: &'static [&'static str],
    listener: Option<PgListener>,
    signs: Interval,
    pulse: Arc<Pulse>,
}

impl Listening {
    /// Connects to the pool's database on a separate connection, and starts listening.
    pub async fn start(pool: &PgPool, channels: &'static [&'static str], pulse: Arc<Pulse>) -> anyhow::Result<Self> {
        let options = (*pool.connect_options()).clone().application_name("gridbill listening");
        let mut signs = interval(SIGN_INTERVAL);
        signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut listening = Self { options, channels, listener: None, signs, pulse };
        listening.connect().await?;
        Ok(listening)
    }

    /// Waits for the next event. Reconnects if the database is unavailable.
    pub async fn next(&mut self) -> ListenEvent {
        loop {
            let Some(listener) = &mut self.listener else {
                match self.connect().await {
                    Ok(()) => return ListenEvent::Gap,
                    Err(error) => database::report(&error.context("failed to connect for notifications")),
                }
                sleep(RECONNECT_PAUSE).await;
                continue;
            };
            match next_notification(listener, &mut self.signs, &self.pulse).await {
                Ok(notification) => return ListenEvent::Notification(notification),
                Err(error) => database::report(&error.context("failed to receive notifications")),
            }
            self.listener = None;
            self.pulse.set(None);
        }
    }

    async fn connect(&mut self) -> anyhow::Result<()> {
        let pool = database::pool(1).connect_lazy_with(self.options.clone());
        let connect = async {
            let mut listener = PgListener::connect_with(&pool).await?;
            // Reconnecting must be visible here, because it is a gap.
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

async fn next_notification(
    listener: &mut PgListener,
    signs: &mut Interval,
    pulse: &Pulse,
) -> anyhow::Result<PgNotification> {
    loop {
        tokio::select! {
            heard = listener.try_recv() => return heard?.context("the connection was lost"),
            _ = signs.tick() => {
                let sign = timeout(SIGN_TIMEOUT, database::is_current(&mut *listener));
                let is_current = sign.await.context("the connection does not answer")??;
                pulse.set(Some(is_current));
            }
        }
    }
}
