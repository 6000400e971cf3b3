//! Queries for second factors. Callers that write lock the person first.

use gridbill_core::identity::factors::FactorKind;
use gridbill_core::{Day, Instant};
use serde_json::Value;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Locks the person before the factors, in the order that all other code uses. Returns false for a person who may not
/// sign in.
pub async fn lock(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<bool> {
    let locked = sqlx::query_scalar!(
        "select person_id from person
         where person_id = $1 and disabled_at is null and activated_at is not null for no key update",
        person_id,
    );
    Ok(locked.fetch_optional(db).await?.is_some())
}

/// A factor without its secret.
pub struct FactorRow {
    pub factor_id: Uuid,
    pub kind: String,
    pub name: String,
    pub added_at: Instant,
    pub last_used_at: Option<Instant>,
}

/// Returns the person's factors, the oldest first.
pub async fn factors(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Vec<FactorRow>> {
    sqlx::query_as!(
        FactorRow,
        r#"select factor_id, kind, name, added_at as "added_at: Instant", last_used_at as "last_used_at: Instant"
           from factor where person_id = $1 order by added_at, factor_id"#,
        person_id,
    )
    .fetch_all(db)
    .await
}

/// Returns the kinds of the person's factors, each once.
pub async fn kinds(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Vec<FactorKind>> {
    let kinds = sqlx::query_scalar!("select distinct kind from factor where person_id = $1 order by kind", person_id);
    Ok(kinds.fetch_all(db).await?.iter().filter_map(|kind| FactorKind::from_code(kind)).collect())
}

/// An authenticator app.
pub struct TotpRow {
    pub factor_id: Uuid,
    pub secret: Vec<u8>,
}

pub async fn totps(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Vec<TotpRow>> {
    sqlx::query_as!(
        TotpRow,
        r#"select factor_id, secret as "secret!" from factor where person_id = $1 and kind = 'totp'
           order by added_at, factor_id"#,
        person_id,
    )
    .fetch_all(db)
    .await
}

/// Uses the code of a time step. Returns false if that step was already used. Keeps the steps that could still be accepted.
pub async fn use_step(db: &mut PgConnection, factor_id: Uuid, step: i64, now: Instant) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "update factor
         set last_step = greatest(last_step, $2), last_used_at = $3,
             used_steps = array(select s from unnest(used_steps || last_step || $2::bigint) as used (s) where s >= $2 - 2)
         where factor_id = $1 and last_step is distinct from $2 and $2 <> all(used_steps)",
        factor_id,
        step,
        now.utc(),
    );
    Ok(used.execute(db).await?.rows_affected() == 1)
}

/// A passkey.
pub struct PasskeyRow {
    pub factor_id: Uuid,
    pub credential: Value,
}

pub async fn passkeys(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Vec<PasskeyRow>> {
    sqlx::query_as!(
        PasskeyRow,
        r#"select factor_id, credential as "credential!" from factor where person_id = $1 and kind = 'passkey'
           order by added_at, factor_id"#,
        person_id,
    )
    .fetch_all(db)
    .await
}

/// Returns a person's passkey by its id.
pub async fn passkey(db: &mut PgConnection, person_id: Uuid, credential_id: &[u8]) -> sqlx::Result<Option<PasskeyRow>> {
    sqlx::query_as!(
        PasskeyRow,
        r#"select factor_id, credential as "credential!" from factor where person_id = $1 and credential_id = $2"#,
        person_id,
        credential_id,
    )
    .fetch_optional(db)
    .await
}

/// Stores a passkey with its new counter.
pub async fn update_passkey(
    db: &mut PgConnection,
    factor_id: Uuid,
    credential: &Value,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update factor set credential = $2, last_used_at = $3 where factor_id = $1",
        factor_id,
        credential,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// The part of a new factor that both kinds have.
pub struct NewFactor<'a> {
    pub factor_id: Uuid,
    pub person_id: Uuid,
    pub name: &'a str,
    pub added_at: Instant,
}

/// Adds an authenticator app, whose code of that step was used.
pub async fn add_totp(db: &mut PgConnection, new: &NewFactor<'_>, secret: &[u8], step: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into factor (factor_id, person_id, kind, name, added_at, secret, last_step, used_steps)
         values ($1, $2, 'totp', $3, $4, $5, $6, array[$6::bigint])",
        new.factor_id,
        new.person_id,
        new.name,
        new.added_at.utc(),
        secret,
        step,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Adds a passkey. Returns false if it is already registered, for this or another person.
pub async fn add_passkey(
    db: &mut PgConnection,
    new: &NewFactor<'_>,
    credential_id: &[u8],
    credential: &Value,
) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into factor (factor_id, person_id, kind, name, added_at, credential_id, credential)
         values ($1, $2, 'passkey', $3, $4, $5, $6) on conflict (credential_id) do nothing",
        new.factor_id,
        new.person_id,
        new.name,
        new.added_at.utc(),
        credential_id,
        credential,
    );
    Ok(added.execute(db).await?.rows_affected() == 1)
}

/// Deletes a factor of the person. Returns its kind and name; `None` if there is no such factor.
pub async fn delete_factor(
    db: &mut PgConnection,
    person_id: Uuid,
    factor_id: Uuid,
) -> sqlx::Result<Option<(String, String)>> {
    let deleted = sqlx::query!(
        "delete from factor where person_id = $1 and factor_id = $2 returning kind, name",
        person_id,
        factor_id,
    );
    Ok(deleted.fetch_optional(db).await?.map(|row| (row.kind, row.name)))
}

/// Deletes all factors of the person.
pub async fn delete_factors(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from factor where person_id = $1", person_id).execute(db).await.map(drop)
}

/// Returns the number of the person's unused recovery codes.
pub async fn recovery_codes_left(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "left!" from recovery_code where person_id = $1 and used_at is null"#,
        person_id,
    )
    .fetch_one(db)
    .await
}

/// Uses a recovery code. Returns false if there is no such code, or it was used.
pub async fn use_recovery_code(
    db: &mut PgConnection,
    person_id: Uuid,
    code_hash: &[u8],
    now: Instant,
) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "update recovery_code set used_at = $3 where person_id = $1 and code_hash = $2 and used_at is null",
        person_id,
        code_hash,
        now.utc(),
    );
    Ok(used.execute(db).await?.rows_affected() == 1)
}

