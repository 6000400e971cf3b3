//! Queries of groups.

use gridbill_core::groups::Group;
use gridbill_core::number::BulkId;
use gridbill_core::{Instant, Money};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// A query of groups of the bulk account $1 with what is owed on their accounts; more conditions and parameters follow.
macro_rules! groups {
    ($rest:tt, $bulk_id:expr $(, $more:expr)*) => {
        sqlx::query_as!(
            Group,
            r#"select g.group_id::text as "group_id!", g.name as group_name, g.created_at as "created_at: Instant",
                      (select count(*) from electricity_account a
                       where a.bulk_id = g.bulk_id and a.group_id = g.group_id) as "total_accounts!",
                      owed.unpaid as "unpaid_bills!", owed.bills as "payable_bills!",
                      owed.amount as "amount_payable!: Money", owed.held as "amount_in_payment!: Money"
               from account_group g
               cross join lateral (
                   select count(*) as unpaid, count(*) filter (where standing = 'payable') as bills,
                          coalesce(sum(b.total_amount_payable) filter (where standing = 'payable'), 0) as amount,
                          coalesce(sum(b.total_amount_payable) filter (where standing = 'inPayment'), 0) as held
                   from electricity_account a
                   join bill b on b.account_no = a.account_no and b.bulk_id = g.bulk_id and b.status <> 4
                   cross join lateral (
                       select bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment)
                                  as standing
                   ) s
                   where a.bulk_id = g.bulk_id and a.group_id = g.group_id
               ) owed
               where g.bulk_id = $1 "#
                + $rest,
            $bulk_id.as_str(),
            $($more,)*
        )
    };
}

pub async fn page(
    db: &PgPool,
    bulk_id: &BulkId,
    pattern: Option<&str>,
    after: Option<&(String, String)>,
    rows: i64,
) -> sqlx::Result<Vec<Group>> {
    groups!(
        "and ($2::text is null or g.name ilike $2)
         and ($3::text is null or (lower(g.name), g.group_id::text) > (lower($3), $4))
         order by lower(g.name), g.group_id::text limit $5",
        bulk_id,
        pattern,
        after.map(|(name, _)| name.as_str()),
        after.map(|(_, group_id)| group_id.as_str()),
        rows
    )
    .fetch_all(db)
    .await
}

pub async fn count(db: &PgPool, bulk_id: &BulkId, pattern: Option<&str>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from account_group where bulk_id = $1 and ($2::text is null or name ilike $2)"#,
        bulk_id.as_str(),
        pattern,
    )
    .fetch_one(db)
    .await
}

pub async fn group(db: &PgPool, bulk_id: &BulkId, group_id: Uuid) -> sqlx::Result<Option<Group>> {
    groups!("and g.group_id = $2", bulk_id, group_id).fetch_optional(db).await
}

/// The group's name, and its row held.
pub async fn hold(db: &mut PgConnection, bulk_id: &BulkId, group_id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "select name from account_group where bulk_id = $1 and group_id = $2 for update",
        bulk_id.as_str(),
        group_id,
    )
    .fetch_optional(db)
    .await
}

pub async fn add(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_id: Uuid,
    name: &str,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into account_group (group_id, bulk_id, name, created_at) values ($1, $2, $3, $4)",
        group_id,
        bulk_id.as_str(),
        name,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn rename(db: &mut PgConnection, bulk_id: &BulkId, group_id: Uuid, name: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update account_group set name = $3 where bulk_id = $1 and group_id = $2",
        bulk_id.as_str(),
        group_id,
        name,
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete(db: &mut PgConnection, bulk_id: &BulkId, group_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from account_group where bulk_id = $1 and group_id = $2", bulk_id.as_str(), group_id)
        .execute(db)
        .await
        .map(drop)
}

/// Holds all accounts of a group, in the order in which everybody holds them; which they are.
pub async fn hold_accounts(db: &mut PgConnection, bulk_id: &BulkId, group_id: Uuid) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select account_no from electricity_account where bulk_id = $1 and group_id = $2 order by account_no for update",
        bulk_id.as_str(),
        group_id,
    )
    .fetch_all(db)
    .await
}

/// Puts accounts, which are held, into a group, or into none.
pub async fn put(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    group_id: Option<Uuid>,
    accounts: &[&str],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update electricity_account set group_id = $2 where bulk_id = $1 and account_no = any($3)",
        bulk_id.as_str(),
        group_id,
        accounts as &[&str],
    )
    .execute(db)
    .await
    .map(drop)
}

/// Makes those who name groups follow each other.
pub async fn hold_names(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<()> {
    sqlx::query!("select from bulk_account where bulk_id = $1 for no key update", bulk_id.as_str())
        .execute(db)
        .await
        .map(drop)
}
