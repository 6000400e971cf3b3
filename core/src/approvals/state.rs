//! The states of a proposal, and the transitions between them.

use crate::{Language, Tone};

wire! {
    /// The state of a proposal.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum ProposalState {
        /// Awaits approval in its current step.
        Proposed,
        /// Approved in every step; can be released.
        Approved,
        /// Released: its bills are in a payment.
        Released,
        /// Refused by an approver.
        Refused,
        /// Ended because a bill changed or was paid.
        Void,
        /// Ended because it was not released in time.
        Lapsed,
        /// Withdrawn by its proposer, the Master or an approver.
        Withdrawn,
    }
}

/// An event that may change a proposal's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalEvent {
    /// An approver approves, but the current step needs others, or another step follows.
    Approve,
    /// An approver approves, and every step is done.
    ApproveLast,
    /// An approver refuses.
    Refuse,
    /// The proposer, the Master or an approver withdraws it.
    Withdraw,
    /// A bill changed or was paid.
    BillChanged,
    /// The proposal was not released in time.
    Lapse,
    /// A user pays the bills.
    Release,
}

/// Returns the state after an event; none if the event cannot happen in that state.
#[must_use]
pub const fn next_state(state: ProposalState, event: ProposalEvent) -> Option<ProposalState> {
    use {ProposalEvent as E, ProposalState as S};
    match (state, event) {
        (S::Proposed, E::Approve) => Some(S::Proposed),
        (S::Proposed, E::ApproveLast) => Some(S::Approved),
        (S::Proposed, E::Refuse) => Some(S::Refused),
        (S::Approved, E::Release) => Some(S::Released),
        (S::Proposed | S::Approved, E::Withdraw) => Some(S::Withdrawn),
        (S::Proposed | S::Approved, E::BillChanged) => Some(S::Void),
        (S::Proposed | S::Approved, E::Lapse) => Some(S::Lapsed),
        (S::Proposed, E::Release)
        | (S::Approved, E::Approve | E::ApproveLast | E::Refuse)
        | (
            S::Released | S::Refused | S::Void | S::Lapsed | S::Withdrawn,
            E::Approve | E::ApproveLast | E::Refuse | E::Withdraw | E::BillChanged | E::Lapse | E::Release,
        ) => None,
    }
}

impl ProposalState {
    /// Every state.
    pub const ALL: &[Self] =
        &[Self::Proposed, Self::Approved, Self::Released, Self::Refused, Self::Void, Self::Lapsed, Self::Withdrawn];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Approved => "approved",
            Self::Released => "released",
            Self::Refused => "refused",
            Self::Void => "void",
            Self::Lapsed => "lapsed",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Whether the proposal can still be released.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Proposed | Self::Approved)
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Proposed => ["Awaits approval", "Menunggu kelulusan"],
            Self::Approved => ["Approved", "Diluluskan"],
            Self::Released => ["Released", "Dikeluarkan"],
            Self::Refused => ["Refused", "Ditolak"],
            Self::Void => ["Void", "Terbatal"],
            Self::Lapsed => ["Lapsed", "Luput"],
            Self::Withdrawn => ["Withdrawn", "Ditarik balik"],
        };
        language.pick(words)
    }

    /// Returns the tone in which the state is shown.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Proposed => Tone::Progress,
            Self::Approved => Tone::Warning,
            Self::Released => Tone::Good,
            Self::Refused | Self::Void => Tone::Bad,
            Self::Lapsed | Self::Withdrawn => Tone::Neutral,
        }
    }
}
