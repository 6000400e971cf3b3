//! Rate limits of this domain.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Limits messages that the gateway did not sign, per network.
    pub(crate) const fn unsigned_messages(self) -> RateLimit {
        RateLimit { bucket: "unsignedMessage", max: self.unsigned_messages_per_address, window_seconds: 15 * 60 }
    }
}
