//! The states of a finding.

use crate::Language;

wire! {
    /// The state of a finding.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum FindingState {
        /// No user has decided about the finding.
        Open,
        /// A user decided, with a reason, that nothing needs to be done.
        Dismissed,
        /// The company has asked the utility about the finding.
        Asked,
        /// The utility has answered.
        Answered,
        /// The customer accepted the answer, or the bill was corrected after the question.
        Settled,
        /// The audit no longer reports the finding: the bill was corrected, or the rule was changed or muted.
        Withdrawn,
    }
}

/// The result of auditing a bill again, for one stored finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recheck {
    /// The audit no longer reports the finding.
    Gone,
    /// The audit reports the finding with the same evidence.
    Unchanged,
    /// The audit reports the finding with other evidence.
    Changed,
}

impl FindingState {
    /// Every state.
    pub const ALL: &[Self] =
        &[Self::Open, Self::Dismissed, Self::Asked, Self::Answered, Self::Settled, Self::Withdrawn];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Dismissed => "dismissed",
            Self::Asked => "asked",
            Self::Answered => "answered",
            Self::Settled => "settled",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Returns the state after an audit. `was_dismissed` means that a user dismissed the stored evidence: a withdrawn
    /// finding that the audit reports again with the same evidence returns to dismissed.
    #[must_use]
    pub const fn after_audit(self, recheck: Recheck, was_dismissed: bool) -> Self {
        match (recheck, self) {
            (Recheck::Gone, Self::Open | Self::Dismissed | Self::Withdrawn) => Self::Withdrawn,
            (Recheck::Gone, Self::Asked | Self::Answered | Self::Settled) => Self::Settled,
            (Recheck::Unchanged, Self::Withdrawn) if was_dismissed => Self::Dismissed,
            (Recheck::Unchanged, Self::Withdrawn)
            | (Recheck::Changed, Self::Withdrawn | Self::Dismissed | Self::Settled) => Self::Open,
            (Recheck::Unchanged | Recheck::Changed, state) => state,
        }
    }

    /// Whether a user may dismiss a finding in this state.
    #[must_use]
    pub const fn can_be_dismissed(self) -> bool {
        matches!(self, Self::Open)
    }

    /// Whether a user may reopen a finding in this state.
    #[must_use]
    pub const fn can_be_reopened(self) -> bool {
        matches!(self, Self::Dismissed | Self::Settled)
    }

    /// Returns the name for display.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Open => ["Open", "Belum selesai"],
            Self::Dismissed => ["Dismissed", "Diketepikan"],
            Self::Asked => ["Asked", "Ditanya"],
            Self::Answered => ["Answered", "Dijawab"],
            Self::Settled => ["Settled", "Selesai"],
            Self::Withdrawn => ["Withdrawn", "Ditarik balik"],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audit_opens_a_decided_finding_only_for_other_evidence() {
        use {FindingState as S, Recheck as R};
        for state in S::ALL.iter().copied() {
            for was_dismissed in [false, true] {
                let kept = if state != S::Withdrawn {
                    state
                } else if was_dismissed {
                    S::Dismissed
                } else {
                    S::Open
                };
                assert_eq!(state.after_audit(R::Unchanged, was_dismissed), kept, "{state:?}");
                let changed = if matches!(state, S::Asked | S::Answered) { state } else { S::Open };
                assert_eq!(state.after_audit(R::Changed, was_dismissed), changed, "{state:?}");
                let gone = if matches!(state, S::Asked | S::Answered | S::Settled) { S::Settled } else { S::Withdrawn };
                assert_eq!(state.after_audit(R::Gone, was_dismissed), gone, "{state:?}");
            }
            assert_eq!(state.can_be_dismissed(), state == S::Open);
            assert_eq!(state.can_be_reopened(), matches!(state, S::Dismissed | S::Settled));
        }
    }
}
