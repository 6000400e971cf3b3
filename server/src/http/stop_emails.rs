//! The address of the header `List-Unsubscribe` (RFC 8058): mail programs stop e-mails of one kind with a POST and without a
//! session. Opening it shows the page that asks, because scanners open every address of an e-mail.

use axum::extract::{Path, State};
use axum::http::header::{LOCATION, USER_AGENT};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use bytes::Bytes;
use gridbill_core::mailboxes::StopMailboxRequest;
use gridbill_core::{Code, Problem};

use crate::app::App;
use crate::auth::address::Address;
use crate::auth::caller::{device, language};
use crate::auth::who::Caller;
use crate::endpoint::refusal;
use crate::mail::{STOP_PAGE, STOP_PATH};
use crate::mailboxes;

/// The form that a mail program sends, as `multipart/form-data` or as `application/x-www-form-urlencoded`.
const FIELD: &str = "List-Unsubscribe";
const VALUE: &str = "One-Click";

pub fn routes() -> Router<App> {
    Router::new().route(&format!("{STOP_PATH}{{token}}"), get(ask).post(stop))
}

/// Leads to the page, which has the token in the fragment.
async fn ask(Path(token): Path<String>, headers: HeaderMap) -> Response {
    if !is_token(&token) {
        return refusal(Code::NotFound.into(), language(&headers));
    }
    (StatusCode::SEE_OTHER, [(LOCATION, format!("{STOP_PAGE}{token}"))]).into_response()
}

/// Stops the e-mails. A repeated call is answered in the same way.
async fn stop(
    State(app): State<App>,
    Path(token): Path<String>,
    Extension(Address(address)): Extension<Address>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let form = String::from_utf8_lossy(&body);
    if !is_token(&token) || !form.contains(FIELD) || !form.contains(VALUE) {
        let problem = Problem::new(Code::Unreadable).with("reason", format!("the form must have {FIELD}={VALUE}"));
        return refusal(problem.into(), language(&headers));
    }
    let device = headers.get(USER_AGENT).map(device).unwrap_or_default();
    let caller = Caller { device, address, ..Caller::default() };
    match mailboxes::stop_at_once(&app, &caller, StopMailboxRequest { token, all: false }).await {
        Ok(_) => "OK".into_response(),
        Err(error) => refusal(error, language(&headers)),
    }
}

/// Whether a text could be a token. Others would change the address that the page is redirected to.
fn is_token(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
