//! Announces that an endpoint will be removed (docs/api.md#versions). Its answers have the headers `Deprecation` (RFC
//! 9745) and `Sunset` (RFC 8594).

/// The days on which an endpoint was deprecated and on which it is removed, as `yyyy-MM-dd`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deprecation {
    /// The first day on which clients should use another call.
    pub since: &'static str,
    /// The first day on which the call may be missing.
    pub sunset: &'static str,
}
