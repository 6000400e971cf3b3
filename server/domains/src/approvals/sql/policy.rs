//! Queries of policies, delegations, and the users who can be approvers. By tenant first.

use gridbill_core::approvals::{ApprovalPolicy, DelegatedRight, Delegation, PolicyAccountGroup};
use gridbill_core::number::BulkId;
use gridbill_core::{Day, Instant};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// A user of a bulk account.
pub struct User {
    pub person_id: Uuid,
    pub name: String,
    pub can_approve: bool,
}

/// Lists the active users of a bulk account, by name.
pub async fn users(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<User>> {
    sqlx::query_as!(
        User,
        r#"select person_id, name, person_may_approve(p) as "can_approve!" from person p
           where bulk_id = $1 and activated_at is not null and disabled_at is null and deleted_at is null
           order by name, person_id"#,
        bulk_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Locks the bulk account, so that one policy is changed at a time.
pub async fn lock_account(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<()> {
    sqlx::query!("select from bulk_account where bulk_id = $1 for no key update", bulk_id.as_str())
        .execute(db)
        .await
        .map(drop)
}

/// Locks a user, so that the password cannot change in between.
pub async fn lock_person(db: &mut PgConnection, person_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("select from person where person_id = $1 for share", person_id).execute(db).await.map(drop)
}

pub async fn account_groups(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<PolicyAccountGroup>> {
    sqlx::query_as!(
        PolicyAccountGroup,
        r#"select group_id::text as "group_id!", name as group_name from account_group where bulk_id = $1
           order by name, group_id"#,
        bulk_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// A version of a policy.
pub struct StoredPolicy {
    pub version: i32,
    pub policy: ApprovalPolicy,
    pub is_pending: bool,
    pub proposer_id: Uuid,
    pub proposed_by: String,
    pub proposed_at: Instant,
    pub decided_by: Option<String>,
    pub decided_at: Option<Instant>,
}

/// Lists the policy in force and the pending one, if any.
pub async fn policies(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<StoredPolicy>> {
    sqlx::query!(
        r#"select a.version, a.policy as "policy: Json<ApprovalPolicy>", a.state = 'pending' as "is_pending!",
                  a.proposed_by as proposer_id, p.name as proposed_by, a.proposed_at as "proposed_at: Instant",
                  d.name as "decided_by?", a.decided_at as "decided_at: Instant"
           from approval_policy a join person p on p.person_id = a.proposed_by
           left join person d on d.person_id = a.decided_by
           where a.bulk_id = $1 and a.state in ('inForce', 'pending')"#,
        bulk_id.as_str(),
    )
    .map(|row| StoredPolicy {
        version: row.version,
        policy: row.policy.0,
        is_pending: row.is_pending,
        proposer_id: row.proposer_id,
        proposed_by: row.proposed_by,
        proposed_at: row.proposed_at,
        decided_by: row.decided_by,
        decided_at: row.decided_at,
    })
    .fetch_all(db)
    .await
}

/// Returns a version of a policy.
pub async fn version(db: impl PgExecutor<'_>, bulk_id: &BulkId, version: i32) -> sqlx::Result<ApprovalPolicy> {
    let policy = sqlx::query_scalar!(
        r#"select policy as "policy: Json<ApprovalPolicy>" from approval_policy where bulk_id = $1 and version = $2"#,
        bulk_id.as_str(),
        version,
    );
    Ok(policy.fetch_one(db).await?.0)
}

pub struct NewPolicy<'a> {
    pub bulk_id: &'a BulkId,
    pub policy: &'a ApprovalPolicy,
    /// Whether it is in force now.
    pub is_in_force: bool,
    pub proposed_by: Uuid,
    pub now: Instant,
}

/// Adds the next version of a policy, and returns its number.
pub async fn add_policy(db: &mut PgConnection, new: &NewPolicy<'_>) -> sqlx::Result<i32> {
    sqlx::query_scalar!(
        "insert into approval_policy (bulk_id, version, policy, state, proposed_by, proposed_at, decided_at)
         select $1, coalesce(max(version), 0) + 1, $2, case when $3 then 'inForce' else 'pending' end, $4, $5,
                case when $3 then $5::timestamptz end
         from approval_policy where bulk_id = $1
         returning version",
        new.bulk_id.as_str(),
        Json(new.policy) as _,
        new.is_in_force,
        new.proposed_by,
        new.now.utc(),
    )
    .fetch_one(db)
    .await
}

/// Marks the policy in force as replaced.
pub async fn replace_policy(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<()> {
    sqlx::query!(
        "update approval_policy set state = 'replaced' where bulk_id = $1 and state = 'inForce'",
        bulk_id.as_str(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Decides about the pending policy.
pub async fn decide_policy(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    is_confirmed: bool,
    decided_by: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update approval_policy set state = case when $2 then 'inForce' else 'turnedDown' end, decided_by = $3, decided_at = $4
         where bulk_id = $1 and state = 'pending'",
        bulk_id.as_str(),
        is_confirmed,
        decided_by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Lists the delegations that count today or later, by the name of the approver.
pub async fn delegations(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    caller: Uuid,
    today: Day,
) -> sqlx::Result<Vec<Delegation>> {
    sqlx::query_as!(
        Delegation,
        r#"select d.from_person::text as "from_user_id!", f.name as from_name, d.to_person::text as "to_user_id!",
                  t.name as to_name, d.from_day as "from: Day", d.until_day as "until: Day",
                  d.from_person = $2 as "is_own!"
           from approval_delegation d join person f on f.person_id = d.from_person
           join person t on t.person_id = d.to_person
           where d.bulk_id = $1 and d.until_day >= $3 order by f.name, d.from_person"#,
        bulk_id.as_str(),
        caller,
        today.date(),
    )
    .fetch_all(db)
    .await
}

/// Lists the delegations that count today, for the rules of core.
pub async fn delegated_rights(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    today: Day,
) -> sqlx::Result<Vec<DelegatedRight>> {
    sqlx::query_as!(
        DelegatedRight,
        r#"select from_person::text as "from_user!", to_person::text as "to_user!", from_day as "from: Day",
                  until_day as "until: Day"
           from approval_delegation where bulk_id = $1 and $2 between from_day and until_day order by from_person"#,
        bulk_id.as_str(),
        today.date(),
    )
    .fetch_all(db)
    .await
}

/// Stores the delegation of a user in place of an earlier one.
pub async fn set_delegation(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    (from_person, to_person): (Uuid, Uuid),
    (from, until): (Day, Day),
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into approval_delegation (bulk_id, from_person, to_person, from_day, until_day, set_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (bulk_id, from_person) do update
         set to_person = excluded.to_person, from_day = excluded.from_day, until_day = excluded.until_day,
             set_at = excluded.set_at",
        bulk_id.as_str(),
        from_person,
        to_person,
        from.date(),
        until.date(),
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Deletes the delegation of a user, and returns the name of the delegate.
pub async fn delete_delegation(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    from_person: Uuid,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "delete from approval_delegation d using person t
         where d.bulk_id = $1 and d.from_person = $2 and t.person_id = d.to_person returning t.name",
        bulk_id.as_str(),
        from_person,
    )
    .fetch_optional(db)
    .await
}
