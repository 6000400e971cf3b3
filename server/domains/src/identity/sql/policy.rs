//! Queries for the rules about who needs a second factor.

use gridbill_core::Day;
use gridbill_core::fact::FactorRule;
use gridbill_core::identity::factors::{FactorCount, Payer};
use gridbill_core::number::BulkId;
use gridbill_core::permission::Role;
use sqlx::{PgConnection, PgExecutor};

fn rule_of(roles: &[String], from: Day) -> FactorRule {
    FactorRule { roles: roles.iter().filter_map(|role| Role::from_code(role)).collect(), from }
}

pub async fn rule(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Option<FactorRule>> {
    let row = sqlx::query!(
        r#"select roles, required_from as "from: Day" from factor_policy where bulk_id = $1"#,
        bulk_id.as_str(),
    );
    Ok(row.fetch_optional(db).await?.map(|row| rule_of(&row.roles, row.from)))
}

/// Locks the bulk account, because a rule that does not exist yet cannot be locked. Returns its rule.
pub async fn lock_rule(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<Option<FactorRule>> {
    sqlx::query_scalar!("select bulk_id from bulk_account where bulk_id = $1 for no key update", bulk_id.as_str())
        .fetch_one(&mut *db)
        .await?;
    rule(db, bulk_id).await
}

pub async fn set_rule(db: &mut PgConnection, bulk_id: &BulkId, rule: &FactorRule) -> sqlx::Result<()> {
    let roles: Vec<String> = rule.roles.iter().map(|role| role.code().to_owned()).collect();
    sqlx::query!(
        "insert into factor_policy (bulk_id, roles, required_from) values ($1, $2, $3)
         on conflict (bulk_id) do update set roles = $2, required_from = $3",
        bulk_id.as_str(),
        &roles,
        rule.from.date(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_rule(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<()> {
    sqlx::query!("delete from factor_policy where bulk_id = $1", bulk_id.as_str()).execute(db).await.map(drop)
}

/// Counts the users of each role, and those with a second factor.
pub async fn counts(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<FactorCount>> {
    let rows = sqlx::query!(
        r#"select role as "role!", count(*) as "users!",
                  count(*) filter (where exists (select from factor f where f.person_id = p.person_id)) as "with_factor!"
           from person p where bulk_id = $1 and disabled_at is null and deleted_at is null and role is not null
           group by role order by role"#,
        bulk_id.as_str(),
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let count = |role: &str, users, with_factor| Some(FactorCount { role: Role::from_code(role)?, users, with_factor });
    Ok(rows.filter_map(|row| count(&row.role, row.users, row.with_factor)).collect())
}

/// Lists the active users who may make payments, by name.
pub async fn payers(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<Payer>> {
    sqlx::query_as!(
        Payer,
        r#"select person_id::text as "user_id!", name, email,
                  exists (select from factor f where f.person_id = p.person_id) as "has_factor!"
           from person p where bulk_id = $1 and activated_at is not null and disabled_at is null and deleted_at is null
             and person_may_approve(p)
           order by name, person_id"#,
        bulk_id.as_str(),
    )
    .fetch_all(db)
    .await
}
