//! The insert of security events.

use gridbill_core::Instant;
use sqlx::PgExecutor;

use crate::auth::security::SecurityEventRow;

pub async fn add(db: impl PgExecutor<'_>, row: &SecurityEventRow, now: Instant) -> sqlx::Result<()> {
    let (kind, outcome) = row.what.labels();
    sqlx::query!(
        "insert into security_event
             (happened_at, kind, outcome, person_id, email, address, user_agent, call, code, left_out)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        now.utc(),
        kind,
        outcome,
        row.person_id,
        row.email,
        row.address,
        row.user_agent,
        row.call,
        row.code,
        row.left_out,
    )
    .execute(db)
    .await
    .map(drop)
}
