//! Rules for the form of an announcement.

use gridbill_core::announcements::{
    AnnouncementForm, AnnouncementTexts, SuggestedTexts, check_draft, preview, suggested,
};
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Instant, Language};

use crate::rule::refusal;

rules! {
    /// Checks the form of an announcement. The refusal has every wrong field.
    checkAnnouncement(form: AnnouncementForm, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(check_draft(&form, now), language);
    /// Returns the texts of an announcement that is being typed.
    announcementPreview(form: AnnouncementForm, language: Language) -> AnnouncementTexts = preview(&form, language);
    /// Returns suggested texts for the kind of announcement.
    suggestedAnnouncement(form: AnnouncementForm) -> SuggestedTexts = suggested(&form);
}
