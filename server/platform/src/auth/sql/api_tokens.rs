//! Queries of API tokens by their callers.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use gridbill_core::registration::RegistrationStatus;
use sqlx::PgExecutor;
use uuid::Uuid;

/// A token with the user who created it.
#[expect(clippy::struct_excessive_bools, reason = "they are the row's columns")]
pub struct FoundToken {
    pub bulk_id: BulkId,
    pub token_id: Uuid,
    pub name: String,
    pub scopes: Vec<String>,
    pub networks: Vec<String>,
    pub expires_at: Instant,
    pub is_revoked: bool,
    /// Until when a replaced token works.
    pub works_until: Option<Instant>,
    pub last_used_at: Option<Instant>,
    pub person_id: Uuid,
    pub person_name: String,
    pub email: String,
    pub role: Option<String>,
    pub make_payments: bool,
    pub manage_accounts: bool,
    /// Whether the user is still an active user of the token's bulk account.
    pub is_member: bool,
    pub registration_status: i16,
    /// Whether the bulk account has an electricity account.
    pub has_account: bool,
}

/// Finds a token by its hash alone: the caller's bulk account is not known before.
pub async fn find(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<Option<FoundToken>> {
    sqlx::query_as!(
        FoundToken,
        r#"select t.bulk_id as "bulk_id: BulkId", t.token_id, t.name, t.scopes, t.networks,
                  t.expires_at as "expires_at: Instant", t.revoked_at is not null as "is_revoked!",
                  s.works_until as "works_until: Instant", t.last_used_at as "last_used_at: Instant",
                  p.person_id, p.name as person_name, p.email, p.role, p.make_payments, p.manage_accounts,
                  (p.bulk_id is not distinct from t.bulk_id and p.activated_at is not null and p.disabled_at is null
                   and p.deleted_at is null) as "is_member!",
                  coalesce(b.registration_status, $2)::smallint as "registration_status!",
                  exists (select from electricity_account a where a.bulk_id = t.bulk_id) as "has_account!"
           from api_token_secret s
           join api_token t on t.bulk_id = s.bulk_id and t.token_id = s.token_id
           join person p on p.person_id = t.created_by
           join bulk_account b on b.bulk_id = t.bulk_id
           where s.token_hash = $1"#,
        token_hash,
        RegistrationStatus::Approved as i16,
    )
    .fetch_optional(db)
    .await
}

/// Notes the use of a token, unless a call noted one after `since`.
pub async fn note_use(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    token_id: Uuid,
    address: &str,
    now: Instant,
    since: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update api_token set last_used_at = $4, last_used_address = $3
         where bulk_id = $1 and token_id = $2 and (last_used_at is null or last_used_at <= $5)",
        bulk_id.as_str(),
        token_id,
        address,
        now.utc(),
        since.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
