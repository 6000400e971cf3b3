//! Announcements on the portal. The guard refuses the functions that an announcement freezes (`auth/freeze.rs`).

use gridbill_core::announcements::{
    self as core, Announced, Announcement, OnShow, Placement, WrittenAnnouncement, check_draft,
};
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::OperationsFact;
use gridbill_core::{Code, Instant, Topic};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::{App, Context};
use crate::auth::who::{Person, Staff};
use crate::endpoint::{Act, Mount, Tx, nothing};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::live::{self, Change};

mod list;
mod sql;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetAnnouncements, shown)
        .json(core::GetAnnouncementsTable, list::page)
        .once(core::WriteAnnouncement, nothing, write)
        .json(core::ChangeAnnouncement, change)
        .json(core::WithdrawAnnouncement, withdraw)
}

async fn shown(app: App, _: Person, _: Nothing) -> Answer<OnShow> {
    let mut on_show = on_show(&app).await?;
    on_show.announcements.retain(|one| one.placement == Placement::Everywhere);
    Ok(on_show)
}

/// Returns the announcements that signed-in users see now.
pub async fn on_show(app: &App) -> Answer<OnShow> {
    let now = app.now();
    let mut announced = Vec::new();
    let mut next_at: Option<Instant> = None;
    for row in sql::not_over(&app.pool, now).await? {
        next_at = [next_at, row.announced().next_at(now)].into_iter().flatten().min();
        announced.extend(row.shown(now));
    }
    Ok(OnShow { announcements: announced, next_at, now })
}

/// Returns the announcements that are shown at that time, each with its end.
pub async fn on_show_with_ends(app: &App, now: Instant) -> Answer<Vec<(Announcement, Option<Instant>)>> {
    let rows = sql::not_over(&app.pool, now).await?;
    Ok(rows.iter().filter_map(|row| Some((row.shown(now)?, row.to_at))).collect())
}

async fn write(
    Act { context, who, request, mut tx, .. }: Act<core::WriteAnnouncement>,
) -> Answer<(Tx, WrittenAnnouncement)> {
    let now = context.now();
    let after = check_draft(&request.form, now)?;
    let announcement_id = context.uuid();
    sql::insert(&mut tx, announcement_id, &after, who.person.person_id, now).await?;
    let fact = OperationsFact::AnnouncementWritten { after: Box::new(after.clone()) };
    publish_and_notify(&context, &mut tx, &who, announcement_id, &after, fact).await?;
    Ok((tx, WrittenAnnouncement { announcement_id: announcement_id.to_string() }))
}

async fn change(app: App, who: Staff, request: core::ChangeAnnouncementRequest) -> Answer<Nothing> {
    let now = app.now();
    let after = check_draft(&request.form, now)?;
    let mut tx = app.begin().await?;
    let (announcement_id, before) = locked(&mut tx, &request.announcement_id, request.version).await?;
    sql::update(&mut tx, announcement_id, &after, who.person.person_id, now).await?;
    let fact = OperationsFact::AnnouncementChanged { before: Box::new(before), after: Box::new(after.clone()) };
    publish_and_notify(&app.context(), &mut tx, &who, announcement_id, &after, fact).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

async fn withdraw(app: App, who: Staff, request: core::WithdrawAnnouncementRequest) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    let (announcement_id, before) = locked(&mut tx, &request.announcement_id, request.version).await?;
    sql::withdraw(&mut tx, announcement_id, who.person.person_id, app.now()).await?;
    let fact = OperationsFact::AnnouncementWithdrawn { before: Box::new(before.clone()) };
    publish_and_notify(&app.context(), &mut tx, &who, announcement_id, &before, fact).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Locks the announcement and checks that it is still at the version that the user saw.
async fn locked(db: &mut PgConnection, announcement_id: &str, version: i32) -> Answer<(Uuid, Announced)> {
    let announcement_id = Uuid::try_parse(announcement_id).map_err(|_| Code::AnnouncementNotFound)?;
    let row = sql::locked(db, announcement_id).await?.ok_or(Code::AnnouncementNotFound)?;
    if row.version != version || row.withdrawn_at.is_some() {
        return Err(Code::AnnouncementMoved.into());
    }
    Ok((announcement_id, row.announced()))
}

/// Records the fact and publishes the change to all open pages.
async fn publish_and_notify(
    context: &Context,
    db: &mut PgConnection,
    who: &Staff,
    announcement_id: Uuid,
    announced: &Announced,
    fact: OperationsFact,
) -> Answer<()> {
    let about = announced.title.in_language(who.person.language);
    let entry = Entry::by(&who.person, Subject::Announcement(announcement_id), fact, about);
    facts::record(context, db, entry).await?;
    live::publish(&mut *db, Change::of(&[Topic::Announcements]).for_all_users()).await?;
    Ok(())
}
