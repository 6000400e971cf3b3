//! How often somebody may ask for what this domain does.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Of signing in, by network address.
    pub(crate) const fn sign_ins(self) -> RateLimit {
        RateLimit { bucket: "signIn", max: self.sign_ins_per_address, window_seconds: 15 * 60 }
    }

    /// Of registering, by network address.
    pub(crate) const fn registrations(self) -> RateLimit {
        RateLimit { bucket: "register", max: self.registrations_per_address, window_seconds: 3600 }
    }

    /// Of asking for e-mails, by network address.
    pub(crate) const fn emails(self) -> RateLimit {
        RateLimit { bucket: "letter", max: self.emails_per_address, window_seconds: 3600 }
    }

    /// Of asking for e-mails, by network and by the e-mail address that they go to.
    pub(crate) const fn emails_to(self) -> RateLimit {
        RateLimit { bucket: "letterTo", max: self.emails_per_email, window_seconds: 3600 }
    }

    /// Of links that visitors have sent to one mailbox, whoever they are.
    pub(crate) const fn links_to(self) -> RateLimit {
        RateLimit { bucket: "linkTo", max: self.links_per_mailbox, window_seconds: 3600 }
    }

    /// Of wrong passwords for one account, from all networks together.
    pub(crate) const fn wrong_passwords(self) -> RateLimit {
        RateLimit { bucket: "wrongPassword", max: self.wrong_passwords_per_account, window_seconds: 3600 }
    }

    /// Of looking up e-mail addresses and links, by network address.
    pub(crate) const fn checks(self) -> RateLimit {
        RateLimit { bucket: "check", max: self.checks_per_address, window_seconds: 15 * 60 }
    }
}
