//! Headers of endpoints that will be removed (docs/api.md#versions).

use axum::http::{HeaderName, HeaderValue};
use gridbill_core::Day;
use gridbill_core::endpoint::Deprecation;

/// Returns the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
pub fn headers(Deprecation { since, sunset }: Deprecation) -> Vec<(HeaderName, HeaderValue)> {
    let at = |day: &str| Day::parse(day).ok().map(|day| day.begins().utc());
    let since = at(since).map(|at| ("deprecation", format!("@{}", at.timestamp())));
    let sunset = at(sunset).map(|at| ("sunset", at.format("%a, %d %b %Y %H:%M:%S GMT").to_string()));
    let headers = [since, sunset].into_iter().flatten();
    let header = |(name, value): (&'static str, String)| {
        Some((HeaderName::from_static(name), HeaderValue::try_from(value).ok()?))
    };
    headers.filter_map(header).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headers_have_the_forms_of_their_standards() {
        let headers = headers(Deprecation { since: "2026-12-01", sunset: "2027-06-01" });
        let shown: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
        // Days begin at midnight in Malaysia.
        assert_eq!(shown, [("deprecation", "@1796054400"), ("sunset", "Mon, 31 May 2027 16:00:00 GMT")]);
    }
}
