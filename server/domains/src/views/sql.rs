//! Queries for saved views. The tenant is the bulk account, or an empty text for staff.

use std::collections::BTreeMap;

use gridbill_core::Instant;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// A saved view.
pub struct StoredView {
    pub view_id: Uuid,
    pub owner_id: Uuid,
    pub list: String,
    pub name: String,
    pub address: Json<BTreeMap<String, String>>,
    pub is_shared: bool,
    pub saved_by: String,
}

/// Returns the person's own views of a list and shared views, ordered by name.
pub async fn of_list(
    db: impl PgExecutor<'_>,
    tenant: &str,
    person_id: Uuid,
    list: &str,
) -> sqlx::Result<Vec<StoredView>> {
    sqlx::query_as!(
        StoredView,
        r#"select v.view_id, v.owner_id, v.list, v.name, v.address as "address: Json<BTreeMap<String, String>>",
                  v.is_shared, p.name as saved_by
           from saved_view v join person p on p.person_id = v.owner_id
           where v.tenant = $1 and v.list = $3 and v.deleted_at is null and (v.owner_id = $2 or v.is_shared)
           order by lower(v.name), v.view_id"#,
        tenant,
        person_id,
        list,
    )
    .fetch_all(db)
    .await
}

/// Whether to find listed or deleted views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewState {
    /// Listed views.
    Kept,
    /// Soft-deleted views, which can be restored.
    Deleted,
}

/// Locks a view that the person can see.
pub async fn lock(
    db: &mut PgConnection,
    tenant: &str,
    person_id: Uuid,
    view_id: Uuid,
    which: ViewState,
) -> sqlx::Result<Option<StoredView>> {
    sqlx::query_as!(
        StoredView,
        r#"select v.view_id, v.owner_id, v.list, v.name, v.address as "address: Json<BTreeMap<String, String>>",
                  v.is_shared, p.name as saved_by
           from saved_view v join person p on p.person_id = v.owner_id
           where v.tenant = $1 and v.view_id = $3 and (v.owner_id = $2 or v.is_shared)
             and (v.deleted_at is not null) = $4
           for update of v"#,
        tenant,
        person_id,
        view_id,
        which == ViewState::Deleted,
    )
    .fetch_optional(db)
    .await
}

/// Counts a person's views. Locks the person until the transaction ends, so that concurrent counts wait.
pub async fn count_locked(db: &mut PgConnection, tenant: &str, owner_id: Uuid) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select person_id from person where person_id = $1 for no key update", owner_id)
        .fetch_one(&mut *db)
        .await?;
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from saved_view where tenant = $1 and owner_id = $2 and deleted_at is null"#,
        tenant,
        owner_id,
    )
    .fetch_one(db)
    .await
}

pub async fn add(db: &mut PgConnection, bulk_id: Option<&str>, view: &StoredView, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into saved_view (view_id, bulk_id, owner_id, list, name, address, is_shared, saved_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        view.view_id,
        bulk_id,
        view.owner_id,
        view.list,
        view.name,
        &view.address as _,
        view.is_shared,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn rename(db: &mut PgConnection, tenant: &str, view_id: Uuid, name: &str) -> sqlx::Result<()> {
    sqlx::query!("update saved_view set name = $3 where tenant = $1 and view_id = $2", tenant, view_id, name)
        .execute(db)
        .await
        .map(drop)
}

pub async fn share(db: &mut PgConnection, tenant: &str, view_id: Uuid, is_shared: bool) -> sqlx::Result<()> {
    sqlx::query!("update saved_view set is_shared = $3 where tenant = $1 and view_id = $2", tenant, view_id, is_shared)
        .execute(db)
        .await
        .map(drop)
}

/// Soft-deletes a view, or restores it.
pub async fn set_deleted(
    db: &mut PgConnection,
    tenant: &str,
    view_id: Uuid,
    deleted_at: Option<Instant>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update saved_view set deleted_at = $3 where tenant = $1 and view_id = $2",
        tenant,
        view_id,
        deleted_at.map(Instant::utc),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Permanently deletes views that were soft-deleted before `before`.
pub async fn purge_deleted(db: impl PgExecutor<'_>, before: Instant) -> sqlx::Result<()> {
    sqlx::query!("delete from saved_view where deleted_at < $1", before.utc()).execute(db).await.map(drop)
}
