//! How often somebody may ask for what this domain does.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Of inviting, and inviting again, by whoever invites.
    pub(crate) const fn invitations(self) -> RateLimit {
        RateLimit { bucket: "invite", max: self.invitations_per_person, window_seconds: 3600 }
    }

    /// The same, by the e-mail address that is invited.
    pub(crate) const fn invitations_to(self) -> RateLimit {
        RateLimit { bucket: "inviteTo", max: self.invitations_per_email, window_seconds: 3600 }
    }
}
