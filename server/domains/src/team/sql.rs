//! Queries for the people of a bulk account, except their list.

use gridbill_core::fact::MemberState;
use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::team::CheckedMember;
use gridbill_core::{Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

pub struct Counts {
    pub total: i64,
    pub active: i64,
    pub awaited: i64,
}

/// Counts the people of the bulk account, including open invitations.
pub async fn counts(db: impl PgExecutor<'_>, bulk_id: &BulkId, active_since: Instant) -> sqlx::Result<Counts> {
    sqlx::query_as!(
        Counts,
        r#"select count(*) as "total!", count(*) filter (where last_login_at >= $2) as "active!",
                  count(*) filter (where activated_at is null) as "awaited!"
           from (select activated_at, last_login_at from person where bulk_id = $1 and deleted_at is null
                 union all
                 select null, null from invitation
                 where bulk_id = $1 and accepted_at is null and withdrawn_at is null) everybody"#,
        bulk_id.as_str(),
        active_since.utc(),
    )
    .fetch_one(db)
    .await
}

/// Locks the bulk account's row and returns the company's name. Payments can still be added to the account.
pub async fn lock_account(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select company_name from bulk_account where bulk_id = $1 for no key update", bulk_id.as_str(),)
        .fetch_optional(db)
        .await
}

/// A person of a bulk account, or an open invitation into it.
#[derive(Debug, Clone)]
pub struct Member {
    pub user_id: Uuid,
    /// `None` for an invitation.
    pub name: Option<String>,
    pub email: String,
    pub nickname: Option<String>,
    pub role: Role,
    pub make_payments: bool,
    pub manage_accounts: bool,
    pub is_activated: bool,
    pub language: Language,
}

impl Member {
    pub fn is_invitation(&self) -> bool {
        self.name.is_none()
    }

    pub fn permissions(&self) -> Permissions {
        Permissions { make_payments: self.make_payments, manage_accounts: self.manage_accounts }
    }

    /// Returns the state that facts record.
    pub fn state(&self) -> MemberState {
        MemberState { nickname: self.nickname.clone(), role: self.role, permissions: self.permissions() }
    }
}

/// Returns the member with that id. The bulk account must be locked, so that the member cannot change.
pub async fn member(db: &mut PgConnection, bulk_id: &BulkId, user_id: Uuid) -> sqlx::Result<Option<Member>> {
    sqlx::query_as!(
        Member,
        r#"select person_id as "user_id!", name, email as "email!", nickname, role as "role!: Role",
                  make_payments as "make_payments!", manage_accounts as "manage_accounts!",
                  activated_at is not null as "is_activated!", language as "language!: Language"
           from person where bulk_id = $1 and person_id = $2 and deleted_at is null
           union all
           select invitation_id, null, i.email, i.nickname, i.role, i.make_payments, i.manage_accounts, false,
                  coalesce(p.language, by.language)
           from invitation i
           left join person p on p.email = i.email and p.deleted_at is null
           join person by on by.person_id = i.invited_by
           where i.bulk_id = $1 and invitation_id = $2 and accepted_at is null and withdrawn_at is null"#,
        bulk_id.as_str(),
        user_id,
    )
    .fetch_optional(db)
    .await
}

/// Returns the Master of a bulk account.
pub async fn master(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "select person_id from person where bulk_id = $1 and role = 'master' and deleted_at is null",
        bulk_id.as_str(),
    )
    .fetch_optional(db)
    .await
}

/// Locks people's rows, ordered by id.
pub async fn lock(db: &mut PgConnection, people: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!("select person_id from person where person_id = any($1) order by person_id for no key update", people)
        .fetch_all(db)
        .await
        .map(drop)
}

/// Sets nickname, role and permissions. Returns false if the person has left, or the invitation is no longer open.
pub async fn update(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    user_id: Uuid,
    nickname: Option<&str>,
    role: Role,
    permissions: Permissions,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"with person as (
               update person set nickname = $3, role = $4, make_payments = $5, manage_accounts = $6
               where bulk_id = $1 and person_id = $2 and deleted_at is null returning person_id
           ), invitation as (
               update invitation set nickname = $3, role = $4, make_payments = $5, manage_accounts = $6
               where bulk_id = $1 and invitation_id = $2 and $4 <> 'master' and accepted_at is null and withdrawn_at is null
               returning invitation_id
           )
           select exists (select from person) or exists (select from invitation) as "changed!""#,
        bulk_id.as_str(),
        user_id,
        nickname,
        role.code(),
        permissions.make_payments,
        permissions.manage_accounts,
    )
    .fetch_one(db)
    .await
}

