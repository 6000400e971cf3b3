//! How often somebody may ask for statements.

use crate::auth::rate_limit::RateLimit;
use crate::config::Statements;

impl Statements {
    /// Of requests and retries, by person.
    pub(crate) const fn requests(&self) -> RateLimit {
        RateLimit { bucket: "statement", max: self.per_person, window_seconds: 3600 }
    }
}
