//! The rate limits that the configuration sets.

use super::rate_limit::RateLimit;
use crate::config::{Limits, Statements};

impl Limits {
    /// Limits lookups of companies' accounts, per person.
    #[must_use]
    pub const fn companies(self) -> RateLimit {
        RateLimit { bucket: "company", max: self.companies_per_person, window_seconds: 3600 }
    }

    /// Limits lookups of single accounts, per person.
    #[must_use]
    pub const fn accounts(self) -> RateLimit {
        RateLimit { bucket: "account", max: self.accounts_per_person, window_seconds: 3600 }
    }

    /// Limits checks of account lists, per person; each account counts.
    #[must_use]
    pub const fn listed_accounts(self) -> RateLimit {
        RateLimit { bucket: "listedAccount", max: self.listed_accounts_per_person, window_seconds: 3600 }
    }

    /// E-mails to colleagues, by sender.
    #[must_use]
    pub const fn colleague_emails(self) -> RateLimit {
        RateLimit { bucket: "colleague", max: self.colleague_emails_per_person, window_seconds: 3600 }
    }

    /// The same, by recipient.
    #[must_use]
    pub const fn colleague_emails_to(self) -> RateLimit {
        RateLimit { bucket: "colleagueTo", ..self.colleague_emails() }
    }

    /// Sign-ins, by network address.
    #[must_use]
    pub const fn sign_ins(self) -> RateLimit {
        RateLimit { bucket: "signIn", max: self.sign_ins_per_address, window_seconds: 15 * 60 }
    }

    /// Registrations, by network address.
    #[must_use]
    pub const fn registrations(self) -> RateLimit {
        RateLimit { bucket: "register", max: self.registrations_per_address, window_seconds: 3600 }
    }

    /// Requests for e-mails, by network address.
    #[must_use]
    pub const fn emails(self) -> RateLimit {
        RateLimit { bucket: "letter", max: self.emails_per_address, window_seconds: 3600 }
    }

    /// Requests for e-mails, by network and recipient.
    #[must_use]
    pub const fn emails_to(self) -> RateLimit {
        RateLimit { bucket: "letterTo", max: self.emails_per_email, window_seconds: 3600 }
    }

    /// Links sent to one mailbox, requested by all visitors together.
    #[must_use]
    pub const fn links_to(self) -> RateLimit {
        RateLimit { bucket: "linkTo", max: self.links_per_mailbox, window_seconds: 3600 }
    }

    /// Wrong passwords for one account, from all networks together.
    #[must_use]
    pub const fn wrong_passwords(self) -> RateLimit {
        RateLimit { bucket: "wrongPassword", max: self.wrong_passwords_per_account, window_seconds: 3600 }
    }

    /// Passkey challenges, by network address. A sign-in page requests one when it opens, and again every four minutes.
    #[must_use]
    pub const fn passkey_questions(self) -> RateLimit {
        let max = self.sign_ins_per_address.saturating_mul(4);
        RateLimit { bucket: "passkeyQuestion", max, window_seconds: 15 * 60 }
    }

    /// Checks of e-mail addresses and links, by network address.
    #[must_use]
    pub const fn checks(self) -> RateLimit {
        RateLimit { bucket: "check", max: self.checks_per_address, window_seconds: 15 * 60 }
    }

    /// Limits messages that the gateway did not sign, per network.
    #[must_use]
    pub const fn unsigned_messages(self) -> RateLimit {
        RateLimit { bucket: "unsignedMessage", max: self.unsigned_messages_per_address, window_seconds: 15 * 60 }
    }

    /// Limits queries that a person opens. Each notifies all staff who answer.
    #[must_use]
    pub const fn queries(self) -> RateLimit {
        RateLimit { bucket: "query", max: self.queries_per_person, window_seconds: 3600 }
    }

    /// Limits messages that a person adds to queries.
    #[must_use]
    pub const fn query_messages(self) -> RateLimit {
        RateLimit { bucket: "queryMessage", max: self.query_messages_per_person, window_seconds: 3600 }
    }

    /// Limits uploads of declarations, per person.
    #[must_use]
    pub const fn uploads(self) -> RateLimit {
        RateLimit { bucket: "upload", max: self.uploads_per_person, window_seconds: 3600 }
    }

    /// Invitations including repeats, by sender.
    #[must_use]
    pub const fn invitations(self) -> RateLimit {
        RateLimit { bucket: "invite", max: self.invitations_per_person, window_seconds: 3600 }
    }

    /// Invitations including repeats, by recipient.
    #[must_use]
    pub const fn invitations_to(self) -> RateLimit {
        RateLimit { bucket: "inviteTo", max: self.invitations_per_email, window_seconds: 3600 }
    }
}

impl Statements {
    /// Limits requests and retries, per person.
    #[must_use]
    pub const fn requests(&self) -> RateLimit {
        RateLimit { bucket: "statement", max: self.per_person, window_seconds: 3600 }
    }

    /// Limits statements to an unverified e-mail address, per address.
    #[must_use]
    pub const fn to_recipient(&self) -> RateLimit {
        RateLimit { bucket: "statementTo", max: self.per_recipient, window_seconds: 3600 }
    }
}
