//! Queries for confirming a password.

use gridbill_core::Instant;
use sqlx::PgExecutor;
use uuid::Uuid;

/// Returns the stored hash of the person's password.
pub async fn password_hash(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select password_hash from person where person_id = $1", person_id).fetch_one(db).await
}

/// Returns when the person last proved the session with the password; `None` if the session is not live.
pub async fn proof(db: impl PgExecutor<'_>, session_id: Uuid) -> sqlx::Result<Option<Option<Instant>>> {
    sqlx::query_scalar!(
        r#"select proved_at as "proved_at: Instant" from session join person using (person_id)
           where session_id = $1 and ended_at is null and (sessions_ended_at is null or started_at >= sessions_ended_at)"#,
        session_id,
    )
    .fetch_optional(db)
    .await
}

/// Records that the person proved a live session. Returns false if the session is over.
pub async fn note_proof(db: impl PgExecutor<'_>, session_id: Uuid, now: Instant) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "update session s set proved_at = $2 from person p
         where p.person_id = s.person_id and session_id = $1 and ended_at is null
           and (sessions_ended_at is null or started_at >= sessions_ended_at)",
        session_id,
        now.utc(),
    );
    Ok(noted.execute(db).await?.rows_affected() == 1)
}
