//! Rate limits of statements.

use crate::auth::rate_limit::RateLimit;
use crate::config::Statements;

impl Statements {
    /// Limits requests and retries, per person.
    pub(crate) const fn requests(&self) -> RateLimit {
        RateLimit { bucket: "statement", max: self.per_person, window_seconds: 3600 }
    }

    /// Limits statements to an unverified e-mail address, per address.
    pub(crate) const fn to_recipient(&self) -> RateLimit {
        RateLimit { bucket: "statementTo", max: self.per_recipient, window_seconds: 3600 }
    }
}
