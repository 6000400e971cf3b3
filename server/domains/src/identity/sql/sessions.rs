//! Queries for a person's own sessions.

use gridbill_core::Instant;
use gridbill_core::identity::profile::LiveSession;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::auth::session::oldest;

/// Returns the live sessions, most recently active first.
pub async fn live(
    db: impl PgExecutor<'_>,
    person_id: Uuid,
    this_one: Uuid,
    now: Instant,
) -> sqlx::Result<Vec<LiveSession>> {
    let (acted, begun) = oldest(now);
    sqlx::query_as!(
        LiveSession,
        r#"select session_id::text as "session_id!", device, started_at as "started_at: Instant",
                  last_active_at as "last_active_at: Instant", session_id = $2 as "is_this_one!"
           from session join person using (person_id)
           where person_id = $1 and ended_at is null and last_active_at > $3 and started_at > $4
             and (sessions_ended_at is null or started_at >= sessions_ended_at)
           order by last_active_at desc, started_at desc, session_id"#,
        person_id,
        this_one,
        acted.utc(),
        begun.utc(),
    )
    .fetch_all(db)
    .await
}

/// Locks the person before the sessions, in the order that all other code uses.
pub async fn lock(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<()> {
    sqlx::query_scalar!("select person_id from person where person_id = $1 for no key update", person_id)
        .fetch_one(db)
        .await
        .map(drop)
}

/// Ends a live session of the person. Returns its device; `None` if there is no such session.
pub async fn end(
    db: &mut PgConnection,
    person_id: Uuid,
    session_id: Uuid,
    now: Instant,
) -> sqlx::Result<Option<String>> {
    let (acted, begun) = oldest(now);
    sqlx::query_scalar!(
        "update session s set ended_at = $3 from person p
         where s.session_id = $2 and s.person_id = $1 and p.person_id = s.person_id and s.ended_at is null
           and s.last_active_at > $4 and s.started_at > $5
           and (p.sessions_ended_at is null or s.started_at >= p.sessions_ended_at)
         returning s.device",
        person_id,
        session_id,
        now.utc(),
        acted.utc(),
        begun.utc(),
    )
    .fetch_optional(db)
    .await
}

/// Ends all other sessions of the person, including expired ones. Returns the devices of those that were live.
pub async fn end_others(
    db: &mut PgConnection,
    person_id: Uuid,
    this_one: Uuid,
    now: Instant,
) -> sqlx::Result<Vec<String>> {
    let (acted, begun) = oldest(now);
    sqlx::query_scalar!(
        r#"with ended as (
               update session s set ended_at = $3 from person p
               where s.person_id = $1 and s.session_id <> $2 and s.ended_at is null and p.person_id = s.person_id
               returning s.device, s.last_active_at > $4 and s.started_at > $5
                         and (p.sessions_ended_at is null or s.started_at >= p.sessions_ended_at) as is_live
           )
           select device as "device!" from ended where is_live"#,
        person_id,
        this_one,
        now.utc(),
        acted.utc(),
        begun.utc(),
    )
    .fetch_all(db)
    .await
}
