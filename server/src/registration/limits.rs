//! How often somebody may ask for what this domain does.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

/// Of submitting applications, by person. Each one is news to everybody who reviews, and withdrawn it can be submitted anew at
/// once; an honest one waits for a decision.
pub const SUBMISSIONS: RateLimit = RateLimit { bucket: "submission", max: 10, window_seconds: 3600 };

impl Limits {
    /// Of uploading declarations, by person.
    pub(crate) const fn uploads(self) -> RateLimit {
        RateLimit { bucket: "upload", max: self.uploads_per_person, window_seconds: 3600 }
    }
}
