//! What the utility announces on the portal, and what an announcement freezes for its time (docs/domain/announcements.md).
//! ICT and PCCR Admins write announcements; a GLB Account Manager reads them.

mod draft;
mod freeze;
mod said;
mod types;

pub use draft::{MAX_DAYS, MAX_SERVICES_LENGTH, MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, check_draft};
pub use freeze::{Freeze, check_frozen, frozen_until};
pub use said::{preview, said, suggested};
pub use types::*;

use crate::Page;
use crate::endpoint::Nothing;

endpoints! { AnnouncementsEndpoints;
    /// What is announced now to whoever is signed in.
    GetAnnouncements = Get "/portal/api/v1/Announcements" for SignedIn light reads(Announcements): Json (Nothing) -> OnShow;
    /// All announcements, the one that begins last first.
    GetAnnouncementsTable = Post "/portal/api/v1/Operations/Announcements" for Staff(Operations, View) reads(Announcements): Json (AnnouncementsRequest) -> Page<AnnouncementRow>;
    /// Announces something.
    WriteAnnouncement = Post "/portal/api/v1/Operations/Announcements/Write" for Staff(Operations, Update) once changes(Announcements): Json (WriteAnnouncementRequest) -> WrittenAnnouncement;
    /// Changes an announcement.
    ChangeAnnouncement = Post "/portal/api/v1/Operations/Announcements/Change" for Staff(Operations, Update) changes(Announcements): Json (ChangeAnnouncementRequest) -> Nothing;
    /// Withdraws an announcement: it is shown no more, and freezes nothing.
    WithdrawAnnouncement = Post "/portal/api/v1/Operations/Announcements/Withdraw" for Staff(Operations, Update) changes(Announcements): Json (WithdrawAnnouncementRequest) -> Nothing;
}

lists! { AnnouncementsLists;
    /// All announcements.
    announcements = GetAnnouncementsTable of AnnouncementRow {
        search => search,
        kind => kind,
        state => state,
    }
}

page_requests! {
    /// A page of announcements.
    pub struct AnnouncementsRequest {
        /// A part of a title.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// Of this kind.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub kind: Option<AnnouncementKind>,
        /// That stand so.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub state: Option<AnnouncementState>,
    }
}

#[cfg(test)]
mod tests;
