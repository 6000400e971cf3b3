//! Rules for announcements and the features that they freeze.

use gridbill_core::announcements::{
    AnnouncementForm, AnnouncementTexts, Freeze, SuggestedTexts, check_draft, check_frozen, preview, suggested,
};
use gridbill_core::endpoint::Feature;
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Instant, Language};

use crate::rule::{List, refusal};

rules! {
    /// Returns the refusal if one of these features is frozen now.
    frozenRefusal(freezes: List<Freeze>, features: List<Feature>, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(check_frozen(&freezes, &features, now, language), language);
    /// Checks the form of an announcement. The refusal has every wrong field.
    checkAnnouncement(form: AnnouncementForm, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(check_draft(&form, now), language);
    /// Returns the texts of an announcement that is being typed.
    announcementPreview(form: AnnouncementForm, language: Language) -> AnnouncementTexts = preview(&form, language);
    /// Returns suggested texts for the kind of announcement.
    suggestedAnnouncement(form: AnnouncementForm) -> SuggestedTexts = suggested(&form);
}
