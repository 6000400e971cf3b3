//! Codes and names of the kinds, states and channels of requests.

use super::types::{DataRequestChannel, DataRequestKind, DataRequestOutcome, DataRequestState};
use crate::{Language, Tone};

impl DataRequestKind {
    /// Every kind.
    pub const ALL: &[Self] =
        &[Self::Access, Self::Correction, Self::Erasure, Self::Portability, Self::Consent, Self::Objection];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::Correction => "correction",
            Self::Erasure => "erasure",
            Self::Portability => "portability",
            Self::Consent => "consent",
            Self::Objection => "objection",
        }
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Access => ["Access to my data", "Akses kepada data saya"],
            Self::Correction => ["Correction of my data", "Pembetulan data saya"],
            Self::Erasure => ["Erasure of my data", "Pemadaman data saya"],
            Self::Portability => ["Transfer to another organisation", "Pemindahan kepada organisasi lain"],
            Self::Consent => ["Withdrawal of consent", "Penarikan balik persetujuan"],
            Self::Objection => ["Stop using my data", "Hentikan penggunaan data saya"],
        };
        language.pick(words)
    }
}

impl DataRequestState {
    /// Every state.
    pub const ALL: &[Self] = &[Self::Open, Self::Extended, Self::Answered, Self::Refused, Self::Withdrawn];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Extended => "extended",
            Self::Answered => "answered",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Whether the request awaits an answer. The SQL function `data_request_is_open` does the same.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Extended)
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Open => ["Awaiting answer", "Belum dijawab"],
            Self::Extended => ["Extended", "Dilanjutkan"],
            Self::Answered => ["Answered", "Dijawab"],
            Self::Refused => ["Refused", "Ditolak"],
            Self::Withdrawn => ["Withdrawn", "Ditarik balik"],
        };
        language.pick(words)
    }

    /// Returns the tone in which the state is shown.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Open | Self::Extended => Tone::Progress,
            Self::Answered => Tone::Good,
            Self::Refused => Tone::Warning,
            Self::Withdrawn => Tone::Neutral,
        }
    }
}

impl DataRequestChannel {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Portal => "portal",
            Self::Letter => "letter",
            Self::Email => "email",
            Self::Telephone => "telephone",
        }
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Portal => ["Portal", "Portal"],
            Self::Letter => ["Post", "Pos"],
            Self::Email => ["E-mail", "E-mel"],
            Self::Telephone => ["Telephone", "Telefon"],
        };
        language.pick(words)
    }
}

impl DataRequestOutcome {
    /// Returns the state of a request with this outcome.
    #[must_use]
    pub const fn state(self) -> DataRequestState {
        match self {
            Self::Answered => DataRequestState::Answered,
            Self::Refused => DataRequestState::Refused,
            Self::Withdrawn => DataRequestState::Withdrawn,
        }
    }
}
