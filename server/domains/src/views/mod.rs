//! Saved views of lists: a person's own, and those that colleagues share
//! (docs/domain/lists-and-search.md#saved-views).

use gridbill_core::endpoint::Nothing;
use gridbill_core::number::BulkId;
use gridbill_core::permission::Role;
use gridbill_core::views::{
    self as core, MAX_VIEWS, RESTORE_HOURS, RenameViewRequest, SaveViewRequest, SavedView, ShareViewRequest,
    ViewRequest, ViewsRequest,
};
use gridbill_core::{Code, Problem, list, registry};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::auth::who::Person;
use crate::endpoint::Mount;
use crate::error::{Answer, OnConstraint as _};

mod sql;

use sql::{StoredView, ViewState};

/// The unique index of names.
const NAMES_DIFFER: &str = "view_names_differ";

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetViews, views)
        .json(core::SaveView, save)
        .json(core::RenameView, rename)
        .json(core::ShareView, share)
        .json(core::DeleteView, delete)
        .json(core::RestoreView, restore)
}

async fn views(app: App, person: Person, request: ViewsRequest) -> Answer<Vec<SavedView>> {
    let (tenant, list) = known(&person, &request.list)?;
    let stored = sql::of_list(&app.pool, tenant, person.person_id, list.name).await?;
    Ok(stored.into_iter().map(|view| shown(view, &person)).collect())
}

async fn save(app: App, person: Person, request: SaveViewRequest) -> Answer<SavedView> {
    let (tenant, list) = known(&person, &request.list)?;
    let name = core::parse_name(&request.name)?;
    core::check_address(list, &request.address)?;
    let view = StoredView {
        view_id: app.random.uuid(),
        owner_id: person.person_id,
        list: list.name.to_owned(),
        name,
        address: sqlx::types::Json(request.address),
        is_shared: request.is_shared,
        saved_by: person.name.clone(),
    };
    let mut tx = app.begin().await?;
    make_room(&mut tx, tenant, person.person_id).await?;
    let bulk_id = person.bulk_id.as_ref().map(BulkId::as_str);
    sql::add(&mut tx, bulk_id, &view, app.now()).await.on_constraint(NAMES_DIFFER, Code::ViewNameInUse)?;
    tx.commit().await?;
    Ok(shown(view, &person))
}

async fn rename(app: App, person: Person, request: RenameViewRequest) -> Answer<Nothing> {
    let name = core::parse_name(&request.name)?;
    let mut tx = app.begin().await?;
    let (tenant, view) = lock(&mut tx, &person, &request.view_id, ViewState::Kept).await?;
    sql::rename(&mut tx, tenant, view.view_id, &name).await.on_constraint(NAMES_DIFFER, Code::ViewNameInUse)?;
    tx.commit().await?;
    Ok(Nothing {})
}

async fn share(app: App, person: Person, request: ShareViewRequest) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    let (tenant, view) = lock(&mut tx, &person, &request.view_id, ViewState::Kept).await?;
    sql::share(&mut tx, tenant, view.view_id, request.is_shared).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

async fn delete(app: App, person: Person, request: ViewRequest) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    let (tenant, view) = lock(&mut tx, &person, &request.view_id, ViewState::Kept).await?;
    sql::set_deleted(&mut tx, tenant, view.view_id, Some(app.now())).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Restores a deleted view. Another view may have taken its name meanwhile.
async fn restore(app: App, person: Person, request: ViewRequest) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    let (tenant, view) = lock(&mut tx, &person, &request.view_id, ViewState::Deleted).await?;
    make_room(&mut tx, tenant, view.owner_id).await?;
    sql::set_deleted(&mut tx, tenant, view.view_id, None).await.on_constraint(NAMES_DIFFER, Code::ViewNameInUse)?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Deletes views that can no longer be restored.
pub async fn purge_deleted(app: &App) -> Answer<()> {
    Ok(sql::purge_deleted(&app.pool, app.now().plus_seconds(-RESTORE_HOURS * 3_600)).await?)
}

/// Returns the tenant of the person's views: the bulk account, or an empty text for staff. A person with neither
/// has no views.
fn tenant(person: &Person) -> Option<&str> {
    person.bulk_id.as_ref().map(BulkId::as_str).or(person.is_staff.then_some(""))
}

/// Returns the tenant and the list, if the person may read the list. Otherwise the list is reported as unknown.
fn known<'a>(person: &'a Person, name: &str) -> Answer<(&'a str, &'static list::ListSpec)> {
    let allows = |scope| person.role.is_some_and(|role| role.allows(person.permissions, scope));
    let is_theirs = |list: &&list::ListSpec| {
        registry::endpoints().any(|call| call.name == list.call && call.is_for(person.is_staff, allows))
    };
    let list = registry::lists().find(|list| list.name == name).filter(is_theirs);
    tenant(person).zip(list).ok_or_else(|| list::refuse_unknown_list(name, registry::lists().filter(is_theirs)).into())
}

/// Locks a view that the person may change. A view that the person cannot see is reported as not found.
async fn lock<'a>(
    db: &mut PgConnection,
    person: &'a Person,
    view_id: &str,
    which: ViewState,
) -> Answer<(&'a str, StoredView)> {
    let view_id = Uuid::parse_str(view_id).map_err(|_| Code::ViewNotFound)?;
    let tenant = tenant(person).ok_or(Code::ViewNotFound)?;
    let view = sql::lock(db, tenant, person.person_id, view_id, which).await?.ok_or(Code::ViewNotFound)?;
    if may_change(&view, person) { Ok((tenant, view)) } else { Err(Code::Forbidden.into()) }
}

/// Whether the person may change the view: their own views, and as a Master also shared views.
fn may_change(view: &StoredView, person: &Person) -> bool {
    view.owner_id == person.person_id || person.role == Some(Role::Master)
}

fn shown(view: StoredView, person: &Person) -> SavedView {
    SavedView {
        is_own: view.owner_id == person.person_id,
        may_change: may_change(&view, person),
        view_id: view.view_id.to_string(),
        list: view.list,
        name: view.name,
        address: view.address.0,
        is_shared: view.is_shared,
        saved_by: view.saved_by,
    }
}

/// Checks the maximum number of views. Holds a lock, so that concurrent calls cannot exceed it.
async fn make_room(db: &mut PgConnection, tenant: &str, owner_id: Uuid) -> Answer<()> {
    let views = sql::count_locked(db, tenant, owner_id).await?;
    if usize::try_from(views).is_ok_and(|views| views < MAX_VIEWS) {
        return Ok(());
    }
    Err(Problem::new(Code::ViewsTooMany).with("limit", MAX_VIEWS).into())
}
