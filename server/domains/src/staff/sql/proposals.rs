//! Queries for proposals that need a second officer.

use gridbill_core::Instant;
use gridbill_core::number::MobileNo;
use gridbill_core::permission::Role;
use gridbill_core::staff::CheckedStaffUser;
use sqlx::PgConnection;
use uuid::Uuid;

/// A new staff user, or a new role of an existing user.
pub struct NewProposal<'a> {
    pub person_id: Uuid,
    pub role_before: Option<Role>,
    pub role: Role,
    /// The address and the form of a new user.
    pub new_user: Option<(&'a str, &'a CheckedStaffUser)>,
}

impl NewProposal<'_> {
    /// Returns the form field that a refusal refers to.
    pub const fn field(&self) -> &'static str {
        if self.new_user.is_some() { "emailAddress" } else { "role" }
    }
}

/// Adds a proposal. Returns false if there is already a proposal for the person or address.
pub async fn add(
    db: &mut PgConnection,
    proposal_id: Uuid,
    new: &NewProposal<'_>,
    by: Uuid,
    now: Instant,
) -> sqlx::Result<bool> {
    let (email, user) = new.new_user.unzip();
    sqlx::query!(
        "insert into staff_proposal (proposal_id, person_id, role_before, role, email, name, nickname, mobile_no,
                                     proposed_by, proposed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing",
        proposal_id,
        new.person_id,
        new.role_before.map(Role::code),
        new.role.code(),
        email,
        user.map(|user| user.username.as_str()),
        user.and_then(|user| user.nickname.as_deref()),
        user.map(|user| user.mobile_no.as_str()),
        by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(|done| done.rows_affected() == 1)
}

/// A proposal with the address and name of its user.
pub struct StoredProposal {
    pub proposal_id: Uuid,
    pub person_id: Uuid,
    pub role_before: Option<Role>,
    pub role: Role,
    pub email: String,
    pub name: String,
    pub nickname: Option<String>,
    pub mobile_no: Option<MobileNo>,
    pub proposed_by: Uuid,
    pub proposer: String,
    pub proposed_at: Instant,
}

impl StoredProposal {
    /// Returns the form of a new user; `None` if an existing user gets a role.
    pub fn new_user(&self) -> Option<CheckedStaffUser> {
        let mobile_no = self.mobile_no.clone().filter(|_| self.role_before.is_none())?;
        let (username, nickname) = (self.name.clone(), self.nickname.clone());
        Some(CheckedStaffUser { username, nickname, mobile_no, role: self.role })
    }
}

/// Maximum proposals in the list; an office never has more pending.
const MAX_SHOWN: i64 = 100;

/// Returns the pending proposals, oldest first.
pub async fn all(db: &mut PgConnection) -> sqlx::Result<Vec<StoredProposal>> {
    sqlx::query_as!(
        StoredProposal,
        r#"select q.proposal_id, q.person_id, q.role_before as "role_before: Role", q.role as "role: Role",
                  coalesce(q.email, u.email) as "email!", coalesce(q.name, u.name) as "name!", q.nickname,
                  q.mobile_no as "mobile_no: MobileNo", q.proposed_by, o.name as proposer,
                  q.proposed_at as "proposed_at: Instant"
           from staff_proposal q join person o on o.person_id = q.proposed_by
           left join person u on u.person_id = q.person_id
           order by q.proposed_at, q.proposal_id limit $1"#,
        MAX_SHOWN,
    )
    .fetch_all(db)
    .await
}

/// Returns the proposal with that id. Locks the row.
pub async fn lock(db: &mut PgConnection, proposal_id: Uuid) -> sqlx::Result<Option<StoredProposal>> {
    sqlx::query_as!(
        StoredProposal,
        r#"select q.proposal_id, q.person_id, q.role_before as "role_before: Role", q.role as "role: Role",
                  coalesce(q.email, u.email) as "email!", coalesce(q.name, u.name) as "name!", q.nickname,
                  q.mobile_no as "mobile_no: MobileNo", q.proposed_by, o.name as proposer,
                  q.proposed_at as "proposed_at: Instant"
           from staff_proposal q join person o on o.person_id = q.proposed_by
           left join person u on u.person_id = q.person_id
           where q.proposal_id = $1 for no key update of q"#,
        proposal_id,
    )
    .fetch_optional(db)
    .await
}

/// Whether there is a pending proposal for the user, or for a new user with the address.
pub async fn waits(db: &mut PgConnection, person_id: Option<Uuid>, email: Option<&str>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from staff_proposal where person_id = $1 or email = $2) as "waits!""#,
        person_id,
        email,
    )
    .fetch_one(db)
    .await
}

pub async fn delete(db: &mut PgConnection, proposal_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from staff_proposal where proposal_id = $1", proposal_id).execute(db).await.map(drop)
}

/// Deletes the proposals about a deleted user, and those that the user made, also of erasures and of resets of factors: two officers
/// who are there decide.
pub async fn delete_of(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from erasure_proposal where proposed_by = $1", person_id).execute(&mut *db).await?;
    sqlx::query!("delete from factor_reset where proposed_by = $1 and confirmed_by is null", person_id)
        .execute(&mut *db)
        .await?;
    sqlx::query!("delete from staff_proposal where person_id = $1 or proposed_by = $1", person_id)
        .execute(db)
        .await
        .map(drop)
}
