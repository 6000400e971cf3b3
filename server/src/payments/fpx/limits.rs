//! How often somebody may ask for what this domain does.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Of messages to the bank gateway's addresses that the gateway did not sign, by network.
    pub(crate) const fn unsigned_messages(self) -> RateLimit {
        RateLimit { bucket: "unsignedMessage", max: self.unsigned_messages_per_address, window_seconds: 15 * 60 }
    }
}
