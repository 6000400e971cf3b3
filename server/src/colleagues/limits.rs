//! How often somebody may write to colleagues.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Of e-mails to colleagues, by whoever sends them.
    pub(crate) const fn colleague_emails(self) -> RateLimit {
        RateLimit { bucket: "colleague", max: self.colleague_emails_per_person, window_seconds: 3600 }
    }

    /// The same, by whoever gets them.
    pub(crate) const fn colleague_emails_to(self) -> RateLimit {
        RateLimit { bucket: "colleagueTo", ..self.colleague_emails() }
    }
}
