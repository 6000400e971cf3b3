//! The people of a bulk account with its open invitations, counted and in pages.

use gridbill_core::number::BulkId;
use gridbill_core::page::rows;
use gridbill_core::team::{ActivationStatus, Activity, PeopleFilter, TeamCards, TeamMember, TeamRequest};
use gridbill_core::{Day, Instant, Page};

use super::sql::list as sql;
use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::pattern::contains;

/// The list's name, which its cursors are bound to.
const LIST: &str = "people of a bulk account";

/// What lists of people are narrowed by, as their queries take it.
#[derive(Default)]
pub struct Narrow {
    pub pattern: Option<String>,
    pub role: Option<&'static str>,
    pub activity: Option<i16>,
    pub activation: Option<&'static str>,
    /// Until when a link that is still good has to last.
    pub now: Option<Instant>,
    /// From when on a sign-in counts.
    pub active_since: Option<Instant>,
}

impl Narrow {
    pub fn new(filter: &PeopleFilter, now: Instant) -> Self {
        Self {
            pattern: filter.search.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(contains),
            role: filter.role.map(gridbill_core::permission::Role::code),
            activity: filter.activity.map(|activity| activity as i16),
            activation: filter.activation_status.map(ActivationStatus::code),
            now: Some(now),
            active_since: Some(Activity::active_since(Day::at(now)).begins()),
        }
    }
}

pub async fn cards(app: &App, bulk_id: &BulkId) -> Answer<TeamCards> {
    let now = app.now();
    let counts = sql::counts(&app.pool, bulk_id, Activity::active_since(Day::at(now)).begins()).await?;
    Ok(TeamCards {
        total: counts.total,
        active: counts.active,
        inactive: counts.total - counts.active - counts.awaited,
        invites_pending: counts.awaited,
        max_user_limit: app.config.utility.most_members,
        as_of: now,
    })
}

pub async fn page(app: &App, bulk_id: &BulkId, request: &TeamRequest) -> Answer<Page<TeamMember>> {
    let (now, today) = (app.now(), Day::at(app.now()));
    let narrow = Narrow::new(&request.filter, now);
    let (rows, after) = (rows(request.record_count), cursor::read(LIST, request.cursor.as_deref())?);
    let items = sql::page(&app.pool, bulk_id, &narrow, after.as_ref(), rows + 1).await?;
    let total = sql::count(&app.pool, bulk_id, &narrow).await?;
    let page = Page::of(items, rows, total, |row| cursor::write(LIST, &(row.rank, &row.place, row.user_id)));
    let items = page.items.into_iter().map(|row| row.shown(today)).collect();
    Ok(Page { items, total: page.total, next: page.next })
}
