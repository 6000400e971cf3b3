//! Rate limits of e-mails to colleagues.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// E-mails to colleagues, by sender.
    pub(crate) const fn colleague_emails(self) -> RateLimit {
        RateLimit { bucket: "colleague", max: self.colleague_emails_per_person, window_seconds: 3600 }
    }

    /// The same, by recipient.
    pub(crate) const fn colleague_emails_to(self) -> RateLimit {
        RateLimit { bucket: "colleagueTo", ..self.colleague_emails() }
    }
}
