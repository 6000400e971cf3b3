//! How often somebody may ask for what this domain does.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Of looking up companies' accounts, by person.
    pub(crate) const fn companies(self) -> RateLimit {
        RateLimit { bucket: "company", max: self.companies_per_person, window_seconds: 3600 }
    }

    /// Of looking up accounts one by one, by person.
    pub(crate) const fn accounts(self) -> RateLimit {
        RateLimit { bucket: "account", max: self.accounts_per_person, window_seconds: 3600 }
    }

    /// Of having lists of accounts checked, by person; each account counts.
    pub(crate) const fn listed_accounts(self) -> RateLimit {
        RateLimit { bucket: "listedAccount", max: self.listed_accounts_per_person, window_seconds: 3600 }
    }
}
