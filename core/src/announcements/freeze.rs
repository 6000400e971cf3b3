//! Whether what somebody wants to do is frozen, and until when: the guard of the server and every form ask the same.

use crate::endpoint::Feature;
use crate::{Code, Instant, Language, Problem};

wire! {
    /// Features that are frozen from one instant on, up to another.
    #[derive(Eq)]
    pub struct Freeze {
        pub from: Instant,
        pub to: Instant,
        pub features: Vec<Feature>,
    }
}

/// Until when one of these features is frozen, where it is now: freezes that follow each other without a gap are one.
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

/// Whether something can be done that is part of these features.
///
/// # Errors
/// [`Code::FeatureFrozen`] while one of them is frozen, with the end.
pub fn check_frozen(freezes: &[Freeze], features: &[Feature], now: Instant, language: Language) -> Result<(), Problem> {
    match frozen_until(freezes, features, now) {
        Some(until) => Err(Problem::new(Code::FeatureFrozen).with("until", until.shown(language))),
        None => Ok(()),
    }
}
