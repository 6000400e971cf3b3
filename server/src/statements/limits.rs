//! How often somebody may ask for statements.

use crate::auth::rate_limit::RateLimit;
use crate::config::Statements;

impl Statements {
    /// Of requests and retries, by person.
    pub(crate) const fn requests(&self) -> RateLimit {
        RateLimit { bucket: "statement", max: self.per_person, window_seconds: 3600 }
    }

    /// Of statements to an e-mail address that nobody has proved, by that address.
    pub(crate) const fn to_recipient(&self) -> RateLimit {
        RateLimit { bucket: "statementTo", max: self.per_recipient, window_seconds: 3600 }
    }
}
