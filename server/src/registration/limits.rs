//! How often somebody may ask for what this domain does.

use crate::auth::rate_limit::RateLimit;
use crate::config::Limits;

impl Limits {
    /// Of uploading declarations, by person.
    pub(crate) const fn uploads(self) -> RateLimit {
        RateLimit { bucket: "upload", max: self.uploads_per_person, window_seconds: 3600 }
    }
}
