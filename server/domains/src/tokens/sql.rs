//! Queries of API tokens for the users who manage them.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use gridbill_core::tokens::{ApiToken, REMINDER_DAYS, TokenScope, TokenState, reminded_expiry};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Lists the tokens of a bulk account that had not ended before `ended_before`, the newest first, or only one of them.
pub async fn tokens(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    token_id: Option<Uuid>,
    now: Instant,
    ended_before: Instant,
) -> sqlx::Result<Vec<ApiToken>> {
    let rows = sqlx::query!(
        r#"select t.token_id, t.name, t.ending, t.scopes, t.networks, p.name as created_by,
                  t.created_at as "created_at: Instant", t.expires_at as "expires_at: Instant",
                  t.revoked_at as "revoked_at: Instant", t.last_used_at as "last_used_at: Instant", t.last_used_address,
                  (select max(s.works_until) from api_token_secret s
                   where s.bulk_id = t.bulk_id and s.token_id = t.token_id) as "works_until: Instant"
           from api_token t join person p on p.person_id = t.created_by
           where t.bulk_id = $1 and ($2::uuid is null or t.token_id = $2)
             and coalesce(t.revoked_at, t.expires_at) > $3
           order by t.created_at desc, t.token_id"#,
        bulk_id.as_str(),
        token_id,
        ended_before.utc(),
    )
    .fetch_all(db)
    .await?;
    let token = rows.into_iter().map(|row| {
        let state = TokenState::of(now, row.expires_at, row.revoked_at.is_some(), row.works_until);
        ApiToken {
            token_id: row.token_id.to_string(),
            name: row.name,
            ending: row.ending,
            scopes: row.scopes.iter().filter_map(|scope| TokenScope::from_code(scope)).collect(),
            addresses: row.networks,
            state,
            created_by: row.created_by,
            created_at: row.created_at,
            expires_at: row.expires_at,
            old_works_until: row.works_until.filter(|_| state == TokenState::Rotating),
            last_used_at: row.last_used_at,
            last_used_address: row.last_used_address,
            revoked_at: row.revoked_at,
        }
    });
    Ok(token.collect())
}

pub struct NewToken<'a> {
    pub token_id: Uuid,
    pub name: &'a str,
    pub ending: &'a str,
    pub scopes: &'a [TokenScope],
    pub networks: &'a [String],
    pub created_by: Uuid,
    pub created_at: Instant,
    pub expires_at: Instant,
    pub reminded_days: Option<i64>,
}

pub async fn add(db: &mut PgConnection, bulk_id: &BulkId, new: &NewToken<'_>) -> sqlx::Result<()> {
    let scopes: Vec<&str> = new.scopes.iter().map(|scope| scope.code()).collect();
    sqlx::query!(
        "insert into api_token (bulk_id, token_id, name, ending, scopes, networks, created_by, created_at, expires_at,
                                reminded_days)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::bigint::smallint)",
        bulk_id.as_str(),
        new.token_id,
        new.name,
        new.ending,
        &scopes as &[&str],
        new.networks,
        new.created_by,
        new.created_at.utc(),
        new.expires_at.utc(),
        new.reminded_days,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds the current secret of a token.
pub async fn add_secret(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    token_id: Uuid,
    token_hash: &[u8],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into api_token_secret (token_hash, bulk_id, token_id) values ($1, $2, $3)",
        token_hash,
        bulk_id.as_str(),
        token_id,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Ends the secrets that were replaced earlier.
pub async fn end_old_secrets(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    token_id: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update api_token_secret set works_until = least(works_until, $3)
         where bulk_id = $1 and token_id = $2 and works_until is not null",
        bulk_id.as_str(),
        token_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Lets the current secret work until an instant.
pub async fn replace_secret(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    token_id: Uuid,
    works_until: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update api_token_secret set works_until = $3 where bulk_id = $1 and token_id = $2 and works_until is null",
        bulk_id.as_str(),
        token_id,
        works_until.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Notes the end of a token's new secret, and its expiry.
pub async fn renew(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    token_id: Uuid,
    ending: &str,
    expires_at: Instant,
    reminded_days: Option<i64>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update api_token set ending = $3, expires_at = $4, reminded_days = $5::bigint::smallint
         where bulk_id = $1 and token_id = $2",
        bulk_id.as_str(),
        token_id,
        ending,
        expires_at.utc(),
        reminded_days,
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn revoke(db: &mut PgConnection, bulk_id: &BulkId, token_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update api_token set revoked_at = $3 where bulk_id = $1 and token_id = $2",
        bulk_id.as_str(),
        token_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// A token whose expiry is near.
pub struct ExpiringToken {
    pub bulk_id: BulkId,
    pub token_id: Uuid,
    pub name: String,
    pub expires_at: Instant,
}

/// Lists tokens of all bulk accounts that expire soon and whose last reminder is not the last one.
pub async fn expiring(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<Vec<ExpiringToken>> {
    let [first, last] = REMINDER_DAYS;
    sqlx::query_as!(
        ExpiringToken,
        r#"select bulk_id as "bulk_id: BulkId", token_id, name, expires_at as "expires_at: Instant"
           from api_token
           where revoked_at is null and expires_at > $1 and expires_at <= $2
             and (reminded_days is null or (reminded_days > $4::bigint and expires_at <= $3))
           order by bulk_id, token_id"#,
        now.utc(),
        reminded_expiry(now, first).utc(),
        reminded_expiry(now, last).utc(),
        last,
    )
    .fetch_all(db)
    .await
}

/// Notes that the reminder of these days is sent. Returns false if it was sent, or if the token has changed.
pub async fn note_reminder(db: &mut PgConnection, token: &ExpiringToken, days: i64) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "update api_token set reminded_days = $3::bigint::smallint
         where bulk_id = $1 and token_id = $2 and revoked_at is null and expires_at = $4
           and (reminded_days is null or reminded_days > $3::bigint)",
        token.bulk_id.as_str(),
        token.token_id,
        days,
        token.expires_at.utc(),
    );
    Ok(noted.execute(db).await?.rows_affected() > 0)
}

/// Deletes tokens that ended before `before`.
pub async fn delete_ended(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from api_token where coalesce(revoked_at, expires_at) < $1", before.utc())
        .execute(db)
        .await
        .map(drop)
}
