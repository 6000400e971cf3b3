//! Queries for who appointed whom, from the facts about staff users who were added or given an officer's role.

use gridbill_core::permission::Role;
use sqlx::PgExecutor;
use uuid::Uuid;

/// Whether one of the two users added or promoted the other, directly or through others. For a change that a second
/// officer confirmed, the proposing officer counts.
pub async fn are_related(db: impl PgExecutor<'_>, one: Uuid, other: Uuid) -> sqlx::Result<bool> {
    let officers: Vec<_> = Role::ALL.iter().filter(|role| role.is_officer()).map(|role| role.code()).collect();
    sqlx::query_scalar!(
        r#"with recursive above as (
               select start, start as person_id from unnest(array[$1::uuid, $2::uuid]) as start
               union
               select above.start, coalesce((f.data ->> 'proposedBy')::uuid, f.actor_id)
               from above join fact f on f.subject = 'person:' || above.person_id
               where f.actor_id is not null
                 and (f.kind = 'StaffAdded'
                      or (f.kind = 'StaffChanged' and f.data -> 'after' ->> 'role' = any($3)
                          and f.data -> 'before' ->> 'role' is distinct from f.data -> 'after' ->> 'role'))
           )
           select exists (
               select from above where (start = $1 and person_id = $2) or (start = $2 and person_id = $1)
           ) as "related!""#,
        one,
        other,
        &officers as &[&str],
    )
    .fetch_one(db)
    .await
}
