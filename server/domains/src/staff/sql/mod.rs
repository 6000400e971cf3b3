//! Queries for users, except their lists.

use gridbill_core::fact::StaffState;
use gridbill_core::identity::Side;
use gridbill_core::number::{BulkId, MobileNo};
use gridbill_core::permission::Role;
use gridbill_core::staff::CheckedStaffUser;
use gridbill_core::{Instant, Language};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

pub mod factor_resets;
pub mod proposals;

pub struct Counts {
    pub total: i64,
    pub active: i64,
    pub awaited: i64,
}

pub async fn counts(db: &PgPool, side: Side, active_since: Instant) -> sqlx::Result<Counts> {
    sqlx::query_as!(
        Counts,
        r#"select count(*) as "total!",
                  count(*) filter (where activated_at is not null and last_login_at >= $2) as "active!",
                  count(*) filter (where activated_at is null) as "awaited!"
           from person where is_staff = $1 and deleted_at is null"#,
        side.is_staff(),
        active_since.utc(),
    )
    .fetch_one(db)
    .await
}

/// Adds a staff user without a password. Returns false if the address is taken.
pub async fn add_staff(
    db: &mut PgConnection,
    person_id: Uuid,
    email: &str,
    user: &CheckedStaffUser,
    language: Language,
    now: Instant,
) -> sqlx::Result<bool> {
    sqlx::query!(
        "insert into person (person_id, email, name, nickname, mobile_no, role, is_staff, password_reset_required, language,
                             created_at)
         values ($1, $2, $3, $4, $5, $6, true, true, $7, $8)
         on conflict (email) where deleted_at is null do nothing",
        person_id,
        email,
        user.username,
        user.nickname,
        user.mobile_no.as_str(),
        user.role.code(),
        language.tag(),
        now.utc(),
    )
    .execute(db)
    .await
    .map(|done| done.rows_affected() == 1)
}

/// Whether the address is taken.
pub async fn is_taken(db: &mut PgConnection, email: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from person where email = $1 and deleted_at is null) as "taken!""#,
        email,
    )
    .fetch_one(db)
    .await
}

/// Locks the staff users with one of the roles who can sign in, ordered by id.
pub async fn lock_able_staff(db: &mut PgConnection, roles: &[&str]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "select person_id from person
         where is_staff and role = any($1) and disabled_at is null and activated_at is not null
         order by person_id for no key update",
        roles as &[&str],
    )
    .fetch_all(db)
    .await
}

/// A user who is about to be changed.
pub struct User {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub nickname: Option<String>,
    pub mobile_no: Option<MobileNo>,
    pub role: Option<Role>,
    pub bulk_id: Option<BulkId>,
    pub is_activated: bool,
    pub language: Language,
}

impl User {
    /// Returns the user with another role; `None` without a mobile number, which every staff user has.
    pub fn with_role(&self, role: Role) -> Option<CheckedStaffUser> {
        let mobile_no = self.mobile_no.clone()?;
        Some(CheckedStaffUser { username: self.name.clone(), nickname: self.nickname.clone(), mobile_no, role })
    }

    /// Returns the state that facts record.
    pub fn state(&self) -> StaffState {
        StaffState {
            username: self.name.clone(),
            nickname: self.nickname.clone(),
            mobile_no: self.mobile_no.as_ref().map(ToString::to_string),
            role: self.role,
            bulk_id: self.bulk_id.as_ref().map(ToString::to_string),
        }
    }
}

/// Returns the staff user or business user with that id. Locks the row.
pub async fn lock(db: &mut PgConnection, person_id: Uuid, side: Side) -> sqlx::Result<Option<User>> {
    sqlx::query_as!(
        User,
        r#"select person_id, email, name, nickname, mobile_no as "mobile_no: MobileNo", role as "role: Role",
                  bulk_id as "bulk_id: BulkId", activated_at is not null as "is_activated!",
                  language as "language: Language"
           from person where person_id = $1 and is_staff = $2 and deleted_at is null for no key update"#,
        person_id,
        side.is_staff(),
    )
    .fetch_optional(db)
    .await
}

pub async fn update_staff(db: &mut PgConnection, person_id: Uuid, user: &CheckedStaffUser) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set name = $2, nickname = $3, mobile_no = $4, role = $5 where person_id = $1",
        person_id,
        user.username,
        user.nickname,
        user.mobile_no.as_str(),
        user.role.code(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Soft-deletes a user, and releases the e-mail address.
pub async fn delete(db: &mut PgConnection, person_id: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update person set disabled_at = coalesce(disabled_at, $2), deleted_at = $2 where person_id = $1",
        person_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns the address of a user who has not activated the account. Only for the rate limit.
pub async fn waiting_address(db: impl PgExecutor<'_>, person_id: Uuid, side: Side) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select email from person
         where person_id = $1 and is_staff = $2 and activated_at is null and disabled_at is null",
        person_id,
        side.is_staff(),
    )
    .fetch_optional(db)
    .await
}
