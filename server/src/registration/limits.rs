//! How often somebody may ask for what this domain does.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

/// Of submitting applications, by person. Each one is news to everybody who reviews, and withdrawn it can be submitted anew at
/// once; an honest one waits for a decision.
pub const SUBMISSIONS: RateLimit = RateLimit { bucket: "submission", max: 10, window_seconds: 3600 };

/// Of saving drafts, by person. The page saves one 0.8 s after typing stops; each may list 10,000 accounts.
pub const DRAFTS: RateLimit = RateLimit { bucket: "draft", max: 600, window_seconds: 900 };

impl Limits {
    /// Of uploading declarations, by person.
    pub(crate) const fn uploads(self) -> RateLimit {
        RateLimit { bucket: "upload", max: self.uploads_per_person, window_seconds: 3600 }
    }
}
