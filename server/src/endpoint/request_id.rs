//! By which calls are told apart: an id of the portal's own, and beside it the one that they came with.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The request id that somebody else gave, as the log has it.
const FOREIGN_ID: HeaderName = HeaderName::from_static("x-foreign-request-id");
const MAX_FOREIGN_ID_LENGTH: usize = 64;

/// Puts the request id of somebody else aside, if it looks like one: calls are told apart by an id of the portal's own.
pub async fn keep_foreign(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let foreign = headers.remove(REQUEST_ID).filter(is_id);
    headers.remove(FOREIGN_ID);
    if let Some(foreign) = foreign {
        headers.insert(FOREIGN_ID, foreign);
    }
    next.run(request).await
}

fn is_id(id: &HeaderValue) -> bool {
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(byte);
    (1..=MAX_FOREIGN_ID_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(allowed)
}

/// The portal's id of the call, and the one that it came with.
#[must_use]
pub fn of(headers: &HeaderMap) -> (&str, Option<&str>) {
    let text = |name: &HeaderName| headers.get(name).and_then(|id| id.to_str().ok());
    (text(&REQUEST_ID).unwrap_or_default(), text(&FOREIGN_ID))
}
