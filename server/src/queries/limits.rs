//! Rate limits of queries.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Limits queries that a person opens. Each notifies all staff who answer.
    pub(crate) const fn queries(self) -> RateLimit {
        RateLimit { bucket: "query", max: self.queries_per_person, window_seconds: 3600 }
    }

    /// Limits messages that a person adds to queries.
    pub(crate) const fn query_messages(self) -> RateLimit {
        RateLimit { bucket: "queryMessage", max: self.query_messages_per_person, window_seconds: 3600 }
    }
}
