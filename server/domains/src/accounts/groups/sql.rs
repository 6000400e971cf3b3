//! Queries of groups.

use gridbill_core::Instant;
use gridbill_core::number::BulkId;
use sqlx::PgConnection;
use uuid::Uuid;

/// Locks a group's row and returns its name.
pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId, group_id: Uuid) -> sqlx::Result<Option<String>> {
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

/// Locks all accounts of a group, ordered by number as in all code so that locks cannot deadlock. Returns the numbers.
pub async fn lock_accounts(db: &mut PgConnection, bulk_id: &BulkId, group_id: Uuid) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select account_no from electricity_account where bulk_id = $1 and group_id = $2 order by account_no for update",
        bulk_id.as_str(),
        group_id,
    )
    .fetch_all(db)
    .await
}

/// Puts locked accounts into a group, or into none.
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
