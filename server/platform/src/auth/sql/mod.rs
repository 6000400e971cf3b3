//! Queries for sessions.

use gridbill_core::identity::{IDLE_SECONDS, SESSION_SECONDS, Side};
use gridbill_core::number::BulkId;
use gridbill_core::permission::Permissions;
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::{Code, Day, Instant};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

pub mod api_tokens;
pub mod devices;
pub mod events;
pub mod factors;
pub mod freezes;
pub mod people;
pub mod proofs;
pub mod rate_limits;
pub mod sso;

/// Returns the secret with this name, and stores the proposed value if there is none yet.
pub async fn secret(pool: &PgPool, name: &str, proposed: &[u8]) -> sqlx::Result<Vec<u8>> {
    sqlx::query!("insert into secret (name, value) values ($1, $2) on conflict do nothing", name, proposed)
        .execute(pool)
        .await?;
    sqlx::query_scalar!("select value from secret where name = $1", name).fetch_one(pool).await
}

/// Whether the bulk account exists; used for staff in customer view mode.
pub async fn bulk_account_exists(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from bulk_account where bulk_id = $1) as "exists!""#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

/// A session with its person.
#[expect(clippy::struct_excessive_bools, reason = "they are the row's columns")]
pub struct SessionRow {
    pub person_id: Uuid,
    pub name: String,
    pub email: String,
    pub role: Option<String>,
    pub make_payments: bool,
    pub manage_accounts: bool,
    pub bulk_id: Option<String>,
    pub is_staff: bool,
    pub password_reset_required: bool,
    pub registration_status: i16,
    /// Whether the bulk account has an electricity account.
    pub has_account: bool,
    pub started_at: Instant,
    pub last_active_at: Instant,
    pub generation: i32,
    pub generation_used: bool,
    /// The generation whose refresh token gave the newest pair.
    pub previous_generation: i32,
    pub generation_at: Option<Instant>,
    pub generation_seed: Option<Vec<u8>>,
    /// Whether the person has a second factor.
    pub has_factor: bool,
    /// The day from which the rule of the bulk account requires one of this person.
    pub factor_required_from: Option<Day>,
    /// Whether the company requires its own sign-in, and the person is not connected with it.
    pub must_link: bool,
}

impl SessionRow {
    /// Returns the code of an expired session: [`Code::SessionExpired`] after too long without activity, which the
    /// user is told about, or [`Code::SignedOut`] at its maximum age.
    pub fn over(&self, now: Instant) -> Option<Code> {
        if now.seconds_since(self.last_active_at) > IDLE_SECONDS {
            return Some(Code::SessionExpired);
        }
        (now.seconds_since(self.started_at) > SESSION_SECONDS).then_some(Code::SignedOut)
    }

    /// Whether an access token of that generation is accepted: the newest pair's, or the previous pair's, which
    /// calls in flight still use. A pair in between was revoked.
    pub const fn opens_with(&self, generation: i32) -> bool {
        generation == self.generation || generation == self.previous_generation
    }
}

/// Returns the session, unless it or its person's sessions were ended.
pub async fn session(db: impl PgExecutor<'_>, session_id: Uuid) -> sqlx::Result<Option<SessionRow>> {
    sqlx::query_as!(
        SessionRow,
        r#"select person_id, name, email, role, make_payments, manage_accounts, bulk_id, is_staff, password_reset_required,
                  coalesce(b.registration_status, $2)::smallint as "registration_status!",
                  exists (select from electricity_account a where a.bulk_id = b.bulk_id) as "has_account!",
                  started_at as "started_at: Instant", last_active_at as "last_active_at: Instant", generation, generation_used,
                  previous_generation, generation_at as "generation_at: Instant", generation_seed,
                  exists (select from factor f where f.person_id = person.person_id) as "has_factor!",
                  least((select f.required_from from factor_policy f
                         where f.bulk_id = b.bulk_id and person.role = any (f.roles)),
                        (select s.required_from from sso_provider s
                         where s.bulk_id = b.bulk_id and person.role = 'master')) as "factor_required_from: Day",
                  exists (select from sso_provider s
                          where s.bulk_id = b.bulk_id and s.mode = 'required' and person.role <> 'master'
                            and not exists (select from sso_identity i
                                            where i.bulk_id = s.bulk_id and i.issuer = s.issuer
                                              and coalesce(i.client_id, s.client_id) = s.client_id
                                              and i.person_id = person.person_id)) as "must_link!"
           from session join person using (person_id) left join bulk_account b using (bulk_id)
           where session_id = $1 and ended_at is null and disabled_at is null and activated_at is not null
             and (sessions_ended_at is null or started_at >= sessions_ended_at)"#,
        session_id,
        RegistrationStatus::Approved as i16,
    )
    .fetch_optional(db)
    .await
}

