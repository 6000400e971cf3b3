//! Limits the calls of each API token, before a call takes a connection of the pool (docs/api.md#rate-limits). Each process
//! has its own counts. Answers have the headers `RateLimit` and `RateLimit-Policy` of the IETF draft
//! draft-ietf-httpapi-ratelimit-headers-10.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use gridbill_core::tokens::token_kind;
use gridbill_core::{Code, Problem};

use crate::app::App;
use crate::auth::address::{self, Address};
use crate::auth::api_token::hashed;
use crate::auth::caller::{bearer, language};
use crate::auth::security::RefusedWith;
use crate::auth::windows::{WINDOW_SECONDS, Windows};
use crate::endpoint::refusal;

/// Calls with unknown tokens that one network address may make in a window, each of which reads the database.
const UNKNOWN_TOKENS: u32 = 30;

/// The counts of a process.
#[derive(Clone)]
pub struct TokenLimits(Arc<Counts>);

struct Counts {
    app: App,
    by_token: Windows<[u8; 32]>,
    unknown_by_address: Windows<String>,
}

impl TokenLimits {
    #[must_use]
    pub fn new(app: &App) -> Self {
        Self(Arc::new(Counts {
            app: app.clone(),
            by_token: Windows::default(),
            unknown_by_address: Windows::default(),
        }))
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
    let full = counts.unknown_by_address.find_full(&caller, UNKNOWN_TOKENS, now);
    if let Some(seconds) = full {
        return too_many(seconds);
    }
    let limit = counts.app.config.limits.token_calls_per_minute;
    let state = counts.by_token.count(hash, limit, now);
    let mut answer = if state.is_exceeded { too_many(state.seconds) } else { next.run(request).await };
    let is_unknown = |code| matches!(code, Code::ApiTokenInvalid | Code::ApiTokenOfPortal | Code::ApiTokenOfSandbox);
    if answer.extensions().get().is_some_and(|RefusedWith(code)| is_unknown(*code)) {
        counts.unknown_by_address.count(caller, UNKNOWN_TOKENS, now);
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
