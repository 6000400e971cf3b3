//! The files at well-known addresses: robots.txt, and security.txt with the contact for vulnerabilities.

use axum::Router;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use gridbill_core::Code;

use crate::app::App;
use crate::auth::caller::language;
use crate::endpoint::refusal;

/// The public pages. Everything else requires a sign-in or a link.
const ROBOTS: &str = "User-agent: *\n\
                      Allow: /$\n\
                      Allow: /assets/\n\
                      Allow: /learnMore$\n\
                      Allow: /account/register$\n\
                      Disallow: /\n";
/// Seconds for which security.txt is valid (RFC 9116: less than a year).
const CONTACT_SECONDS: i64 = 90 * 24 * 3600;

pub fn routes() -> Router<App> {
    Router::new().route("/robots.txt", get(robots)).route("/.well-known/security.txt", get(security))
}

async fn robots() -> Response {
    for_a_day(ROBOTS.to_owned())
}

/// RFC 9116. Not found if the operator has configured no contact.
async fn security(State(app): State<App>, headers: HeaderMap) -> Response {
    let Some(contact) = &app.config.security_contact else {
        return refusal(Code::NotFound.into(), language(&headers));
    };
    let expires = app.now().plus_seconds(CONTACT_SECONDS).utc().format("%Y-%m-%dT%H:%M:%SZ");
    let canonical = format!("{}/.well-known/security.txt", app.config.public_url());
    for_a_day(format!("Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en, ms\nCanonical: {canonical}\n"))
}

fn for_a_day(text: String) -> Response {
    ([(CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"))], text).into_response()
}
