//! What of the portal can be frozen for some time (docs/domain/announcements.md).

use crate::Language;

wire! {
    /// What an announcement can freeze while the systems behind it are worked on. Nothing of payments.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    pub enum Feature {
        /// Registering people and companies.
        Registration,
        /// Adding, changing and removing electricity accounts.
        Accounts,
        /// Groups of electricity accounts.
        Groups,
        /// The details of accounts and of companies.
        Details,
        /// Requests for statements of account.
        Statements,
    }
}

impl Feature {
    /// Every feature.
    pub const ALL: &[Self] = &[Self::Registration, Self::Accounts, Self::Groups, Self::Details, Self::Statements];

    /// How it is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Registration => "registration",
            Self::Accounts => "accounts",
            Self::Groups => "groups",
            Self::Details => "details",
            Self::Statements => "statements",
        }
    }

    /// The feature stored under that code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|feature| feature.code() == code)
    }

    /// What cannot be done, for people, within a sentence.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Registration => ["new registrations", "pendaftaran baharu"],
            Self::Accounts => {
                ["adding, editing and removing accounts", "penambahan, penyuntingan dan pengeluaran akaun"]
            }
            Self::Groups => ["changes to groups", "perubahan kumpulan"],
            Self::Details => ["changes to account and company details", "perubahan butiran akaun dan syarikat"],
            Self::Statements => ["requests for statements of account", "permintaan penyata akaun"],
        };
        language.pick(words)
    }
}
