//! Announcements, and what they freeze.

use gridbill_core::announcements::{
    AnnouncementForm, AnnouncementTexts, Freeze, SuggestedTexts, check_draft, check_frozen, preview, suggested,
};
use gridbill_core::endpoint::Feature;
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Instant, Language};

use crate::rule::{List, refusal};

rules! {
    /// Why nothing that is part of these features can be done now.
    frozenRefusal(freezes: List<Freeze>, features: List<Feature>, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(check_frozen(&freezes, &features, now, language), language);
    /// Every field of an announcement that is wrong.
    checkAnnouncement(form: AnnouncementForm, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(check_draft(&form, now), language);
    /// What an announcement that is being typed will say.
    announcementPreview(form: AnnouncementForm, language: Language) -> AnnouncementTexts = preview(&form, language);
    /// Texts to begin an announcement of that kind with.
    suggestedAnnouncement(form: AnnouncementForm) -> SuggestedTexts = suggested(&form);
}
