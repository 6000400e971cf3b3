//! The web app's session cookies, which no script can read. Over TLS their names begin with `__Host-`, so that no
//! other host of the same domain and no page without TLS can set them.

use std::borrow::Cow;

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use gridbill_core::identity::SESSION_SECONDS;

pub const ACCESS: &str = "gridbill_access";
pub const REFRESH: &str = "gridbill_refresh";
/// Identifies a browser that was used before. Grants no access.
pub const DEVICE: &str = "gridbill_device";

fn full_name(name: &str, secure: bool) -> Cow<'_, str> {
    if secure { Cow::Owned(format!("__Host-{name}")) } else { Cow::Borrowed(name) }
}

/// Returns the value of a cookie. `secure` is true if the portal uses TLS.
#[must_use]
pub fn read(headers: &HeaderMap, name: &str, secure: bool) -> Option<String> {
    let name = full_name(name, secure);
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|header| header.to_str().ok());
    cookies
        .flat_map(|header| header.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, value)| *key == name.as_ref() && !value.is_empty())
        .map(|(_, value)| value.to_owned())
}

/// Returns the header that sets a cookie for a day. An empty value removes the cookie.
#[must_use]
pub fn write(name: &str, value: &str, secure: bool) -> String {
    write_for(name, value, if value.is_empty() { 0 } else { SESSION_SECONDS }, secure)
}

/// Returns the header that sets a cookie for `age` seconds.
#[must_use]
pub fn write_for(name: &str, value: &str, age: i64, secure: bool) -> String {
    let name = full_name(name, secure);
    let secure = if secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}")
}
