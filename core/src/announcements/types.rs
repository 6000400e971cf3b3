//! What an announcement is, as it is written, stored and shown.

use super::Freeze;
use crate::endpoint::Feature;
use crate::{Instant, Language};

wire! {
    /// What is announced.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum AnnouncementKind {
        /// The portal is not available for a time that is known before.
        PlannedDowntime,
        /// Something does not work, and nobody knew before.
        UnplannedDowntime,
        /// The bank gateway is worked on.
        FpxMaintenance,
        /// The utility's tariffs change, and its systems with them.
        TariffUpgrade,
        /// Anything else.
        Notice,
    }

    /// Where an announcement is shown.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum Placement {
        /// Where people sign in, and nowhere else.
        SignIn,
        /// On every page.
        Everywhere,
    }

    /// Where an announcement stands.
    #[derive(Copy, Eq)]
    pub enum AnnouncementState {
        /// It is not shown yet.
        Scheduled,
        /// It is shown, and what it announces has not begun.
        Upcoming,
        /// What it announces has begun.
        Running,
        /// What it announced is over.
        Over,
        /// Somebody withdrew it.
        Withdrawn,
    }

    /// An announcement as it is typed. Days and times are those of the utility, at +08:00.
    pub struct AnnouncementForm {
        pub kind: AnnouncementKind,
        pub placement: Placement,
        pub title_en: String,
        pub title_ms: String,
        pub text_en: String,
        pub text_ms: String,
        /// What is affected, by name; empty for nothing to be named.
        pub services_en: String,
        pub services_ms: String,
        pub from_day: String,
        pub from_time: String,
        /// Empty for an end that is not known.
        pub to_day: String,
        pub to_time: String,
        /// When the services are expected back; empty for the end.
        pub returns_day: String,
        pub returns_time: String,
        /// From when on it is shown; empty for at once.
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

    /// An announcement that was checked.
    #[derive(Eq)]
    pub struct Announced {
        pub kind: AnnouncementKind,
        pub placement: Placement,
        pub title: InBoth,
        pub text: InBoth,
        pub services: Option<InBoth>,
        pub shown_from: Instant,
        pub from: Instant,
        /// None for an end that is not known.
        pub to: Option<Instant>,
        /// When the services are expected back, where that is not the end.
        pub returns_at: Option<Instant>,
        pub freezes: Vec<Feature>,
    }

    /// What an announcement says in one language.
    #[derive(Eq)]
    pub struct AnnouncementTexts {
        /// The word for its kind.
        pub kind: String,
        pub title: String,
        pub text: String,
        /// From when to when.
        pub time: Option<String>,
        pub services: Option<String>,
        /// When they are expected back.
        pub returns: Option<String>,
        /// What is not possible meanwhile.
        pub frozen: Option<String>,
    }

    /// An announcement that is on show.
    #[derive(Eq)]
    pub struct Announcement {
        pub announcement_id: String,
        pub kind: AnnouncementKind,
        pub placement: Placement,
        /// How often it was written: what somebody closed is shown again once it says something else.
        pub version: i32,
        pub en: AnnouncementTexts,
        pub ms: AnnouncementTexts,
        pub freeze: Option<Freeze>,
    }

    /// What is on show.
    #[derive(Eq)]
    pub struct OnShow {
        /// What began or begins last comes first.
        pub announcements: Vec<Announcement>,
        /// When something of it appears, begins or ends next.
        pub next_at: Option<Instant>,
        /// When this was answered, which is what the portal calls now.
        pub now: Instant,
    }

    /// An announcement as staff list it.
    #[derive(Eq)]
    pub struct AnnouncementRow {
        pub announcement_id: String,
        /// How often it was written.
        pub version: i32,
        pub state: AnnouncementState,
        pub content: Announced,
        pub changed_at: Instant,
        /// Who wrote it last.
        pub changed_by: String,
    }

    /// Something is announced.
    pub struct WriteAnnouncementRequest {
        pub form: AnnouncementForm,
    }

    /// It was announced.
    #[derive(Eq)]
    pub struct WrittenAnnouncement {
        pub announcement_id: String,
    }

    /// An announcement is written anew, as it was seen.
    pub struct ChangeAnnouncementRequest {
        pub announcement_id: String,
        pub version: i32,
        pub form: AnnouncementForm,
    }

    /// An announcement is meant, as it was seen.
    pub struct WithdrawAnnouncementRequest {
        pub announcement_id: String,
        pub version: i32,
    }

    /// Texts to begin with.
    #[derive(Eq)]
    pub struct SuggestedTexts {
        pub title_en: String,
        pub title_ms: String,
        pub text_en: String,
        pub text_ms: String,
    }
}

impl AnnouncementKind {
    /// How it is stored.
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

    /// Its word for people.
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
    /// How it is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::SignIn => "signIn",
            Self::Everywhere => "everywhere",
        }
    }
}

impl InBoth {
    /// The text in that language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Ms => &self.ms,
        }
    }
}

impl Announced {
    /// Where it stands, unless it was withdrawn.
    #[must_use]
    pub fn state(&self, now: Instant) -> AnnouncementState {
        match self.to {
            Some(to) if to <= now => AnnouncementState::Over,
            _ if self.from <= now => AnnouncementState::Running,
            _ if self.shown_from <= now => AnnouncementState::Upcoming,
            _ => AnnouncementState::Scheduled,
        }
    }

    /// Whether it is shown.
    #[must_use]
    pub fn is_on_show(&self, now: Instant) -> bool {
        matches!(self.state(now), AnnouncementState::Upcoming | AnnouncementState::Running)
    }

    /// When it stands otherwise next.
    #[must_use]
    pub fn next_at(&self, now: Instant) -> Option<Instant> {
        [Some(self.shown_from), Some(self.from), self.to].into_iter().flatten().filter(|at| *at > now).min()
    }

    /// What it freezes, and when.
    #[must_use]
    pub fn freeze(&self) -> Option<Freeze> {
        let to = self.to.filter(|_| !self.freezes.is_empty())?;
        Some(Freeze { from: self.from, to, features: self.freezes.clone() })
    }
}
