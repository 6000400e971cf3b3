//! Limits the calls of each API token, before a call takes a connection of the pool (docs/api.md#rate-limits). Each process
//! has its own counts. Answers have the headers `RateLimit` and `RateLimit-Policy` of the IETF draft
//! draft-ietf-httpapi-ratelimit-headers-10.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use gridbill_core::tokens::token_kind;
use gridbill_core::{Code, Instant, Problem};

use crate::app::App;
use crate::auth::address::{self, Address};
use crate::auth::api_token::hashed;
use crate::auth::caller::{bearer, language};
use crate::auth::security::RefusedWith;
use crate::endpoint::refusal;

/// Length of a window.
const WINDOW_SECONDS: i64 = 60;
/// Calls with unknown tokens that one network address may make in a window, each of which reads the database.
const UNKNOWN_TOKENS: u32 = 30;
/// Maximum counters of a kind. Beyond that, counters whose window is over are deleted, or else all: a flood of invented
/// tokens must not fill the memory.
const MAX_COUNTERS: usize = 20_000;

/// The counts of a process.
#[derive(Clone)]
pub struct TokenLimits(Arc<Counts>);

struct Counts {
    app: App,
    by_token: Mutex<Windows<[u8; 32]>>,
    unknown_by_address: Mutex<Windows<String>>,
}

/// Counters, each with the beginning of its window.
struct Windows<K>(HashMap<K, (Instant, u32)>);

/// The rest of a window after a call was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct WindowState {
    remaining: u32,
    /// Seconds until the window ends.
    seconds: i64,
    is_exceeded: bool,
}

impl<K: Hash + Eq> Windows<K> {
    /// Counts a call.
    fn count(&mut self, key: K, limit: u32, now: Instant) -> WindowState {
        if self.0.len() >= MAX_COUNTERS && !self.0.contains_key(&key) {
            self.0.retain(|_, (began_at, _)| !is_over(*began_at, now));
            if self.0.len() >= MAX_COUNTERS {
                self.0.clear();
            }
        }
        let (began_at, calls) = self.0.entry(key).or_insert((now, 0));
        if is_over(*began_at, now) {
            (*began_at, *calls) = (now, 0);
        }
        *calls = calls.saturating_add(1);
        let seconds = (WINDOW_SECONDS - now.seconds_since(*began_at)).clamp(1, WINDOW_SECONDS);
        WindowState { remaining: limit.saturating_sub(*calls), seconds, is_exceeded: *calls > limit }
    }

    /// Returns the seconds until the window ends if its limit is reached, without counting.
    fn find_full(&self, key: &K, limit: u32, now: Instant) -> Option<i64> {
        let (began_at, calls) = self.0.get(key)?;
        let is_full = !is_over(*began_at, now) && *calls >= limit;
        is_full.then(|| (WINDOW_SECONDS - now.seconds_since(*began_at)).clamp(1, WINDOW_SECONDS))
    }
}

fn is_over(began_at: Instant, now: Instant) -> bool {
    now.seconds_since(began_at) >= WINDOW_SECONDS
}

fn lock<K>(windows: &Mutex<Windows<K>>) -> MutexGuard<'_, Windows<K>> {
    windows.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TokenLimits {
    #[must_use]
    pub fn new(app: &App) -> Self {
        let (by_token, unknown_by_address) = (Mutex::new(Windows(HashMap::new())), Mutex::new(Windows(HashMap::new())));
        Self(Arc::new(Counts { app: app.clone(), by_token, unknown_by_address }))
    }
}

/// Middleware that counts each call with an API token, and refuses it beyond the limit.
pub async fn limit(State(TokenLimits(counts)): State<TokenLimits>, request: Request, next: Next) -> Response {
    let Some(token) = bearer(request.headers()).filter(|text| token_kind(text).is_some()) else {
        return next.run(request).await;
    };
    let (hash, language, now) = (hashed(token), language(request.headers()), counts.app.now());
    let caller = request.extensions().get::<Address>().map(|Address(text)| address::caller(text)).unwrap_or_default();
    let too_many =
        |seconds: i64| refusal(Problem::new(Code::ApiTokenTooManyCalls).with("seconds", seconds).into(), language);
    let full = lock(&counts.unknown_by_address).find_full(&caller, UNKNOWN_TOKENS, now);
    if let Some(seconds) = full {
        return too_many(seconds);
    }
    let limit = counts.app.config.limits.token_calls_per_minute;
    let state = lock(&counts.by_token).count(hash, limit, now);
    let mut answer = if state.is_exceeded { too_many(state.seconds) } else { next.run(request).await };
    let is_unknown = |code| matches!(code, Code::ApiTokenInvalid | Code::ApiTokenOfPortal | Code::ApiTokenOfSandbox);
    if answer.extensions().get().is_some_and(|RefusedWith(code)| is_unknown(*code)) {
        lock(&counts.unknown_by_address).count(caller, UNKNOWN_TOKENS, now);
    }
    let headers = [
        ("ratelimit-policy", format!("\"token\";q={limit};w={WINDOW_SECONDS}")),
        ("ratelimit", format!("\"token\";r={};t={}", state.remaining, state.seconds)),
    ];
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::try_from(value) {
            answer.headers_mut().insert(name, value);
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(remaining: u32, seconds: i64, is_exceeded: bool) -> WindowState {
        WindowState { remaining, seconds, is_exceeded }
    }

    #[test]
    fn a_window_begins_with_the_first_call_and_counts_each_token() {
        let mut windows = Windows(HashMap::new());
        let now = Instant::parse("2026-11-20T04:00:00Z").expect("an instant");
        assert_eq!(windows.count("one", 2, now), state(1, 60, false));
        assert_eq!(windows.count("one", 2, now.plus_seconds(20)), state(0, 40, false));
        assert_eq!(windows.find_full(&"one", 2, now.plus_seconds(20)), Some(40));
        assert_eq!(windows.count("one", 2, now.plus_seconds(59)), state(0, 1, true));
        assert_eq!(windows.count("other", 2, now.plus_seconds(59)), state(1, 60, false));
        assert_eq!(windows.find_full(&"one", 2, now.plus_seconds(60)), None);
        assert_eq!(windows.count("one", 2, now.plus_seconds(60)), state(1, 60, false));
    }

    #[test]
    fn invented_tokens_do_not_fill_the_memory() {
        let mut windows = Windows(HashMap::new());
        let now = Instant::parse("2026-11-20T04:00:00Z").expect("an instant");
        for token in 0..3 * MAX_COUNTERS {
            windows.count(token, 2, now);
        }
        assert!(windows.0.len() <= MAX_COUNTERS);
    }
}
