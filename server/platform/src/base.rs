//! The base of all other parts. Time and random numbers come from here, so that tests can fix them.

use std::ops::Deref;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::TimeDelta;
use gridbill_core::Instant;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use sqlx::PgPool;
use uuid::Uuid;

use crate::config::Config;
use crate::database::{Reader, Standby, WritePermits, WriteTransaction};
use crate::error::Answer;

/// Database, settings, time and random numbers. Shared by every part and cheap to clone.
#[derive(Clone)]
pub struct Base(Arc<Shared>);

pub struct Shared {
    pub pool: PgPool,
    /// Read-only connections for the session check and lists.
    pub reader: Reader,
    pub write_permits: Arc<WritePermits>,
    pub config: Config,
    pub clock: Arc<Clock>,
    pub random: Arc<Random>,
}

impl Deref for Base {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Base {
    #[must_use]
    pub fn new(pool: PgPool, config: Config, clock: Clock, random: Random) -> Self {
        let reader = Reader::for_pool(&pool, config.connections);
        let write_permits = Arc::new(WritePermits::for_connections(config.connections));
        let (clock, random) = (Arc::new(clock), Arc::new(random));
        Self(Arc::new(Shared { pool, reader, write_permits, config, clock, random }))
    }

    /// Returns the same base on a standby, where nothing can be written.
    #[must_use]
    pub fn on(&self, standby: &Standby) -> Self {
        let (pool, reader) = (standby.pool.clone(), standby.reader(self.config.connections));
        let (write_permits, config) = (self.write_permits.clone(), self.config.clone());
        let (clock, random) = (self.clock.clone(), self.random.clone());
        Self(Arc::new(Shared { pool, reader, write_permits, config, clock, random }))
    }

    /// Returns the current time of the portal's clock.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// Begins the transaction of a call that writes. Jobs begin theirs directly on the pool, because few run at a
    /// time.
    /// Fails with [`gridbill_core::Code::Busy`] when too many write transactions are open; when the database does not
    /// answer.
    pub async fn begin(&self) -> Answer<WriteTransaction> {
        self.write_permits.begin(&self.pool).await
    }
}

/// The clock. Tests can fix and move it.
#[derive(Debug, Default)]
pub struct Clock {
    fixed: Option<AtomicI64>,
    /// Difference to the machine's clock.
    ahead: TimeDelta,
}

impl Clock {
    /// Creates a clock that shows a fixed instant until it is moved.
    #[must_use]
    pub fn fixed(at: Instant) -> Self {
        Self { fixed: Some(AtomicI64::new(at.utc().timestamp_micros())), ahead: TimeDelta::zero() }
    }

    /// Creates a running clock that shows the instant now.
    #[must_use]
    pub fn beginning_at(at: Instant) -> Self {
        let machine = Self::default().now();
        Self { fixed: None, ahead: at.utc() - machine.utc() }
    }

    /// Moves a fixed clock.
    pub fn advance(&self, by: TimeDelta) {
        if let Some(fixed) = &self.fixed {
            fixed.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    #[expect(clippy::disallowed_methods, reason = "the only place that reads the machine's clock")]
    pub fn now(&self) -> Instant {
        let fixed = self.fixed.as_ref().map(|fixed| fixed.load(Ordering::SeqCst));
        fixed
            .and_then(chrono::DateTime::from_timestamp_micros)
            .unwrap_or_else(|| chrono::Utc::now() + self.ahead)
            .into()
    }
}

/// The random number generator. Tests can seed it.
pub struct Random(Mutex<ChaCha20Rng>);

impl Default for Random {
    #[expect(clippy::disallowed_methods, reason = "the only place that asks the machine for random numbers")]
    fn default() -> Self {
        Self(Mutex::new(ChaCha20Rng::from_rng(&mut rand::rng())))
    }
}

impl Random {
    /// Creates a generator that returns the same numbers every time.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))
    }

    /// Returns `N` random bytes that cannot be guessed.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
        bytes
    }

    /// Returns a new random id.
    #[must_use]
    pub fn uuid(&self) -> Uuid {
        uuid::Builder::from_random_bytes(self.bytes()).into_uuid()
    }
}
