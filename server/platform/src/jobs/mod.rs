//! The job queue: background work that runs on any process. A job is added in the transaction that needs it. Each
//! domain declares its jobs, and `serve/jobs.rs` registers them.

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

/// Jobs that a process runs at the same time.
const CONCURRENCY: usize = 4;
/// A worker without a heartbeat for this long is considered dead, and its jobs are released.
const WORKER_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum time for running jobs to finish when the process stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Pause between two attempts while the database is unavailable.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// The queue to which jobs are added.
#[derive(Clone)]
pub struct Queue(PgPool);

impl Queue {
    #[must_use]
    pub fn new(base: &Base) -> Self {
        Self(base.pool.clone())
    }

    /// Adds a job, which becomes visible once the caller's transaction commits.
    pub async fn add<T: TaskHandler>(&self, db: &mut PgConnection, job: T, spec: JobSpec) -> Answer<()> {
        // The queue requires a pool for operations without an executor; none is used here.
        let mut queue = WorkerUtils::new(self.0.clone(), queue::SCHEMA).with_executor(db);
        queue.add_job(job, spec).await.context("failed to add a job")?;
        Ok(())
    }

    /// Adds a job that may have been lost, unless a job with its key is running, queued or waiting for a retry.
    /// Adding a queued job again would reset its attempts, so it would never reach the limit. Adding a running job
    /// again would do the work twice, and would make the queue count the first run as failed if it were
    /// interrupted.
    pub async fn restore<T: TaskHandler>(&self, db: &mut PgConnection, job: T, spec: JobSpec) -> Answer<()> {
        if let Some(key) = &spec.job_key
            && sql::runs_or_waits(db, key).await?
        {
            return Ok(());
        }
        self.add(db, job, spec).await
    }
}

/// Runs jobs until `stop`, and recovers from all database errors. `register` adds the job types.
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
            database::log(&error, "failed to run jobs");
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

/// A part of the portal for use in jobs: registered as an extension, read with [`part`].
#[derive(Clone)]
pub struct Part<T>(pub T);

impl<T> fmt::Debug for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<Self>())
    }
}

/// Returns the part of the portal that a job needs. Fails when it was not registered.
pub fn part<T: Clone + Send + Sync + 'static>(context: &WorkerContext) -> Result<T, String> {
    let part = context.get_ext::<Part<T>>().map(|part| part.0.clone());
    part.ok_or_else(|| format!("{} is not registered for jobs", std::any::type_name::<T>()))
}
