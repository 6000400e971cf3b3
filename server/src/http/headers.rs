//! Headers of every response.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::config::Config;

/// The only styles that are not in the portal's files. React Aria adds them at runtime, for pressable elements and
/// for dialogues on iOS. `app/test/styles.test.ts` compares the hashes with the installed version.
const STYLE_HASHES: &str =
    "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

/// Policy of responses that are not pages: scripts (workers obey their script's policy), styles and API responses.
/// It is short because a first screen needs forty responses. The full policy on each would cost a third of a second
/// on a slow connection.
const POLICY_OF_PARTS: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'; \
                               base-uri 'none'; object-src 'none'";

/// The headers that are the same for all responses.
pub struct Headers {
    always: Vec<(HeaderName, HeaderValue)>,
    /// Headers that only matter for pages.
    of_pages: Vec<(HeaderName, HeaderValue)>,
    policy: HeaderValue,
}

impl Headers {
    /// Fails when a setting cannot be written into a header.
    pub fn new(config: &Config) -> anyhow::Result<Arc<Self>> {
        let text = HeaderValue::from_static;
        let mut always = vec![
            (X_CONTENT_TYPE_OPTIONS, text("nosniff")),
            (REFERRER_POLICY, text("same-origin")),
            (HeaderName::from_static("cross-origin-resource-policy"), text("same-origin")),
        ];
        let of_pages = vec![
            (HeaderName::from_static("permissions-policy"), text("camera=(), microphone=(), geolocation=()")),
            (HeaderName::from_static("cross-origin-opener-policy"), text("same-origin")),
        ];
        if config.secure_cookies() {
            always.push((STRICT_TRANSPORT_SECURITY, text("max-age=31536000; includeSubDomains")));
        }
        let policy = policy(&format!("'self' {STYLE_HASHES}"), &config.form_action());
        Ok(Arc::new(Self { always, of_pages, policy: HeaderValue::from_str(&policy)? }))
    }
}

fn policy(styles: &str, form_action: &str) -> String {
    format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src {styles}; img-src 'self' data:; \
         font-src 'self' data:; connect-src 'self'; worker-src 'self'; form-action 'self' {form_action}; \
         frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
    )
}

/// Returns the policy of a page with inline styles: the demo's e-mails, as mail programs would show them.
#[must_use]
pub fn policy_with_inline_styles() -> String {
    policy("'self' 'unsafe-inline'", "")
}

/// Sets the headers of a response.
pub async fn set(State(headers): State<Arc<Headers>>, request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    // A 304 response has no content type, and its headers replace those in the browser's cache, so it is treated as
    // a page.
    let is_as_kept = answer.status() == StatusCode::NOT_MODIFIED;
    let of_answer = answer.headers_mut();
    let is_html = of_answer.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let is_page = is_html || is_as_kept;
    for (name, value) in headers.always.iter().chain(headers.of_pages.iter().filter(|_| is_page)) {
        of_answer.insert(name.clone(), value.clone());
    }
    of_answer
        .entry(CONTENT_SECURITY_POLICY)
        .or_insert_with(|| if is_page { headers.policy.clone() } else { HeaderValue::from_static(POLICY_OF_PARTS) });
    // Responses without a caching rule are not stored.
    of_answer.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if let Some(with_charset) = of_answer.get(CONTENT_TYPE).and_then(with_charset) {
        of_answer.insert(CONTENT_TYPE, with_charset);
    }
    answer
}

/// Adds the charset. All text of the portal is UTF-8.
fn with_charset(kind: &HeaderValue) -> Option<HeaderValue> {
    match kind.as_bytes() {
        b"text/html" => Some(HeaderValue::from_static("text/html; charset=utf-8")),
        b"text/css" => Some(HeaderValue::from_static("text/css; charset=utf-8")),
        b"text/javascript" => Some(HeaderValue::from_static("text/javascript; charset=utf-8")),
        b"text/plain" => Some(HeaderValue::from_static("text/plain; charset=utf-8")),
        _ => None,
    }
}
