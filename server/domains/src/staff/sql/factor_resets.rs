//! Queries for resets of second factors.

use gridbill_core::{Instant, Language};
use sqlx::PgConnection;
use uuid::Uuid;

/// Maximum resets in the list; an office never has more waiting.
const MAX_SHOWN: i64 = 100;

/// Locks the people, in the order of their ids.
pub async fn lock_people(db: &mut PgConnection, people: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query_scalar!(
        "select person_id from person where person_id = any($1) order by person_id for no key update",
        people,
    )
    .fetch_all(db)
    .await
    .map(drop)
}

/// A user whose factors can be reset.
pub struct ResetUser {
    pub email: String,
}

/// Returns the user, unless deleted or not activated.
pub async fn user(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<ResetUser>> {
    sqlx::query_as!(
        ResetUser,
        "select email from person where person_id = $1 and disabled_at is null and activated_at is not null",
        person_id,
    )
    .fetch_optional(db)
    .await
}

/// Adds a reset. Returns false if there is already one for the user.
pub async fn add(
    db: &mut PgConnection,
    person_id: Uuid,
    reason: &str,
    proposed_by: Uuid,
    now: Instant,
) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into factor_reset (person_id, reason, proposed_by, proposed_at) values ($1, $2, $3, $4)
         on conflict do nothing",
        person_id,
        reason,
        proposed_by,
        now.utc(),
    );
    Ok(added.execute(db).await?.rows_affected() == 1)
}

/// A reset with its user and the officer who proposed it.
pub struct StoredReset {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    language: String,
    pub reason: String,
    pub proposed_by: Uuid,
    pub proposer: String,
    pub proposed_at: Instant,
    pub due_at: Option<Instant>,
}

impl StoredReset {
    /// Returns the language of the user's e-mails.
    pub fn language(&self) -> Language {
        Language::accepted(&self.language)
    }
}

/// Returns the resets, oldest first.
pub async fn all(db: &mut PgConnection) -> sqlx::Result<Vec<StoredReset>> {
    sqlx::query_as!(
        StoredReset,
        r#"select r.person_id, u.email, u.name, u.language, r.reason, r.proposed_by, o.name as proposer,
                  r.proposed_at as "proposed_at: Instant", r.due_at as "due_at: Instant"
           from factor_reset r join person u on u.person_id = r.person_id join person o on o.person_id = r.proposed_by
           where u.disabled_at is null
           order by r.proposed_at, r.person_id limit $1"#,
        MAX_SHOWN,
    )
    .fetch_all(db)
    .await
}

/// Returns the reset of a user. Locks the row.
pub async fn lock(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<Option<StoredReset>> {
    sqlx::query_as!(
        StoredReset,
        r#"select r.person_id, u.email, u.name, u.language, r.reason, r.proposed_by, o.name as proposer,
                  r.proposed_at as "proposed_at: Instant", r.due_at as "due_at: Instant"
           from factor_reset r join person u on u.person_id = r.person_id join person o on o.person_id = r.proposed_by
           where r.person_id = $1 and u.disabled_at is null for no key update of r"#,
        person_id,
    )
    .fetch_optional(db)
    .await
}

pub async fn confirm(db: &mut PgConnection, person_id: Uuid, confirmed_by: Uuid, due_at: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update factor_reset set confirmed_by = $2, due_at = $3 where person_id = $1",
        person_id,
        confirmed_by,
        due_at.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}
