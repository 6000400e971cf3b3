//! The utility's people and the business users, counted and in pages.

use gridbill_core::endpoint::Nothing;
use gridbill_core::page::rows;
use gridbill_core::team::{Activity, PeopleFilter};
use gridbill_core::users::{BusinessUser, BusinessUsersRequest, StaffUser, StaffUsersRequest, UsersCards};
use gridbill_core::{Code, Day, Page, Problem};

use super::sql::list as sql;
use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::team::Narrow;
use crate::who::Staff;

/// The lists' names, which their cursors are bound to.
const STAFF: &str = "the utility's people";
const BUSINESS: &str = "business users";

pub async fn staff_cards(app: App, _: Staff, _: Nothing) -> Answer<UsersCards> {
    cards(&app, true).await
}

pub async fn business_cards(app: App, _: Staff, _: Nothing) -> Answer<UsersCards> {
    cards(&app, false).await
}

async fn cards(app: &App, are_staff: bool) -> Answer<UsersCards> {
    let now = app.now();
    let counts = sql::counts(&app.pool, are_staff, Activity::active_since(Day::at(now)).begins()).await?;
    Ok(UsersCards {
        total: counts.total,
        active: counts.active,
        inactive: counts.total - counts.active - counts.awaited,
        invites_pending: counts.awaited,
        as_of: now,
    })
}

/// By name.
pub async fn staff(app: App, who: Staff, request: StaffUsersRequest) -> Answer<Page<StaffUser>> {
    let (now, today) = (app.now(), Day::at(app.now()));
    let narrow = Narrow::new(&request.filter, now);
    let (rows, after) = (rows(request.record_count), cursor::read(STAFF, request.cursor.as_deref())?);
    let items = sql::staff(&app.pool, &narrow, after.as_ref(), rows + 1).await?;
    let total = sql::staff_count(&app.pool, &narrow).await?;
    let page = Page::of(items, rows, total, |row| cursor::write(STAFF, &(&row.place, row.person_id)));
    let shown = |row: sql::StaffRow| row.shown(today, who.person.person_id);
    Ok(Page { items: page.items.into_iter().map(shown).collect(), total: page.total, next: page.next })
}

/// The newest first.
pub async fn business(app: App, _: Staff, request: BusinessUsersRequest) -> Answer<Page<BusinessUser>> {
    let (now, today) = (app.now(), Day::at(app.now()));
    let activity = request.activity.map(|code| {
        let known = u8::try_from(code).ok().and_then(|code| Activity::try_from(code).ok());
        known.ok_or_else(|| Problem::new(Code::Unreadable).with("reason", "activity: an activity is 1, 2 or 3"))
    });
    let activity = activity.transpose().map_err(|problem| Problem::at("activity", problem))?;
    let BusinessUsersRequest { search, activation_status, .. } = request;
    let narrow = Narrow::new(&PeopleFilter { search, activity, activation_status, role: None }, now);
    let (rows, after) = (rows(request.count), cursor::read(BUSINESS, request.cursor.as_deref())?);
    let items = sql::business(&app.pool, &narrow, after.as_ref(), rows + 1).await?;
    let total = sql::business_count(&app.pool, &narrow).await?;
    let page = Page::of(items, rows, total, |row| cursor::write(BUSINESS, &(row.created_at, row.person_id)));
    let items = page.items.into_iter().map(|row| row.shown(today)).collect();
    Ok(Page { items, total: page.total, next: page.next })
}
