//! Rate limits of this domain.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Sign-ins, by network address.
    pub(crate) const fn sign_ins(self) -> RateLimit {
        RateLimit { bucket: "signIn", max: self.sign_ins_per_address, window_seconds: 15 * 60 }
    }

    /// Registrations, by network address.
    pub(crate) const fn registrations(self) -> RateLimit {
        RateLimit { bucket: "register", max: self.registrations_per_address, window_seconds: 3600 }
    }

    /// Requests for e-mails, by network address.
    pub(crate) const fn emails(self) -> RateLimit {
        RateLimit { bucket: "letter", max: self.emails_per_address, window_seconds: 3600 }
    }

    /// Requests for e-mails, by network and recipient.
    pub(crate) const fn emails_to(self) -> RateLimit {
        RateLimit { bucket: "letterTo", max: self.emails_per_email, window_seconds: 3600 }
    }

    /// Links sent to one mailbox, requested by all visitors together.
    pub(crate) const fn links_to(self) -> RateLimit {
        RateLimit { bucket: "linkTo", max: self.links_per_mailbox, window_seconds: 3600 }
    }

    /// Wrong passwords for one account, from all networks together.
    pub(crate) const fn wrong_passwords(self) -> RateLimit {
        RateLimit { bucket: "wrongPassword", max: self.wrong_passwords_per_account, window_seconds: 3600 }
    }

    /// Passkey challenges, by network address. A sign-in page requests one when it opens, and again every four minutes.
    pub(crate) const fn passkey_questions(self) -> RateLimit {
        let max = self.sign_ins_per_address.saturating_mul(4);
        RateLimit { bucket: "passkeyQuestion", max, window_seconds: 15 * 60 }
    }

    /// Checks of e-mail addresses and links, by network address.
    pub(crate) const fn checks(self) -> RateLimit {
        RateLimit { bucket: "check", max: self.checks_per_address, window_seconds: 15 * 60 }
    }
}
