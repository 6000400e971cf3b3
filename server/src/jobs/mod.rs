//! Work that goes on behind the pages, on any process: a job is added in the transaction that needs it.

use graphile_worker::WorkerOptions;
use sqlx::PgPool;

/// Brings the queue's own tables up to date.
///
/// # Errors
/// When a migration fails.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    options(pool).init().await.map_err(|error| anyhow::anyhow!("migrating the job queue: {error}"))?;
    Ok(())
}

fn options(pool: &PgPool) -> WorkerOptions {
    WorkerOptions::default().pg_pool(pool.clone()).schema("graphile_worker")
}
