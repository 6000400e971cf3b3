//! What every request may use. Time and chance come from here, so that tests can hold them still.

use std::ops::Deref;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::TimeDelta;
use gridbill_core::Instant;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use sqlx::PgPool;
use uuid::Uuid;

use crate::auth::password::Passwords;
use crate::auth::reads::Reads;
use crate::auth::security::Security;
use crate::auth::token::Keys;
use crate::config::Config;
use crate::context::Context;
use crate::database::Reader;
use crate::endpoint::Turns;
use crate::files::Files;
use crate::fpx::Gateway;
use crate::live::Live;
use crate::mail::Mail;
use crate::payments::fpx_start;
use crate::stopping::Stopping;

/// The portal's parts, shared by all requests.
#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub pool: PgPool,
    /// For sessions and lists: its connections cannot write.
    pub reader: Reader,
    pub config: Config,
    pub clock: Arc<Clock>,
    pub chance: Chance,
    pub keys: Keys,
    pub passwords: Passwords,
    pub live: Live,
    pub gateway: Gateway,
    pub mail: Mail,
    pub files: Files,
    pub turns: Turns,
    pub stopping: Stopping,
    pub security: Security,
    pub reads: Reads,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Puts the portal together on a migrated database.
    ///
    /// # Errors
    /// When the database does not answer, or the bank gateway's keys, the mail server's address or the file store cannot be used.
    pub async fn new(pool: PgPool, config: Config, clock: Clock, chance: Chance) -> anyhow::Result<Self> {
        let mail = Mail::new(&config)?;
        let files = Files::open(&config)?;
        let keys = Keys::load(&pool, &chance).await?;
        let clock = Arc::new(clock);
        let live = Live::start(&pool, clock.clone()).await?;
        let passwords = Passwords::new(&chance)?;
        let gateway = fpx_start::gateway(&config)?;
        let stopping = Stopping::default();
        let (security, reads) = (Security::default(), Reads::default());
        let turns = Turns::among(config.connections);
        let reader = Reader::beside(&pool, config.connections);
        Ok(Self(Arc::new(Parts {
            pool,
            reader,
            config,
            clock,
            chance,
            keys,
            passwords,
            live,
            gateway,
            mail,
            files,
            turns,
            stopping,
            security,
            reads,
        })))
    }

    /// What a transaction may use of it.
    #[must_use]
    pub fn context(&self) -> Context {
        Context::of(self)
    }

    /// What the portal calls now.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.clock.now()
    }
}

/// The time; tests move it.
#[derive(Debug, Default)]
pub struct Clock {
    fixed: Option<AtomicI64>,
    /// How far it is ahead of the machine's.
    ahead: TimeDelta,
}

impl Clock {
    /// A clock that stands at an instant until it is moved.
    #[must_use]
    pub fn fixed(at: Instant) -> Self {
        Self { fixed: Some(AtomicI64::new(at.utc().timestamp_micros())), ahead: TimeDelta::zero() }
    }

    /// A clock that shows that instant now, and goes on from there.
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

    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    pub(crate) fn now(&self) -> Instant {
        let fixed = self.fixed.as_ref().map(|fixed| fixed.load(Ordering::SeqCst));
        fixed
            .and_then(chrono::DateTime::from_timestamp_micros)
            .unwrap_or_else(|| chrono::Utc::now() + self.ahead)
            .into()
    }
}

/// Chance; tests seed it.
pub struct Chance(Mutex<ChaCha20Rng>);

impl Default for Chance {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine for chance")]
    fn default() -> Self {
        Self(Mutex::new(ChaCha20Rng::from_rng(&mut rand::rng())))
    }
}

impl Chance {
    /// The same chance every time.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))
    }

    /// That many bytes nobody can guess.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
        bytes
    }

    /// A new random id.
    #[must_use]
    pub fn uuid(&self) -> Uuid {
        uuid::Builder::from_random_bytes(self.bytes()).into_uuid()
    }
}
