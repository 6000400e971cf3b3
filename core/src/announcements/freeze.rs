//! Whether a feature is frozen, and until when. The server's guard and the forms use the same check.

use crate::endpoint::Feature;
use crate::{Code, Instant, Language, Problem};

wire! {
    /// Features that are frozen from one instant to another.
    #[derive(Eq)]
    pub struct Freeze {
        pub from: Instant,
        pub to: Instant,
        pub features: Vec<Feature>,
    }
}

/// Returns when the current freeze of these features ends; none if none of them is frozen now. Freezes that follow each
/// other without a gap count as one.
#[must_use]
pub fn frozen_until(freezes: &[Freeze], features: &[Feature], now: Instant) -> Option<Instant> {
    let mut frozen: Vec<&Freeze> =
        freezes.iter().filter(|freeze| freeze.features.iter().any(|feature| features.contains(feature))).collect();
    frozen.sort_by_key(|freeze| freeze.from);
    let mut until = None;
    for freeze in frozen {
        let reached = until.unwrap_or(now);
        if freeze.from <= reached && reached < freeze.to {
            until = Some(freeze.to);
        }
    }
    until
}

/// Checks that none of these features is frozen. Fails with [`Code::FeatureFrozen`] with the end of the freeze.
pub fn check_frozen(freezes: &[Freeze], features: &[Feature], now: Instant, language: Language) -> Result<(), Problem> {
    match frozen_until(freezes, features, now) {
        Some(until) => Err(Problem::new(Code::FeatureFrozen).with("until", until.shown(language))),
        None => Ok(()),
    }
}
