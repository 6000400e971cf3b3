//! Rate limits of this domain.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Limits lookups of companies' accounts, per person.
    pub(crate) const fn companies(self) -> RateLimit {
        RateLimit { bucket: "company", max: self.companies_per_person, window_seconds: 3600 }
    }

    /// Limits lookups of single accounts, per person.
    pub(crate) const fn accounts(self) -> RateLimit {
        RateLimit { bucket: "account", max: self.accounts_per_person, window_seconds: 3600 }
    }

    /// Limits checks of account lists, per person; each account counts.
    pub(crate) const fn listed_accounts(self) -> RateLimit {
        RateLimit { bucket: "listedAccount", max: self.listed_accounts_per_person, window_seconds: 3600 }
    }
}
