//! Rate limits of calls about personal data.

use crate::auth::rate_limit::RateLimit;

/// Requests that a user makes: each is work for staff and sets a legal deadline.
pub const MADE: RateLimit = RateLimit { bucket: "dataRequestMade", max: 20, window_seconds: 24 * 3600 };

/// Requests that a staff user records.
pub const RECORDED: RateLimit = RateLimit { bucket: "dataRequestRecorded", max: 200, window_seconds: 3600 };

/// Versions of breaches that a staff user writes.
pub const BREACHES: RateLimit = RateLimit { bucket: "breachVersion", max: 200, window_seconds: 3600 };
