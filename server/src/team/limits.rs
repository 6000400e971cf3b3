//! Rate limits of this domain.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Invitations including repeats, by sender.
    pub(crate) const fn invitations(self) -> RateLimit {
        RateLimit { bucket: "invite", max: self.invitations_per_person, window_seconds: 3600 }
    }

    /// Invitations including repeats, by recipient.
    pub(crate) const fn invitations_to(self) -> RateLimit {
        RateLimit { bucket: "inviteTo", max: self.invitations_per_email, window_seconds: 3600 }
    }
}
