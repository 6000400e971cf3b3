//! The queue: work that goes on behind the pages, on any process. A job is added in the transaction that needs it; which
//! jobs there are is declared by whoever adds them, and registered by whoever works the queue.

use std::fmt;
use std::time::Duration;

use anyhow::Context as _;
use graphile_worker::{JobSpec, TaskHandler, WorkerContext, WorkerOptions, WorkerShutdownConfig, WorkerUtils};
use sqlx::{PgConnection, PgPool};

use crate::base::Base;
use crate::database::{self, queue};
use crate::error::Answer;

mod failures;
pub mod sql;

pub use failures::Failures;

/// Jobs that one process works on at a time.
const CONCURRENCY: usize = 4;
/// A worker that was killed gives its jobs back after this silence.
const WORKER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long the jobs at hand may take to end when the process stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Between two attempts to work while the database is away.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Where jobs are added.
#[derive(Clone)]
pub struct Queue(PgPool);

impl Queue {
    #[must_use]
    pub fn new(base: &Base) -> Self {
        Self(base.pool.clone())
    }

    /// Adds a job that is there once the caller's transaction commits.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add<T: TaskHandler>(&self, db: &mut PgConnection, job: T, spec: JobSpec) -> Answer<()> {
        // The queue wants a pool for what is done without an executor of the caller's; here, nothing is.
        let mut queue = WorkerUtils::new(self.0.clone(), queue::SCHEMA).with_executor(db);
        queue.add_job(job, spec).await.context("adding a job")?;
        Ok(())
    }

    /// Adds a job that may have been lost. One of its key that runs, or waits, also for its next attempt, stays as it is. Added
    /// again, one that waits would forget how often it failed, and would never have been tried as often as may be; beside one
    /// that runs, the same would be done twice, and the queue would count the first as failed if it were cut off.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn restore<T: TaskHandler>(&self, db: &mut PgConnection, job: T, spec: JobSpec) -> Answer<()> {
        if let Some(key) = &spec.job_key
            && sql::runs_or_waits(db, key).await?
        {
            return Ok(());
        }
        self.add(db, job, spec).await
    }
}

/// Works the queue until `stop`, through every trouble with the database; `register` says which jobs there are.
pub async fn work<F>(
    pool: PgPool,
    register: impl Fn(WorkerOptions) -> F + Send,
    stop: impl Future<Output = ()> + Send + 'static,
) where
    F: Future<Output = anyhow::Result<WorkerOptions>> + Send,
{
    use futures::FutureExt as _;
    let stop = stop.shared();
    while stop.peek().is_none() {
        let registered = register(options(&pool, stop.clone())).await;
        let worked = match registered {
            Ok(options) => run(options).await,
            Err(error) => Err(error),
        };
        if let Err(error) = worked {
            database::log(&error, "working the jobs");
            let pause = tokio::time::sleep(RETRY_PAUSE);
            tokio::select! { () = pause => {}, () = stop.clone() => {} }
        }
    }
}

fn options(pool: &PgPool, stop: impl Future<Output = ()> + Send + 'static) -> WorkerOptions {
    let shutdown = WorkerShutdownConfig::default()
        .listen_os_shutdown_signals(false)
        .grace_period(STOP_TIMEOUT)
        .interrupted_job_retry_delay(Duration::ZERO)
        .shutdown_signal(stop);
    queue::options(pool)
        .concurrency(CONCURRENCY)
        .poll_interval(POLL_INTERVAL)
        .heartbeat_interval(WORKER_TIMEOUT / 3)
        .sweep_interval(WORKER_TIMEOUT / 2)
        .sweep_threshold(WORKER_TIMEOUT)
        .recovery_delay(Duration::ZERO)
        .worker_shutdown(shutdown)
}

async fn run(options: WorkerOptions) -> anyhow::Result<()> {
    Ok(options.init().await?.run().await?)
}

/// A part of the portal, as jobs receive it: registered with the jobs, asked for with [`part`].
#[derive(Clone)]
pub struct Part<T>(pub T);

impl<T> fmt::Debug for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<Self>())
    }
}

/// The part of the portal that a job works with.
///
/// # Errors
/// When it was not registered.
pub fn part<T: Clone + Send + Sync + 'static>(context: &WorkerContext) -> Result<T, String> {
    let part = context.get_ext::<Part<T>>().map(|part| part.0.clone());
    part.ok_or_else(|| format!("no {} to work with", std::any::type_name::<T>()))
}
