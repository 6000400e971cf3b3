//! Features that announcements can freeze for some time (docs/domain/announcements.md).

use crate::Language;

wire! {
    /// A feature that an announcement can freeze during maintenance of the systems behind it. Payments are never
    /// frozen.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    pub enum Feature {
        /// Registration of users and companies.
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

    /// Returns the code that is stored.
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

    /// Returns the feature with that stored code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|feature| feature.code() == code)
    }

    /// Returns the feature's words for use within a sentence, such as "changes to groups".
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Registration => ["new registrations", "pendaftaran baharu"],
            Self::Accounts => {
                ["adding, editing and removing accounts", "penambahan, penyuntingan dan pembuangan akaun"]
            }
            Self::Groups => ["changes to groups", "perubahan kumpulan"],
            Self::Details => ["changes to account and company details", "perubahan butiran akaun dan syarikat"],
            Self::Statements => ["requests for statements of account", "permintaan penyata akaun"],
        };
        language.pick(words)
    }
}
