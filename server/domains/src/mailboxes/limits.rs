//! Rate limits of links to confirm an address.

use crate::auth::rate_limit::RateLimit;

/// Links that one user sends.
pub const BY_PERSON: RateLimit = RateLimit { bucket: "mailbox", max: 20, window_seconds: 3600 };

/// Links that all users of one company send. Enough to add all addresses of a company, and to send each link again.
pub const BY_COMPANY: RateLimit = RateLimit { bucket: "mailboxCompany", max: 40, window_seconds: 24 * 3600 };

/// Links that all companies together send to one address.
pub const BY_RECIPIENT: RateLimit = RateLimit { bucket: "mailboxTo", max: 3, window_seconds: 24 * 3600 };
