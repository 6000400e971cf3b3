//! The id that identifies a call in the response, the log and a trace. A valid id of the caller is used.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const MAX_ID_LENGTH: usize = 64;

/// Removes invalid or repeated ids; such a call gets an id of the portal's own.
pub async fn check(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let mut ids = headers.get_all(REQUEST_ID).into_iter();
    let is_kept = matches!((ids.next(), ids.next()), (Some(id), None) if is_id(id));
    if !is_kept {
        headers.remove(REQUEST_ID);
    }
    next.run(request).await
}

fn is_id(id: &HeaderValue) -> bool {
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(byte);
    (1..=MAX_ID_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(allowed)
}

/// Returns the id of the call.
#[must_use]
pub fn of(headers: &HeaderMap) -> &str {
    headers.get(&REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default()
}
