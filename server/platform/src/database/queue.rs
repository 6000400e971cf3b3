//! The tables of the job queue, which its library manages.

use anyhow::Context as _;
use graphile_worker::WorkerOptions;
use sqlx::PgPool;

pub const SCHEMA: &str = "graphile_worker";

/// Returns the options for access to the queue.
#[must_use]
pub fn options(pool: &PgPool) -> WorkerOptions {
    WorkerOptions::default().pg_pool(pool.clone()).schema(SCHEMA)
}

/// Applies the queue's own migrations.
pub(super) async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    options(pool).init().await.context("failed to migrate the job queue")?;
    Ok(())
}
