//! The web app's two cookies, which no script can read.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use gridbill_core::identity::SESSION_SECONDS;

pub const ACCESS: &str = "gridbill_access";
pub const REFRESH: &str = "gridbill_refresh";

/// The value of a cookie.
#[must_use]
pub fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|header| header.to_str().ok());
    cookies
        .flat_map(|header| header.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, value)| *key == name && !value.is_empty())
        .map(|(_, value)| value.to_owned())
}

/// Sets a cookie for a day; an empty value removes it.
#[must_use]
pub fn write(name: &str, value: &str, secure: bool) -> String {
    let age = if value.is_empty() { 0 } else { SESSION_SECONDS };
    let secure = if secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}")
}
