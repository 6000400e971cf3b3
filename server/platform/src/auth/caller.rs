//! Reads the caller's data from the headers of a call.

use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue};
use gridbill_core::Language;

use super::guard::Call;
use super::who::{Caller, CookieJar};
use super::{Auth, cookie};

/// Maximum stored length of a `User-Agent`, in characters.
const MAX_DEVICE_LENGTH: usize = 300;

/// Returns the caller of a call, whether or not signed in.
pub(super) fn caller(auth: &Auth, call: &Call<'_>) -> Caller {
    Caller {
        uses_cookies: call.headers.get("x-session").is_some_and(|value| value == "cookie"),
        cookies: CookieJar::default(),
        device: call.headers.get(USER_AGENT).map(device).unwrap_or_default(),
        address: call.address.to_owned(),
        device_cookie: cookie::read(call.headers, cookie::DEVICE, auth.config.secure_cookies()),
    }
}

/// Returns the `User-Agent` in a form that is safe to show.
#[must_use]
pub fn device(user_agent: &HeaderValue) -> String {
    harmless(&String::from_utf8_lossy(user_agent.as_bytes()))
}

/// Returns the token of the header `Authorization`. The scheme may be in any case, with spaces after it (RFC 9110, 11.4).
#[must_use]
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim_start_matches(' '))
}

/// Makes a text safe to show: removes control characters, and invisible ones that change the direction of writing
/// or hide text.
fn harmless(device: &str) -> String {
    let hides = |character| matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let shown = device.chars().filter(|&character| !character.is_control() && !hides(character));
    shown.take(MAX_DEVICE_LENGTH).collect::<String>().trim().to_owned()
}

/// Returns the language that the caller asks for.
#[must_use]
pub fn language(headers: &HeaderMap) -> Language {
    headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).map(Language::accepted).unwrap_or_default()
}
