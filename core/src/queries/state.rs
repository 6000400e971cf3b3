//! The states of a query, and the transitions between them.

use crate::findings::FindingState;
use crate::{Instant, Language, Tone};

wire! {
    /// The state of a query.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum QueryState {
        /// Asked, not answered yet.
        Open,
        /// The utility has answered.
        Answered,
        /// The customer replied to an answer and awaits the next one.
        Reopened,
        /// The customer accepted the answer.
        Accepted,
        /// Ended without acceptance: by the customer, or after days of silence.
        Closed,
        /// Ended before the first answer, or because its bills left the bulk account.
        Withdrawn,
    }
}

/// An event that may change a query's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryEvent {
    /// Staff answer.
    Answer,
    /// A customer adds a message.
    Reply,
    /// A customer accepts the answer.
    Accept,
    /// A customer ends the query without accepting an answer.
    Close,
    /// No one replied to the answer in time.
    Silence,
    /// None of the bills is in the bulk account any more.
    BillLeft,
}

/// Days after an answer without a reply after which a query is closed.
pub const SILENCE_DAYS: i64 = 14;

/// Returns the state after an event; none if the event cannot happen in that state.
#[must_use]
pub const fn next_state(state: QueryState, event: QueryEvent) -> Option<QueryState> {
    use {QueryEvent as E, QueryState as S};
    match (state, event) {
        (S::Open | S::Reopened | S::Answered, E::Answer) => Some(S::Answered),
        (S::Open, E::Reply) => Some(S::Open),
        (S::Answered | S::Reopened, E::Reply) => Some(S::Reopened),
        (S::Answered, E::Accept) => Some(S::Accepted),
        (S::Answered | S::Reopened, E::Close) | (S::Answered, E::Silence) => Some(S::Closed),
        (S::Open, E::Close) | (S::Open | S::Answered | S::Reopened, E::BillLeft) => Some(S::Withdrawn),
        (S::Open | S::Reopened, E::Accept | E::Silence)
        | (
            S::Accepted | S::Closed | S::Withdrawn,
            E::Answer | E::Reply | E::Accept | E::Close | E::Silence | E::BillLeft,
        ) => None,
    }
}

/// Returns the instant before which an answer must have been given for its query to be closed now.
#[must_use]
pub fn is_silent_since(now: Instant) -> Instant {
    now.plus_seconds(-SILENCE_DAYS * 86_400)
}

impl QueryState {
    /// Every state.
    pub const ALL: &[Self] =
        &[Self::Open, Self::Answered, Self::Reopened, Self::Accepted, Self::Closed, Self::Withdrawn];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Answered => "answered",
            Self::Reopened => "reopened",
            Self::Accepted => "accepted",
            Self::Closed => "closed",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Whether the query is not settled yet, so that its bills are on hold. The SQL function `query_is_open` does the same.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Answered | Self::Reopened)
    }

    /// Whether the query awaits an answer of the utility.
    #[must_use]
    pub const fn awaits_answer(self) -> bool {
        matches!(self, Self::Open | Self::Reopened)
    }

    /// Returns the state of the findings that the query asks about. A finding is open again if its query was withdrawn
    /// without an answer.
    #[must_use]
    pub const fn finding_state(self) -> FindingState {
        match self {
            Self::Open | Self::Reopened => FindingState::Asked,
            Self::Answered => FindingState::Answered,
            Self::Accepted | Self::Closed => FindingState::Settled,
            Self::Withdrawn => FindingState::Open,
        }
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Open => ["Awaiting answer", "Belum dijawab"],
            Self::Answered => ["Answered", "Dijawab"],
            Self::Reopened => ["Reopened", "Dibuka semula"],
            Self::Accepted => ["Accepted", "Diterima"],
            Self::Closed => ["Closed", "Ditutup"],
            Self::Withdrawn => ["Withdrawn", "Ditarik balik"],
        };
        language.pick(words)
    }

    /// Returns the tone in which the state is shown.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Open | Self::Reopened => Tone::Progress,
            Self::Answered => Tone::Warning,
            Self::Accepted => Tone::Good,
            Self::Closed | Self::Withdrawn => Tone::Neutral,
        }
    }
}
