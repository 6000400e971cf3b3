//! Limits how many calls of one caller a process handles at the same time, so that a hundred of them do not slow
//! down other callers. A call takes its permit before a database connection, so waiting calls hold nothing.
//!
//! Each process has its own permits. They protect that process's connections and cores, so they need not be shared,
//! and a call costs no extra statement.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use gridbill_core::{Code, Problem};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use super::address;
use super::who::Caller;
use crate::base::Base;
use crate::error::Answer;

/// Concurrent small reads of a caller; a page makes about ten when it opens.
const LIGHT_READS: usize = 16;
/// Concurrent heavy reads of a caller. Further ones wait for it and not for the processors, so callers take turns.
const HEAVY_READS: usize = 1;
/// Concurrent uploads of a caller; each may take 5 MB of memory.
const UPLOADS: usize = 2;
/// Concurrent calls of visitors from one network address, for example when a whole company signs in.
const VISITS: usize = 8;
/// Seconds after which a refused caller should try again.
const RETRY_AFTER_SECONDS: i64 = 2;
/// Number of tracked callers above which idle entries are deleted.
const MAX_IDLE_CALLERS: usize = 1_000;

/// The caller whose calls are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A user, or an integration by the id of its token.
    Person(Uuid),
    /// A network address, for visitors.
    Address(String),
}

impl Subject {
    /// Returns the user or the integration, otherwise the network address of the visitor.
    #[must_use]
    pub fn of(caller_id: Option<Uuid>, caller: &Caller) -> Self {
        caller_id.map_or_else(|| Self::Address(address::caller(&caller.address)), Self::Person)
    }
}

/// The kind of work that a call does. Each kind has its own limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Work {
    Read,
    LightRead,
    /// Computes with all rows of a company. All callers together use fewer processors than the machine has.
    HeavyRead,
    /// Changes data, so it may wait for locks that other calls hold.
    Write,
    Upload,
    /// Any call of a visitor.
    Visit,
}

impl Work {
    fn limit(self, base: &Base) -> usize {
        let limits = &base.config.limits;
        match self {
            Self::Read => limits.reads_per_person,
            Self::LightRead => LIGHT_READS,
            Self::HeavyRead => HEAVY_READS,
            Self::Write => limits.writes_per_person.min(base.write_permits.share()),
            Self::Upload => UPLOADS,
            Self::Visit => VISITS.min(base.write_permits.share()),
        }
    }

    /// Returns how long a call waits for a permit.
    const fn timeout(self) -> Duration {
        Duration::from_secs(match self {
            Self::Read | Self::LightRead => 2,
            // Less than the deadline of a read.
            Self::HeavyRead => 4,
            // Checking a password takes a core for a moment, and users of a company sign in at the same time.
            Self::Write | Self::Visit => 10,
            // A file takes long over a slow connection.
            Self::Upload => 30,
        })
    }
}

/// The permits of all callers.
pub struct CallPermits {
    callers: Mutex<HashMap<(Subject, Work), Weak<Semaphore>>>,
    /// The permits for heavy reads of all callers.
    processors: Arc<Semaphore>,
}

/// The permits of a running call.
pub struct CallPermit {
    _of_caller: OwnedSemaphorePermit,
    _of_processors: Option<OwnedSemaphorePermit>,
}

impl Default for CallPermits {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let processors = Arc::new(Semaphore::new(processors.saturating_sub(1).max(1)));
        Self { callers: Mutex::default(), processors }
    }
}

impl CallPermits {
    /// Waits for a permit of the caller. The permit is released when dropped.
    /// Fails with [`Code::TooManyAtOnce`] if no permit is free in time.
    pub async fn acquire(&self, base: &Base, subject: Subject, work: Work) -> Answer<CallPermit> {
        let permits = self.of(subject, work, work.limit(base));
        let both = async {
            let of_caller = permits.acquire_owned().await?;
            let of_processors = match work {
                Work::HeavyRead => Some(self.processors.clone().acquire_owned().await?),
                Work::Read | Work::LightRead | Work::Write | Work::Upload | Work::Visit => None,
            };
            Ok::<_, AcquireError>(CallPermit { _of_caller: of_caller, _of_processors: of_processors })
        };
        let permit = tokio::time::timeout(work.timeout(), both).await.ok().and_then(Result::ok);
        permit.ok_or_else(|| Problem::new(Code::TooManyAtOnce).with("seconds", RETRY_AFTER_SECONDS).into())
    }

    fn of(&self, subject: Subject, work: Work, limit: usize) -> Arc<Semaphore> {
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (subject, work);
        if let Some(permits) = callers.get(&key).and_then(Weak::upgrade) {
            return permits;
        }
        if callers.len() >= MAX_IDLE_CALLERS {
            callers.retain(|_, permits| permits.strong_count() > 0);
        }
        let permits = Arc::new(Semaphore::new(limit.max(1)));
        callers.insert(key, Arc::downgrade(&permits));
        permits
    }
}