pub async fn add_recovery_codes(
    db: &mut PgConnection,
    person_id: Uuid,
    code_hashes: &[Vec<u8>],
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into recovery_code (person_id, code_hash, made_at) select $1, unnest($2::bytea[]), $3",
        person_id,
        code_hashes,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_recovery_codes(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from recovery_code where person_id = $1", person_id).execute(db).await.map(drop)
}

/// Returns the day from which the person's bulk account requires a second factor: by its rule, or of the Master whose
/// company requires its own sign-in.
pub async fn required_from(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Option<Day>> {
    sqlx::query_scalar!(
        r#"select least((select f.required_from from factor_policy f
                         where f.bulk_id = p.bulk_id and p.role = any (f.roles)),
                        (select s.required_from from sso_provider s
                         where s.bulk_id = p.bulk_id and p.role = 'master')) as "required_from: Day"
           from person p where p.person_id = $1"#,
        person_id,
    )
    .fetch_optional(db)
    .await
    .map(Option::flatten)
}

/// A question that waits for a second factor.
pub struct ChallengeRow {
    pub person_id: Option<Uuid>,
    pub session_id: Option<Uuid>,
    pub address: String,
    pub device: String,
    pub expires_at: Instant,
    pub passkey_state: Option<Value>,
}

/// A new question.
pub struct NewChallenge<'a> {
    pub handle_hash: &'a [u8],
    pub purpose: &'a str,
    pub person_id: Option<Uuid>,
    pub session_id: Option<Uuid>,
    pub address: &'a str,
    pub device: &'a str,
    pub created_at: Instant,
    pub expires_at: Instant,
    pub passkey_state: Option<&'a Value>,
    pub secret: Option<&'a [u8]>,
}

pub async fn add_challenge(db: &mut PgConnection, new: &NewChallenge<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into factor_challenge (handle_hash, purpose, person_id, session_id, address, device, created_at, expires_at,
                                       passkey_state, secret)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        new.handle_hash,
        new.purpose,
        new.person_id,
        new.session_id,
        new.address,
        new.device,
        new.created_at.utc(),
        new.expires_at.utc(),
        new.passkey_state,
        new.secret,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns a question. Ending all sessions of a person deletes their questions.
pub async fn challenge(db: &mut PgConnection, handle_hash: &[u8], purpose: &str) -> sqlx::Result<Option<ChallengeRow>> {
    sqlx::query_as!(
        ChallengeRow,
        r#"select person_id, session_id, address, device, expires_at as "expires_at: Instant", passkey_state
           from factor_challenge where handle_hash = $1 and purpose = $2"#,
        handle_hash,
        purpose,
    )
    .fetch_optional(db)
    .await
}

/// Returns the encrypted secret of the authenticator app that the session is adding.
pub async fn new_totp(
    db: &mut PgConnection,
    person_id: Uuid,
    session_id: Uuid,
    now: Instant,
) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!(
        r#"select secret as "secret!" from factor_challenge
           where person_id = $1 and session_id = $2 and purpose = 'totp' and expires_at > $3
           order by created_at desc limit 1"#,
        person_id,
        session_id,
        now.utc(),
    )
    .fetch_optional(db)
    .await
}

/// Deletes a question. Returns false if it was already answered.
pub async fn delete_challenge(db: &mut PgConnection, handle_hash: &[u8]) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from factor_challenge where handle_hash = $1", handle_hash);
    Ok(deleted.execute(db).await?.rows_affected() == 1)
}

/// Deletes all questions to a person.
pub async fn delete_challenges(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from factor_challenge where person_id = $1", person_id).execute(db).await.map(drop)
}

pub async fn delete_expired_challenges(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from factor_challenge where expires_at < $1", now.utc()).execute(db).await.map(drop)
}

/// Deletes a reset that is due. Returns false if there is none.
pub async fn take_due_reset(db: &mut PgConnection, person_id: Uuid, now: Instant) -> sqlx::Result<bool> {
    let taken = sqlx::query!("delete from factor_reset where person_id = $1 and due_at <= $2", person_id, now.utc());
    Ok(taken.execute(db).await?.rows_affected() == 1)
}

/// Deletes the reset of a person, whether or not it is confirmed. Returns false if there is none.
pub async fn end_reset(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<bool> {
    let ended = sqlx::query!("delete from factor_reset where person_id = $1", person_id);
    Ok(ended.execute(db).await?.rows_affected() == 1)
}
