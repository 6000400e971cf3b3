//! Rate limits of this domain.

use crate::auth::rate_limit::RateLimit;

/// Limits submissions, per person. Each one notifies all reviewers, and a withdrawn application can be resubmitted
/// immediately. A genuine applicant waits for a decision.
pub const SUBMISSIONS: RateLimit = RateLimit { bucket: "submission", max: 10, window_seconds: 3600 };

/// Limits saving of drafts, per person. The page saves 0.8 s after typing stops; each draft may list 10,000 accounts.
pub const DRAFTS: RateLimit = RateLimit { bucket: "draft", max: 600, window_seconds: 900 };
