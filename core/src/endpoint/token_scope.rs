//! The scopes of API tokens. The line of each endpoint names the scope that opens it (docs/domain/tokens.md#scopes).

use crate::{Language, Words};

wire! {
    /// What an API token may do.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    pub enum TokenScope {
        /// Reads bills, findings, queries and statements.
        #[serde(rename = "bills:read")]
        BillsRead,
        /// Reads payments, proposals and payment methods.
        #[serde(rename = "payments:read")]
        PaymentsRead,
        /// Plans payments and proposes them for approval. No scope pays.
        #[serde(rename = "payments:propose")]
        PaymentsPropose,
        /// Reads electricity accounts, groups and cost centres.
        #[serde(rename = "accounts:read")]
        AccountsRead,
        /// Changes electricity accounts, groups and cost centres.
        #[serde(rename = "accounts:write")]
        AccountsWrite,
        /// Downloads the documents of bills and payments.
        #[serde(rename = "downloads")]
        Downloads,
    }
}

impl TokenScope {
    /// Every scope.
    pub const ALL: &[Self] = &[
        Self::BillsRead,
        Self::PaymentsRead,
        Self::PaymentsPropose,
        Self::AccountsRead,
        Self::AccountsWrite,
        Self::Downloads,
    ];

    /// Returns the name that is stored and sent.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::BillsRead => "bills:read",
            Self::PaymentsRead => "payments:read",
            Self::PaymentsPropose => "payments:propose",
            Self::AccountsRead => "accounts:read",
            Self::AccountsWrite => "accounts:write",
            Self::Downloads => "downloads",
        }
    }

    /// Returns the scope with that name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|scope| scope.code() == code)
    }

    /// Returns the name for users.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words: Words = match self {
            Self::BillsRead => ["Read bills", "Baca bil"],
            Self::PaymentsRead => ["Read payments", "Baca pembayaran"],
            Self::PaymentsPropose => ["Propose payments", "Cadangkan pembayaran"],
            Self::AccountsRead => ["Read accounts", "Baca akaun"],
            Self::AccountsWrite => ["Change accounts", "Ubah akaun"],
            Self::Downloads => ["Download documents", "Muat turun dokumen"],
        };
        language.pick(words)
    }

    /// Whether the scope opens only calls that change nothing.
    pub(crate) const fn only_reads(self) -> bool {
        matches!(self, Self::BillsRead | Self::PaymentsRead | Self::AccountsRead | Self::Downloads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_stored_by_the_name_that_is_sent() {
        for scope in TokenScope::ALL {
            assert_eq!(TokenScope::from_code(scope.code()), Some(*scope));
            assert_eq!(serde_json::to_value(scope).expect("JSON"), scope.code());
            let [english, malay] = Language::ALL.map(|language| scope.word(language));
            assert_ne!(english, malay);
        }
    }
}
