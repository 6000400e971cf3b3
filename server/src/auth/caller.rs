//! What the headers of a call say of its caller.

use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue};
use gridbill_core::Language;

use super::guard::Call;
use super::who::{Caller, CookieJar};
use super::{Auth, cookie};

/// The most characters that a browser's name for itself is kept with.
const MAX_DEVICE_LENGTH: usize = 300;

/// Who calls, whether signed in or not.
pub(super) fn caller(auth: &Auth, call: &Call<'_>) -> Caller {
    Caller {
        uses_cookies: call.headers.get("x-session").is_some_and(|value| value == "cookie"),
        cookies: CookieJar::default(),
        device: call.headers.get(USER_AGENT).map(device).unwrap_or_default(),
        address: call.address.to_owned(),
        device_cookie: cookie::read(call.headers, cookie::DEVICE, auth.config.secure_cookies()),
    }
}

/// The browser or program, as it names itself.
#[must_use]
pub fn device(user_agent: &HeaderValue) -> String {
    harmless(&String::from_utf8_lossy(user_agent.as_bytes()))
}

pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// A name as it may be shown: without controls, and without what turns the direction of writing or hides in it.
fn harmless(device: &str) -> String {
    let hides = |character| matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let shown = device.chars().filter(|&character| !character.is_control() && !hides(character));
    shown.take(MAX_DEVICE_LENGTH).collect::<String>().trim().to_owned()
}

/// The language that the caller asks for.
#[must_use]
pub fn language(headers: &HeaderMap) -> Language {
    headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).map(Language::accepted).unwrap_or_default()
}
