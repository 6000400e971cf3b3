//! Queries for customer view mode.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::auth::session::oldest;

/// Whether the session is viewing that bulk account.
pub async fn is_open(db: &PgPool, session_id: Uuid, bulk_id: &BulkId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from customer_view where bulk_id = $1 and session_id = $2 and left_at is null) as "open!""#,
        bulk_id.as_str(),
        session_id,
    )
    .fetch_one(db)
    .await
}

pub async fn company(db: &PgPool, bulk_id: &BulkId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select company_name from bulk_account where bulk_id = $1", bulk_id.as_str())
        .fetch_optional(db)
        .await
}

/// Inserts a view. Returns false if the session is already viewing that bulk account.
pub async fn open(
    db: &mut PgConnection,
    view_id: Uuid,
    session_id: Uuid,
    bulk_id: &BulkId,
    now: Instant,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "insert into customer_view (bulk_id, view_id, session_id, entered_at) values ($1, $2, $3, $4)
         on conflict (session_id, bulk_id) where left_at is null do nothing",
        bulk_id.as_str(),
        view_id,
        session_id,
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// A view that was just left.
pub struct EndedView {
    pub entered_at: Instant,
    pub company: String,
}

/// Ends the session's view of that bulk account; `None` if there is none.
pub async fn close(
    db: &mut PgConnection,
    session_id: Uuid,
    bulk_id: &BulkId,
    now: Instant,
) -> sqlx::Result<Option<EndedView>> {
    sqlx::query_as!(
        EndedView,
        r#"update customer_view v set left_at = greatest($3, v.entered_at) from bulk_account b
           where v.bulk_id = $1 and v.session_id = $2 and v.left_at is null and b.bulk_id = v.bulk_id
           returning v.entered_at as "entered_at: Instant", b.company_name as company"#,
        bulk_id.as_str(),
        session_id,
        now.utc(),
    )
    .fetch_optional(db)
    .await
}

/// A view whose session has ended.
pub struct Over {
    pub view_id: Uuid,
    pub bulk_id: BulkId,
    pub entered_at: Instant,
    pub company: String,
    pub email: String,
}

/// Returns the open views of all sessions that have ended.
pub async fn of_sessions_that_are_over(db: &PgPool, now: Instant) -> sqlx::Result<Vec<Over>> {
    let (acted, begun) = oldest(now);
    sqlx::query_as!(
        Over,
        r#"select v.view_id, v.bulk_id as "bulk_id: BulkId", v.entered_at as "entered_at: Instant",
                  b.company_name as company, p.email
           from customer_view v join bulk_account b using (bulk_id) join session s using (session_id)
           join person p using (person_id)
           where v.left_at is null
             and (s.ended_at is not null or s.last_active_at <= $1 or s.started_at <= $2 or p.disabled_at is not null
                  or s.started_at < p.sessions_ended_at)
           order by v.entered_at"#,
        acted.utc(),
        begun.utc(),
    )
    .fetch_all(db)
    .await
}

/// Ends a view. Returns false if it has already ended.
pub async fn end(db: &mut PgConnection, view_id: Uuid, now: Instant) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update customer_view set left_at = greatest($2, entered_at) where view_id = $1 and left_at is null",
        view_id,
        now.utc(),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}
