//! The tables of the job queue, which its library manages.

use anyhow::Context as _;
use graphile_worker::WorkerOptions;
use sqlx::PgPool;

use super::sql;

pub const SCHEMA: &str = "graphile_worker";

/// Returns the options for access to the queue.
#[must_use]
pub fn options(pool: &PgPool) -> WorkerOptions {
    WorkerOptions::default().pg_pool(pool.clone()).schema(SCHEMA)
}

/// Applies the queue's own migrations. Its functions then publish that a job was added, and do not notify.
pub(super) async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    options(pool).init().await.context("failed to migrate the job queue")?;
    sql::publish_jobs(pool).await.context("failed to change the functions of the job queue")
}
