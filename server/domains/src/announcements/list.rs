//! The list of all announcements, for staff.

use gridbill_core::announcements::{AnnouncementKind, AnnouncementRow, AnnouncementState, AnnouncementsRequest};
use gridbill_core::list::Sort;
use gridbill_core::{Instant, Page, Problem};

use super::sql::StoredAnnouncement;
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, NewestFirst, columns, searched_pattern};

pub async fn page(app: App, _: Staff, request: AnnouncementsRequest) -> Answer<Page<AnnouncementRow>> {
    let now = app.now();
    let announcements = Announcements::new(&request, now)?;
    Ok(list::page(&app.pool, &announcements, Sort::default(), request.page()).await?.map(|row| row.listed(now)))
}

/// All announcements, those that begin last first.
struct Announcements {
    pattern: Option<String>,
    kind: Option<AnnouncementKind>,
    state: Option<AnnouncementState>,
    now: Instant,
}

impl Announcements {
    /// Fails when core rejects the searched text.
    fn new(request: &AnnouncementsRequest, now: Instant) -> Result<Self, Problem> {
        let pattern = searched_pattern("search", request.search.as_deref())?;
        Ok(Self { pattern, kind: request.kind, state: request.state, now })
    }
}

impl List for Announcements {
    type Row = StoredAnnouncement;
    type By = NewestFirst;
    const NAME: &'static str = "announcements";
    const FROM: (&'static str, &'static str) = ("announcement", "a");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("a.from_at", "timestamptz"), Key::new("a.announcement_id", "uuid")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        if let Some(pattern) = &self.pattern {
            only.and("(a.title_en ilike {} or a.title_ms ilike {})", &[pattern, pattern]);
        }
        only.and_some("a.kind = {}", self.kind.map(AnnouncementKind::code));
        let now = self.now.utc();
        match self.state {
            None => {}
            Some(AnnouncementState::Withdrawn) => only.and("a.withdrawn_at is not null", &[]),
            Some(AnnouncementState::Over) => only.and("a.withdrawn_at is null and a.to_at <= {}", &[&now]),
            Some(AnnouncementState::Running) => only.and(
                "a.withdrawn_at is null and a.from_at <= {} and coalesce(a.to_at, 'infinity') > {}",
                &[&now, &now],
            ),
            Some(AnnouncementState::Upcoming) => {
                only.and("a.withdrawn_at is null and a.shown_from <= {} and a.from_at > {}", &[&now, &now]);
            }
            Some(AnnouncementState::Scheduled) => only.and("a.withdrawn_at is null and a.shown_from > {}", &[&now]),
        }
    }
}

columns! { StoredAnnouncement, "join person by on by.person_id = a.changed_by" =>
    announcement_id: "a.announcement_id",
    version: "a.version",
    kind: "a.kind",
    placement: "a.placement",
    title_en: "a.title_en",
    title_ms: "a.title_ms",
    text_en: "a.text_en",
    text_ms: "a.text_ms",
    services_en: "a.services_en",
    services_ms: "a.services_ms",
    shown_from: "a.shown_from",
    from_at: "a.from_at",
    to_at: "a.to_at",
    returns_at: "a.returns_at",
    freezes: "a.freezes",
    changed_at: "a.changed_at",
    changed_by: "by.name",
    withdrawn_at: "a.withdrawn_at",
}
