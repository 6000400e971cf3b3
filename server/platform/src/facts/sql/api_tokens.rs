//! Queries of recorded refusals of API tokens.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// The bulk account, the token, and the reason of its refusal.
type Key<'a> = (&'a BulkId, Uuid, &'a str);

/// Whether a refusal was recorded after `since`.
pub async fn was_recorded(
    db: impl PgExecutor<'_>,
    (bulk_id, token_id, reason): Key<'_>,
    since: Instant,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from api_token_refusal
                          where bulk_id = $1 and token_id = $2 and reason = $3 and recorded_at > $4) as "was!""#,
        bulk_id.as_str(),
        token_id,
        reason,
        since.utc(),
    )
    .fetch_one(db)
    .await
}

/// Notes that a refusal is recorded. Returns false if one was recorded after `since`.
pub async fn note_refusal(
    db: &mut PgConnection,
    (bulk_id, token_id, reason): Key<'_>,
    now: Instant,
    since: Instant,
) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "insert into api_token_refusal as r (bulk_id, token_id, reason, recorded_at) values ($1, $2, $3, $4)
         on conflict (bulk_id, token_id, reason) do update set recorded_at = $4 where r.recorded_at <= $5",
        bulk_id.as_str(),
        token_id,
        reason,
        now.utc(),
        since.utc(),
    );
    Ok(noted.execute(db).await?.rows_affected() > 0)
}
