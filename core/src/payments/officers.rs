//! Decisions that need two officers (docs/domain/payments.md#a-second-officer).

use crate::{Code, Money, Problem};

/// The officer who proposed a decision, relative to the officer who confirms it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proposer {
    /// The officer who makes the current decision.
    Same,
    /// An officer who added or promoted the current officer, or was added or promoted by them, directly or through
    /// others.
    Related,
    /// An officer who is independent of the current officer.
    Other,
}

/// The effect of an officer's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionEffect {
    /// The decision is carried out.
    Decides,
    /// The decision is stored as a proposal, and another officer must confirm it.
    Proposes,
}

impl DecisionEffect {
    /// Compares the effect with the one that the officer was told: `awaits_second_officer` is whether another officer must
    /// confirm. `None` is a client that does not send it.
    /// Fails with [`Code::DecisionEffectChanged`] when they differ.
    pub fn check_told(self, awaits_second_officer: Option<bool>) -> Result<Self, Code> {
        if awaits_second_officer.is_none_or(|awaits| awaits == (self == Self::Proposes)) {
            Ok(self)
        } else {
            Err(Code::DecisionEffectChanged)
        }
    }
}

/// Returns the effect of an officer's decision about `amount`. Decisions above the limit `above` need a second officer.
/// An existing proposal needs another officer even if the limit has changed since.
/// Fails with [`Code::SecondOfficerNeeded`] for the officer who proposed it. [`Code::OfficersNotIndependent`] for an
/// officer who appointed the proposer or was appointed by them.
pub fn decision_effect(
    amount: Money,
    above: Option<Money>,
    proposed: Option<Proposer>,
) -> Result<DecisionEffect, Code> {
    match proposed {
        Some(Proposer::Same) => Err(Code::SecondOfficerNeeded),
        Some(Proposer::Related) => Err(Code::OfficersNotIndependent),
        None if needs_two(amount, above) => Ok(DecisionEffect::Proposes),
        Some(Proposer::Other) | None => Ok(DecisionEffect::Decides),
    }
}

/// Whether a new decision about `amount` needs two officers, which is so above the limit `above`.
#[must_use]
pub fn needs_two(amount: Money, above: Option<Money>) -> bool {
    above.is_some_and(|above| amount > above)
}

/// Maximum length of an officer's reason, in characters.
pub const MAX_REASON_LENGTH: usize = 1_000;

/// Returns an officer's reason as it is stored: on a single line, without spaces at its ends.
/// Fails with [`Code::RemarkRequired`], [`Code::RemarkTooLong`] at `remark`.
pub fn check_reason(typed: &str) -> Result<String, Problem> {
    let reason = typed.split(|sign: char| sign.is_whitespace() || sign.is_control()).filter(|word| !word.is_empty());
    let reason = reason.collect::<Vec<_>>().join(" ");
    match reason.chars().count() {
        0 => Err(Problem::at("remark", Code::RemarkRequired)),
        1..=MAX_REASON_LENGTH => Ok(reason),
        _ => Err(Problem::at("remark", Problem::new(Code::RemarkTooLong).with("limit", MAX_REASON_LENGTH))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn above_the_limit_no_officer_decides_alone(
            sen in 1..1_000_000_i64,
            limit in proptest::option::of(0..1_000_000_i64),
        ) {
            let (amount, above) = (Money::from_sen(sen), limit.map(Money::from_sen));
            let is_above = limit.is_some_and(|limit| sen > limit);
            let alone = decision_effect(amount, above, None);
            prop_assert_eq!(alone, Ok(if is_above { DecisionEffect::Proposes } else { DecisionEffect::Decides }));
            // A proposal keeps its rule even if the limit has changed.
            prop_assert_eq!(decision_effect(amount, above, Some(Proposer::Same)), Err(Code::SecondOfficerNeeded));
            prop_assert_eq!(decision_effect(amount, above, Some(Proposer::Related)), Err(Code::OfficersNotIndependent));
            prop_assert_eq!(decision_effect(amount, above, Some(Proposer::Other)), Ok(DecisionEffect::Decides));
        }

        #[test]
        fn a_reason_is_one_line(typed in "\\PC{0,40}[ \n\t]{0,3}\\PC{0,40}") {
            match check_reason(&typed) {
                Ok(reason) => {
                    prop_assert!(!reason.is_empty() && reason.trim() == reason && !reason.contains(['\n', '\t']));
                    prop_assert_eq!(check_reason(&reason), Ok(reason.clone()));
                }
                Err(problem) => prop_assert!(typed.trim().is_empty(), "{:?}", problem),
            }
        }
    }

    #[test]
    fn a_reason_has_its_length() {
        assert!(check_reason(&"é".repeat(MAX_REASON_LENGTH)).is_ok());
        assert!(check_reason(&"é".repeat(MAX_REASON_LENGTH + 1)).is_err());
    }
}
