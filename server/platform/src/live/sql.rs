//! The query that notifies other processes, and the check of streams' sessions.

use gridbill_core::Instant;
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

use crate::auth::session::oldest;

pub async fn notify(db: impl PgExecutor<'_>, channel: &str, payload: &str) -> sqlx::Result<()> {
    sqlx::query!("select pg_notify($1, $2)", channel, payload).execute(db).await.map(drop)
}

/// Returns which of these sessions are still live.
pub async fn live_sessions(pool: &PgPool, session_ids: &[Uuid], now: Instant) -> sqlx::Result<Vec<Uuid>> {
    let (acted, begun) = oldest(now);
    sqlx::query_scalar!(
        "select session_id from session join person using (person_id)
         where session_id = any($1) and ended_at is null and disabled_at is null and activated_at is not null
           and (sessions_ended_at is null or started_at >= sessions_ended_at)
           and last_active_at > $2 and started_at > $3",
        session_ids,
        acted.utc(),
        begun.utc(),
    )
    .fetch_all(pool)
    .await
}