/// Removes a person from the bulk account, including their nickname in it.
pub async fn leave(db: &mut PgConnection, bulk_id: &BulkId, person_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query!(
        "update person set bulk_id = null, role = null, make_payments = false, manage_accounts = false, nickname = null
         where bulk_id = $1 and person_id = $2 and deleted_at is null",
        bulk_id.as_str(),
        person_id,
    )
    .execute(db)
    .await
    .map(|done| done.rows_affected() == 1)
}

/// The user with an e-mail address.
pub struct AddressOwner {
    pub bulk_id: Option<BulkId>,
    pub is_staff: bool,
    pub name: String,
    pub can_sign_in: bool,
    pub language: Language,
}

impl AddressOwner {
    /// Returns the name. `None` for an account that was never activated: its address is not proved, and a stranger
    /// may have chosen the name.
    pub fn called(&self) -> Option<&str> {
        self.can_sign_in.then_some(self.name.as_str())
    }
}

pub async fn known(db: &mut PgConnection, email: &str) -> sqlx::Result<Option<AddressOwner>> {
    sqlx::query_as!(
        AddressOwner,
        r#"select bulk_id as "bulk_id: BulkId", is_staff, name,
                  activated_at is not null and disabled_at is null as "can_sign_in!", language as "language: Language"
           from person where email = $1 and deleted_at is null"#,
        email,
    )
    .fetch_optional(db)
    .await
}

pub async fn is_invited(db: &mut PgConnection, bulk_id: &BulkId, email: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from invitation where bulk_id = $1 and email = $2
                          and accepted_at is null and withdrawn_at is null) as "is!""#,
        bulk_id.as_str(),
        email,
    )
    .fetch_one(db)
    .await
}

/// Counts people and open invitations in one query, so that an invitation that is just being accepted is counted
/// once.
pub async fn size(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select (select count(*) from person where bulk_id = $1 and deleted_at is null)
                + (select count(*) from invitation where bulk_id = $1 and accepted_at is null and withdrawn_at is null)
                  as "size!""#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

pub async fn invite(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    invitation_id: Uuid,
    member: &CheckedMember,
    invited_by: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into invitation (invitation_id, bulk_id, email, nickname, role, make_payments, manage_accounts, invited_by,
                                 invited_at, sent_at)
         values ($2, $1, $3, $4, $5, $6, $7, $8, $9, $9)",
        bulk_id.as_str(),
        invitation_id,
        member.email,
        member.nickname,
        member.role.code(),
        member.permissions.make_payments,
        member.permissions.manage_accounts,
        invited_by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Records that an invitation was sent again. Returns false if it is no longer open.
pub async fn sent(db: &mut PgConnection, bulk_id: &BulkId, invitation_id: Uuid, now: Instant) -> sqlx::Result<bool> {
    sqlx::query!(
        "update invitation set sent_at = $3
         where bulk_id = $1 and invitation_id = $2 and accepted_at is null and withdrawn_at is null",
        bulk_id.as_str(),
        invitation_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(|done| done.rows_affected() == 1)
}

/// Withdraws an invitation. Returns false if it is no longer open.
pub async fn withdraw(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    invitation_id: Uuid,
    now: Instant,
) -> sqlx::Result<bool> {
    sqlx::query!(
        "update invitation set withdrawn_at = $3
         where bulk_id = $1 and invitation_id = $2 and accepted_at is null and withdrawn_at is null",
        bulk_id.as_str(),
        invitation_id,
        now.utc(),
    )
    .execute(db)
    .await
    .map(|done| done.rows_affected() == 1)
}

/// Returns the address of an invitation of any bulk account. Only for the rate limit.
pub async fn invited_address(db: impl PgExecutor<'_>, invitation_id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select email from invitation where invitation_id = $1", invitation_id).fetch_optional(db).await
}
