//! Queries of announcements.

use gridbill_core::announcements::{
    Announced, Announcement, AnnouncementKind, AnnouncementRow, AnnouncementState, InBoth, Placement,
    announcement_texts,
};
use gridbill_core::endpoint::Feature;
use gridbill_core::{Instant, Language};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// A stored announcement.
pub struct StoredAnnouncement {
    pub announcement_id: Uuid,
    pub version: i32,
    pub kind: AnnouncementKind,
    pub placement: Placement,
    pub title_en: String,
    pub title_ms: String,
    pub text_en: String,
    pub text_ms: String,
    pub services_en: Option<String>,
    pub services_ms: Option<String>,
    pub shown_from: Instant,
    pub from_at: Instant,
    pub to_at: Option<Instant>,
    pub returns_at: Option<Instant>,
    pub freezes: Vec<String>,
    pub changed_at: Instant,
    pub changed_by: String,
    pub withdrawn_at: Option<Instant>,
}

impl StoredAnnouncement {
    pub fn announced(&self) -> Announced {
        Announced {
            kind: self.kind,
            placement: self.placement,
            title: InBoth { en: self.title_en.clone(), ms: self.title_ms.clone() },
            text: InBoth { en: self.text_en.clone(), ms: self.text_ms.clone() },
            services: self.services_en.clone().zip(self.services_ms.clone()).map(|(en, ms)| InBoth { en, ms }),
            shown_from: self.shown_from,
            from: self.from_at,
            to: self.to_at,
            returns_at: self.returns_at,
            freezes: self.freezes.iter().filter_map(|code| Feature::from_code(code)).collect(),
        }
    }

    /// Converts the row for all users; `None` unless it is on show.
    pub fn shown(&self, now: Instant) -> Option<Announcement> {
        let announced = self.announced();
        announced.is_on_show(now).then(|| Announcement {
            announcement_id: self.announcement_id.to_string(),
            kind: self.kind,
            placement: self.placement,
            version: self.version,
            en: announcement_texts(&announced, Language::En),
            ms: announcement_texts(&announced, Language::Ms),
            freeze: announced.freeze(),
        })
    }

    /// Converts the row for staff.
    pub fn listed(self, now: Instant) -> AnnouncementRow {
        let content = self.announced();
        let is_withdrawn = self.withdrawn_at.is_some();
        AnnouncementRow {
            announcement_id: self.announcement_id.to_string(),
            version: self.version,
            state: if is_withdrawn { AnnouncementState::Withdrawn } else { content.state(now) },
            content,
            changed_at: self.changed_at,
            changed_by: self.changed_by,
        }
    }
}

/// Lists the announcements that are neither withdrawn nor over, shown already or not. Those that begin last come first.
pub async fn not_over(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<Vec<StoredAnnouncement>> {
    sqlx::query_as!(
        StoredAnnouncement,
        r#"select announcement_id, version, kind as "kind: AnnouncementKind", placement as "placement: Placement",
                  title_en, title_ms, text_en, text_ms, services_en, services_ms, shown_from as "shown_from: Instant",
                  from_at as "from_at: Instant", to_at as "to_at: Instant", returns_at as "returns_at: Instant", freezes,
                  changed_at as "changed_at: Instant", '' as "changed_by!", withdrawn_at as "withdrawn_at: Instant"
           from announcement
           where withdrawn_at is null and coalesce(to_at, 'infinity') > $1
           order by from_at desc, announcement_id"#,
        now.utc(),
    )
    .fetch_all(db)
    .await
}

/// Locks an announcement until the transaction ends.
pub async fn locked(db: &mut PgConnection, announcement_id: Uuid) -> sqlx::Result<Option<StoredAnnouncement>> {
    sqlx::query_as!(
        StoredAnnouncement,
        r#"select announcement_id, version, kind as "kind: AnnouncementKind", placement as "placement: Placement",
                  title_en, title_ms, text_en, text_ms, services_en, services_ms, shown_from as "shown_from: Instant",
                  from_at as "from_at: Instant", to_at as "to_at: Instant", returns_at as "returns_at: Instant", freezes,
                  changed_at as "changed_at: Instant", '' as "changed_by!", withdrawn_at as "withdrawn_at: Instant"
           from announcement where announcement_id = $1 for update"#,
        announcement_id,
    )
    .fetch_optional(db)
    .await
}

pub async fn insert(
    db: &mut PgConnection,
    announcement_id: Uuid,
    announced: &Announced,
    by: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    let services = announced.services.as_ref();
    let freezes = codes(announced);
    sqlx::query!(
        "insert into announcement (announcement_id, kind, placement, title_en, title_ms, text_en, text_ms, services_en,
                                   services_ms, shown_from, from_at, to_at, returns_at, freezes, changed_by, changed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        announcement_id,
        announced.kind.code(),
        announced.placement.code(),
        announced.title.en,
        announced.title.ms,
        announced.text.en,
        announced.text.ms,
        services.map(|services| services.en.as_str()),
        services.map(|services| services.ms.as_str()),
        announced.shown_from.utc(),
        announced.from.utc(),
        announced.to.map(Instant::utc),
        announced.returns_at.map(Instant::utc),
        &freezes as &[&str],
        by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn update(
    db: &mut PgConnection,
    announcement_id: Uuid,
    announced: &Announced,
    by: Uuid,
    now: Instant,
) -> sqlx::Result<()> {
    let services = announced.services.as_ref();
    let freezes = codes(announced);
    sqlx::query!(
        "update announcement
         set version = version + 1, kind = $2, placement = $3, title_en = $4, title_ms = $5, text_en = $6, text_ms = $7,
             services_en = $8, services_ms = $9, shown_from = $10, from_at = $11, to_at = $12, returns_at = $13, freezes = $14,
             changed_by = $15, changed_at = $16
         where announcement_id = $1",
        announcement_id,
        announced.kind.code(),
        announced.placement.code(),
        announced.title.en,
        announced.title.ms,
        announced.text.en,
        announced.text.ms,
        services.map(|services| services.en.as_str()),
        services.map(|services| services.ms.as_str()),
        announced.shown_from.utc(),
        announced.from.utc(),
        announced.to.map(Instant::utc),
        announced.returns_at.map(Instant::utc),
        &freezes as &[&str],
        by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn withdraw(db: &mut PgConnection, announcement_id: Uuid, by: Uuid, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update announcement set version = version + 1, withdrawn_at = $3, changed_by = $2, changed_at = $3
         where announcement_id = $1",
        announcement_id,
        by,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

fn codes(announced: &Announced) -> Vec<&'static str> {
    announced.freezes.iter().map(|feature| feature.code()).collect()
}
