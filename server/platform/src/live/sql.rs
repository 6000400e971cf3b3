//! Queries that publish to other processes, and the check of streams' sessions.

use gridbill_core::Instant;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use crate::auth::session::oldest;

pub async fn publish(db: impl PgExecutor<'_>, channel: &str, payload: &str) -> sqlx::Result<()> {
    sqlx::query!("insert into published (channel, payload) values ($1, $2)", channel, payload)
        .execute(db)
        .await
        .map(drop)
}

/// Takes the lock of the process that sends notifications, until the connection ends. Returns whether it is taken.
pub async fn lead(db: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select pg_try_advisory_lock(hashtextextended('notifier', 0)) as "is_taken!""#)
        .fetch_one(db)
        .await
}

/// Sends the rows of transactions that ended after `position`, which is a snapshot as PostgreSQL writes it. Returns the
/// next position.
pub async fn send(db: &mut PgConnection, position: &str) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"with ended as materialized (
               select distinct channel, payload from published
               where written_by >= pg_snapshot_xmax($1::text::pg_snapshot)
                  or written_by = any(array(select pg_snapshot_xip($1::text::pg_snapshot)))
           ), sent as materialized (
               select pg_notify(channel, payload)::text as done from ended
           )
           select pg_current_snapshot()::text as "position!" from (select count(done) from sent) counted"#,
        position,
    )
    .fetch_one(db)
    .await
}

/// Deletes the rows of transactions that had all ended at `position`.
pub async fn delete_sent(db: &mut PgConnection, position: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from published where written_by < pg_snapshot_xmin($1::text::pg_snapshot)", position)
        .execute(db)
        .await
        .map(drop)
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
