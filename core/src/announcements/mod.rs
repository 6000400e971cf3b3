//! Announcements on the portal, and the features that they freeze for some time (docs/domain/announcements.md). ICT and
//! PCCR Admins write announcements; a GLB Account Manager reads them.

mod draft;
mod freeze;
mod said;
mod types;

pub use draft::{MAX_DAYS, MAX_SERVICES_LENGTH, MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, check_draft};
pub use freeze::{Freeze, check_frozen, frozen_until};
pub use said::{announcement_texts, preview, suggested};
pub use types::*;

use crate::Page;
use crate::endpoint::Nothing;

endpoints! {
    /// Returns the current announcements for signed-in users.
    GetAnnouncements = Get "/portal/api/v1/Announcements"
        for SignedIn light reads(Announcements): Json (Nothing) -> OnShow;
    /// Lists all announcements; those that begin last come first.
    GetAnnouncementsTable = Post "/portal/api/v1/Operations/Announcements"
        for Staff(Operations, View)
        refuses(CursorInvalid, ChoiceRequired, SearchTooShort)
        reads(Announcements): Json (AnnouncementsRequest) -> Page<AnnouncementRow>;
    /// Publishes an announcement.
    WriteAnnouncement = Post "/portal/api/v1/Operations/Announcements/Write"
        for Staff(Operations, Update)
        refuses(ChoiceRequired, DateInvalid, TimeInvalid, WindowIsOver, AnnouncementTextRequired,
            AnnouncementTextTooLong, AnnouncementServicesRequired, AnnouncementEndRequired, AnnouncementEndsFirst,
            AnnouncementTooLong, AnnouncementShownLate, FreezeNotShown)
        once changes(Announcements): Json (WriteAnnouncementRequest) -> WrittenAnnouncement;
    /// Changes an announcement.
    ChangeAnnouncement = Post "/portal/api/v1/Operations/Announcements/Change"
        for Staff(Operations, Update)
        refuses(ChoiceRequired, DateInvalid, TimeInvalid, WindowIsOver, AnnouncementTextRequired,
            AnnouncementTextTooLong, AnnouncementServicesRequired, AnnouncementEndRequired, AnnouncementEndsFirst,
            AnnouncementTooLong, AnnouncementShownLate, FreezeNotShown, AnnouncementNotFound, AnnouncementMoved)
        changes(Announcements): Json (ChangeAnnouncementRequest) -> Nothing;
    /// Withdraws an announcement, so that it is no longer shown and freezes nothing.
    WithdrawAnnouncement = Post "/portal/api/v1/Operations/Announcements/Withdraw"
        for Staff(Operations, Update)
        refuses(AnnouncementNotFound, AnnouncementMoved)
        changes(Announcements): Json (WithdrawAnnouncementRequest) -> Nothing;
}

lists! {
    /// All announcements.
    announcements = GetAnnouncementsTable of AnnouncementRow {
        search => search,
        kind => kind,
        state => state,
    }
}

page_requests! {
    /// Asks for a page of announcements.
    pub struct AnnouncementsRequest {
        /// Part of a title.
        #[serde(default)]
        pub search: Option<String>,
        #[serde(default)]
        pub kind: Option<AnnouncementKind>,
        #[serde(default)]
        pub state: Option<AnnouncementState>,
    }
}

#[cfg(test)]
mod tests;
