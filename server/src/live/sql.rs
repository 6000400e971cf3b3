//! The query that tells other processes.

use sqlx::PgExecutor;

pub async fn notify(db: impl PgExecutor<'_>, channel: &str, payload: &str) -> sqlx::Result<()> {
    sqlx::query!("select pg_notify($1, $2)", channel, payload).execute(db).await.map(drop)
}
