//! Types of announcements: as typed, stored and shown.

use super::Freeze;
use crate::endpoint::Feature;
use crate::{Instant, Language};

wire! {
    /// The kind of an announcement.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum AnnouncementKind {
        /// The portal is not available during a planned time.
        PlannedDowntime,
        /// A service fails unexpectedly.
        UnplannedDowntime,
        /// The bank gateway is under maintenance.
        FpxMaintenance,
        /// The utility's tariffs change, and its systems are upgraded for them.
        TariffUpgrade,
        /// Anything else.
        Notice,
    }

    /// Where an announcement is shown.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum Placement {
        /// Only on the sign-in pages.
        SignIn,
        /// On every page.
        Everywhere,
    }

    /// The state of an announcement.
    #[derive(Copy, Eq)]
    pub enum AnnouncementState {
        /// Not shown yet.
        Scheduled,
        /// Shown, but the announced time has not begun.
        Upcoming,
        /// The announced time has begun.
        Running,
        /// The announced time is over.
        Over,
        /// Withdrawn by staff.
        Withdrawn,
    }

    /// The form of an announcement, as typed. Days and times are at +08:00.
    pub struct AnnouncementForm {
        pub kind: AnnouncementKind,
        pub placement: Placement,
        pub title_en: String,
        pub title_ms: String,
        pub text_en: String,
        pub text_ms: String,
        /// The names of the affected services; empty to name none.
        pub services_en: String,
        pub services_ms: String,
        pub from_day: String,
        pub from_time: String,
        /// Empty if the end is not known.
        pub to_day: String,
        pub to_time: String,
        /// When the services are expected back; empty if that is the end.
        pub returns_day: String,
        pub returns_time: String,
        /// When it is first shown; empty to show it immediately.
        pub shown_day: String,
        pub shown_time: String,
        pub freezes: Vec<Feature>,
    }

    /// A text in both languages.
    #[derive(Eq)]
    pub struct InBoth {
        pub en: String,
        pub ms: String,
    }

    /// A checked announcement.
    #[derive(Eq)]
    pub struct Announced {
        pub kind: AnnouncementKind,
        pub placement: Placement,
        pub title: InBoth,
        pub text: InBoth,
        pub services: Option<InBoth>,
        pub shown_from: Instant,
        pub from: Instant,
        /// None if the end is not known.
        pub to: Option<Instant>,
        /// When the services are expected back, if that is not the end.
        pub returns_at: Option<Instant>,
        pub freezes: Vec<Feature>,
    }

    /// The texts of an announcement in one language.
    #[derive(Eq)]
    pub struct AnnouncementTexts {
        /// The name of its kind.
        pub kind: String,
        pub title: String,
        pub text: String,
        /// The announced time, as a sentence.
        pub time: Option<String>,
        pub services: Option<String>,
        /// When the services are expected back, as a sentence.
        pub returns: Option<String>,
        /// The frozen features, as a sentence.
        pub frozen: Option<String>,
    }

    /// An announcement that is shown now.
    #[derive(Eq)]
    pub struct Announcement {
        pub announcement_id: String,
        pub kind: AnnouncementKind,
        pub placement: Placement,
        /// Increases with every change. A user who closed the announcement sees the next version again.
        pub version: i32,
        pub en: AnnouncementTexts,
        pub ms: AnnouncementTexts,
        pub freeze: Option<Freeze>,
    }

    /// The announcements that are shown now.
    #[derive(Eq)]
    pub struct OnShow {
        /// The latest start first.
        pub announcements: Vec<Announcement>,
        /// When the next announcement appears, begins or ends.
        pub next_at: Option<Instant>,
        /// The time of this answer, which the portal uses as the current time.
        pub now: Instant,
    }

    /// A row of the staff's list of announcements.
    #[derive(Eq)]
    pub struct AnnouncementRow {
        pub announcement_id: String,
        /// Increases with every change.
        pub version: i32,
        pub state: AnnouncementState,
        pub content: Announced,
        pub changed_at: Instant,
        /// The user who changed it last.
        pub changed_by: String,
    }

    /// Publishes an announcement.
    pub struct WriteAnnouncementRequest {
        pub form: AnnouncementForm,
    }

    /// The published announcement.
    #[derive(Eq)]
    pub struct WrittenAnnouncement {
        pub announcement_id: String,
    }

    /// Changes an announcement; `version` is the one that the user saw.
    pub struct ChangeAnnouncementRequest {
        pub announcement_id: String,
        pub version: i32,
        pub form: AnnouncementForm,
    }

    /// Withdraws an announcement; `version` is the one that the user saw.
    pub struct WithdrawAnnouncementRequest {
        pub announcement_id: String,
        pub version: i32,
    }

    /// Suggested texts for a form.
    #[derive(Eq)]
    pub struct SuggestedTexts {
        pub title_en: String,
        pub title_ms: String,
        pub text_en: String,
        pub text_ms: String,
    }
}

impl AnnouncementKind {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::PlannedDowntime => "plannedDowntime",
            Self::UnplannedDowntime => "unplannedDowntime",
            Self::FpxMaintenance => "fpxMaintenance",
            Self::TariffUpgrade => "tariffUpgrade",
            Self::Notice => "notice",
        }
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::PlannedDowntime => ["Planned downtime", "Penyelenggaraan berjadual"],
            Self::UnplannedDowntime => ["Unplanned downtime", "Gangguan tidak dirancang"],
            Self::FpxMaintenance => ["FPX maintenance", "Penyelenggaraan FPX"],
            Self::TariffUpgrade => ["Tariff upgrade", "Naik taraf tarif"],
            Self::Notice => ["Notice", "Notis"],
        };
        language.pick(words)
    }
}

impl Placement {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::SignIn => "signIn",
            Self::Everywhere => "everywhere",
        }
    }
}

impl InBoth {
    /// Returns the text in that language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> &str {
        language.pick([&self.en, &self.ms])
    }
}

impl Announced {
    /// Returns the state, unless it was withdrawn.
    #[must_use]
    pub fn state(&self, now: Instant) -> AnnouncementState {
        match self.to {
            Some(to) if to <= now => AnnouncementState::Over,
            _ if self.from <= now => AnnouncementState::Running,
            _ if self.shown_from <= now => AnnouncementState::Upcoming,
            _ => AnnouncementState::Scheduled,
        }
    }

    /// Whether it is shown now.
    #[must_use]
    pub fn is_on_show(&self, now: Instant) -> bool {
        matches!(self.state(now), AnnouncementState::Upcoming | AnnouncementState::Running)
    }

    /// Returns when the state changes next.
    #[must_use]
    pub fn next_at(&self, now: Instant) -> Option<Instant> {
        [Some(self.shown_from), Some(self.from), self.to].into_iter().flatten().filter(|at| *at > now).min()
    }

    /// Returns the features that it freezes, and when; none if it freezes nothing.
    #[must_use]
    pub fn freeze(&self) -> Option<Freeze> {
        let to = self.to.filter(|_| !self.freezes.is_empty())?;
        Some(Freeze { from: self.from, to, features: self.freezes.clone() })
    }
}
