//! Rules for the features that announcements freeze.

use gridbill_core::announcements::{Freeze, check_frozen};
use gridbill_core::endpoint::Feature;
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Instant, Language};

use crate::rule::{List, refusal};

rules! {
    /// Returns the refusal if one of these features is frozen now.
    frozenRefusal(freezes: List<Freeze>, features: List<Feature>, now: Instant, language: Language) -> Option<ErrorBody> =
        refusal(check_frozen(&freezes, &features, now, language), language);
}
