//! Rate limits of calls that make the portal call a receiver.

use crate::auth::rate_limit::RateLimit;

/// New webhooks of one company: each resolves the name of an address.
pub const CREATED: RateLimit = RateLimit { bucket: "webhookCreated", max: 30, window_seconds: 3600 };

/// Test events of one company.
pub const TESTS: RateLimit = RateLimit { bucket: "webhookTest", max: 60, window_seconds: 3600 };

/// Replays of one company. Enough to send single events of an outage again.
pub const REPLAYS: RateLimit = RateLimit { bucket: "webhookReplay", max: 300, window_seconds: 3600 };

/// Rotations of the keys of one webhook. All keys of the last day sign each delivery, in one header.
pub const ROTATIONS: RateLimit = RateLimit { bucket: "webhookRotation", max: 10, window_seconds: 24 * 3600 };
