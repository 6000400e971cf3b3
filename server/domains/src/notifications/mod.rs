//! Reading notifications (docs/facts.md#notifications). `facts::record` creates them.

use gridbill_core::audience::Audience;
use gridbill_core::endpoint::Nothing;
use gridbill_core::list::Sort;
use gridbill_core::notifications::{
    self as core, ChosenNotifications, KEPT_MONTHS, LiteNotifications, LiteNotificationsRequest, MAX_UNREAD,
    Notification, NotificationsChanged, NotificationsRequest, RESTORE_HOURS, Reader, RestoreNotificationsRequest,
    parse_id,
};
use gridbill_core::page::{self, PageParams};
use gridbill_core::{Day, Instant, Page};

use crate::app::App;
use crate::auth::who::Person;
use crate::database::months::{self, Monthly};
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::list as lists;

pub mod digest;
mod list;
mod sql;

use list::{Id, Notifications};

/// Notifications that one statement changes. It is limited because new notifications of the person wait for the
/// statement.
const CHANGED_AT_ONCE: usize = 5_000;
/// Notifications that one statement deletes permanently.
const FORGOTTEN_AT_ONCE: i64 = 5_000;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetNotificationLogs, page)
        .json(core::ReadLogs, read)
        .json(core::DeleteLogs, delete)
        .json(core::RestoreLogs, restore)
        .json(core::LiteLogs, lite)
}

async fn page(app: App, who: Person, request: NotificationsRequest) -> Answer<Page<Notification>> {
    let notifications = Notifications::new(&who, &request, app.now())?;
    let record_count = request.record_count.or(request.request_count);
    let page = PageParams { record_count, ..request.page() };
    let page = lists::page(&app.pool, &notifications, Sort::default(), page).await?;
    Ok(page.map(|row| row.shown(reader(&who), who.language)))
}

async fn lite(app: App, who: Person, request: LiteNotificationsRequest) -> Answer<LiteNotifications> {
    let told = Notifications::of(&who, app.now());
    let newest = lists::top(&app.pool, &told, Sort::default(), page::page_size(Some(request.count))).await?;
    let items = newest.into_iter().map(|row| row.shown(reader(&who), who.language)).collect();
    let unread = sql::unread(&app.pool, &who, kept_since(app.now()), MAX_UNREAD).await?;
    Ok(LiteNotifications { items, unread })
}

async fn read(app: App, who: Person, request: ChosenNotifications) -> Answer<NotificationsChanged> {
    let mut count = 0;
    let now = app.now();
    for ids in chosen(&app, &who, &request).await?.chunks(CHANGED_AT_ONCE) {
        count += sql::read(&app.pool, &who, kept_since(now), ids, now).await?;
    }
    Ok(NotificationsChanged { count, changed_at: now })
}

async fn delete(app: App, who: Person, request: ChosenNotifications) -> Answer<NotificationsChanged> {
    let mut count = 0;
    let now = app.now();
    for ids in chosen(&app, &who, &request).await?.chunks(CHANGED_AT_ONCE) {
        count += sql::delete(&app.pool, &who, kept_since(now), ids, now).await?;
    }
    Ok(NotificationsChanged { count, changed_at: now })
}

async fn restore(app: App, who: Person, request: RestoreNotificationsRequest) -> Answer<Nothing> {
    sql::restore(&app.pool, &who, kept_since(app.now()), request.changed_at).await?;
    Ok(Nothing {})
}

/// Returns the ids of the selected notifications. Unknown ids and those of other people are ignored.
async fn chosen(app: &App, who: &Person, request: &ChosenNotifications) -> Answer<Vec<i64>> {
    let listed = request.list.iter().map(|id| parse_id("list", id));
    let mut ids = listed.collect::<Result<Vec<_>, _>>()?;
    if let Some(matching) = &request.matching {
        let matching = Notifications::matching(who, matching, app.now())?;
        let found: Vec<Id> = lists::all(&app.pool, &matching, Sort::default()).await?;
        ids.extend(found.into_iter().map(|one| one.notification_id));
    }
    Ok(ids)
}

fn reader(who: &Person) -> Reader {
    Reader { side: side_of(who.is_staff), role: who.role, permissions: who.permissions }
}

const fn side_of(is_staff: bool) -> Audience {
    if is_staff { Audience::Staff } else { Audience::Customers }
}

/// Returns the time before which notifications have expired.
fn kept_since(now: Instant) -> Instant {
    Day::at(now).minus_months(KEPT_MONTHS).begins()
}

/// Drops expired months, and permanently deletes notifications that can no longer be restored, in small steps.
pub async fn delete_expired(app: &App) -> Answer<()> {
    let now = app.now();
    let deleted_before = now.plus_seconds(-RESTORE_HOURS * 3_600);
    months::drop_before(&app.pool, Monthly::Notifications, kept_since(now)).await?;
    while sql::purge_deleted(&app.pool, deleted_before, FORGOTTEN_AT_ONCE).await? == FORGOTTEN_AT_ONCE {}
    Ok(())
}