/// Records activity of the session, with a token of that generation.
pub async fn touch(db: impl PgExecutor<'_>, session_id: Uuid, generation: i32, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update session set last_active_at = greatest(last_active_at, $3), generation_used = generation_used or generation = $2
         where session_id = $1",
        session_id,
        generation,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Begins a session with its first refresh token. It starts no earlier than the last time all sessions of the
/// person were ended, even if the clock of another process is ahead. The caller must have locked the person.
pub async fn begin(
    db: &mut PgConnection,
    session_id: Uuid,
    person_id: Uuid,
    token_hash: &[u8],
    device: &str,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into session (session_id, person_id, started_at, last_active_at, proved_at, device)
         select $1, person_id, at, at, at, $4
         from person cross join lateral (select greatest($3, sessions_ended_at) as at) began where person_id = $2",
        session_id,
        person_id,
        now.utc(),
        device,
    )
    .execute(&mut *db)
    .await?;
    add_refresh_token(db, session_id, 1, token_hash, now).await
}

pub async fn add_refresh_token(
    db: &mut PgConnection,
    session_id: Uuid,
    generation: i32,
    token_hash: &[u8],
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into refresh_token (token_hash, session_id, generation, issued_at) values ($1, $2, $3, $4)",
        token_hash,
        session_id,
        generation,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns the session of a refresh token, whether or not it is over.
pub async fn session_id(db: impl PgExecutor<'_>, token_hash: &[u8]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!("select session_id from refresh_token where token_hash = $1", token_hash)
        .fetch_optional(db)
        .await
}

/// Returns the session of a refresh token and the token's generation. Locks the session.
pub async fn session_of_refresh_token(
    db: &mut PgConnection,
    token_hash: &[u8],
    side: Side,
) -> sqlx::Result<Option<(Uuid, i32)>> {
    let row = sqlx::query!(
        "select s.session_id, t.generation
         from refresh_token t join session s using (session_id) join person p using (person_id)
         where t.token_hash = $1 and s.ended_at is null and p.is_staff = $2
         for update of s",
        token_hash,
        side.is_staff(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.session_id, row.generation)))
}

/// Makes the next generation of a session's tokens the current one. It was issued for a token of the generation
/// `previous`.
pub async fn next_generation(
    db: &mut PgConnection,
    session_id: Uuid,
    generation: i32,
    previous: i32,
    seed: &[u8],
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update session set generation = $2, generation_used = false, previous_generation = $3, generation_seed = $4,
                generation_at = $5
         where session_id = $1",
        session_id,
        generation,
        previous,
        seed,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Ends a session.
pub async fn end(db: impl PgExecutor<'_>, session_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("update session set ended_at = $2 where session_id = $1 and ended_at is null", session_id, now.utc())
        .execute(db)
        .await
        .map(drop)
}

/// Ends a session that belongs to a customer or staff, as `side` says.
pub async fn end_of_side(db: impl PgExecutor<'_>, session_id: Uuid, side: Side, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update session s set ended_at = $3 from person p
         where s.session_id = $1 and s.ended_at is null and p.person_id = s.person_id and p.is_staff = $2",
        session_id,
        side.is_staff(),
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Ends every session of a person, including a session that a concurrent transaction is just starting, and a sign-in that
/// waits for a second factor.
pub async fn end_all(db: &mut PgConnection, person_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!("update person set sessions_ended_at = $2 where person_id = $1", person_id, now.utc())
        .execute(&mut *db)
        .await?;
    factors::delete_challenges(&mut *db, person_id).await?;
    sqlx::query!("update session set ended_at = $2 where person_id = $1 and ended_at is null", person_id, now.utc())
        .execute(db)
        .await
        .map(drop)
}

/// Whether the person still has the same role, permissions and bulk account as when the call was admitted.
pub async fn is_unchanged(
    db: &mut PgConnection,
    person_id: Uuid,
    role: Option<&str>,
    permissions: Permissions,
    bulk_id: Option<&BulkId>,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select person_is_unchanged($1, $2, $3, $4, $5) as "still!""#,
        person_id,
        role,
        permissions.make_payments,
        permissions.manage_accounts,
        bulk_id.map(BulkId::as_str),
    )
    .fetch_one(db)
    .await
}

/// Deletes sessions that ended or had their last activity before `before`, with their refresh tokens.
pub async fn delete_sessions(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from session where coalesce(ended_at, last_active_at) < $1", before.utc())
        .execute(db)
        .await
        .map(drop)
}
