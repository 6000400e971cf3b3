//! The tables of the job queue, which are the library's own.

use anyhow::Context as _;
use graphile_worker::WorkerOptions;
use sqlx::PgPool;

/// The schema that the queue's tables are in.
pub const SCHEMA: &str = "graphile_worker";

/// How the queue is reached.
#[must_use]
pub fn options(pool: &PgPool) -> WorkerOptions {
    WorkerOptions::default().pg_pool(pool.clone()).schema(SCHEMA)
}

/// Brings the queue's tables up to date.
pub(super) async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    options(pool).init().await.context("migrating the job queue")?;
    Ok(())
}
