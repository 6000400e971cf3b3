//! Security events: what happens at the door, kept for whoever looks into it later.
//!
//! Each is a line of the log (target `security`), a row of `security_event` and a count in /metrics. It is written after
//! the call, by a statement of its own, so a refusal does not take it back and no transaction waits for it. Refusals have a
//! limited number of rows in an hour, for each network and in all, or a stranger could fill the database; the rest are
//! counted, in /metrics at once and in the next row. The limits are each process's own: they need not be exact.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::extract::{Request, State};
use axum::http::header::USER_AGENT;
use axum::middleware::Next;
use axum::response::Response;
use gridbill_core::{Code, Instant};
use uuid::Uuid;

use super::Auth;
use super::address::Address;
use super::sql::events as sql;
use super::who::Caller;
use super::{address, caller};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    SignedIn,
    WrongPassword,
    /// The wrong attempt that locks.
    LockedOut,
    /// An attempt while it is locked.
    SignInLocked,
    NotActivated,
    RefreshUnknown,
    RefreshReused,
    RefreshExpired,
    /// An access token that we did not sign.
    ForgedToken,
    /// A call without the permission, or about a bulk account that is not the caller's.
    Denied,
    RateLimited,
}

impl What {
    /// Kind and outcome, as they are stored and counted.
    #[must_use]
    pub const fn labels(self) -> (&'static str, &'static str) {
        match self {
            Self::SignedIn => ("signIn", "succeeded"),
            Self::WrongPassword => ("signIn", "wrongPassword"),
            Self::LockedOut => ("signIn", "lockedOut"),
            Self::SignInLocked => ("signIn", "locked"),
            Self::NotActivated => ("signIn", "notActivated"),
            Self::RefreshUnknown => ("refresh", "unknown"),
            Self::RefreshReused => ("refresh", "reused"),
            Self::RefreshExpired => ("refresh", "expired"),
            Self::ForgedToken => ("token", "forged"),
            Self::Denied => ("call", "denied"),
            Self::RateLimited => ("call", "rateLimited"),
        }
    }
}

/// One event: what, who as far as that is known, and at which call.
pub struct Event<'a> {
    pub what: What,
    pub person_id: Option<Uuid>,
    pub email: Option<&'a str>,
    pub call: &'a str,
    pub code: Option<Code>,
}

/// An event as it is stored.
pub struct Row {
    pub what: What,
    pub person_id: Option<Uuid>,
    pub email: Option<String>,
    pub address: String,
    pub user_agent: String,
    pub call: String,
    pub code: Option<&'static str>,
    pub left_out: i64,
}

/// The most characters of a browser's name for itself.
const MAX_USER_AGENT: usize = 200;
/// The most characters of a path.
const MAX_CALL: usize = 200;

/// Counts the event, and writes it unless there were too many. Does not wait for the database.
pub fn record(auth: &Auth, caller: &Caller, event: &Event<'_>) {
    let Event { what, person_id, email, call, code } = *event;
    let (kind, outcome) = what.labels();
    metrics::counter!("gridbill_security_events_total", "kind" => kind, "outcome" => outcome).increment(1);
    let now = auth.now();
    let network = address::network(&caller.address);
    let Some(left_out) = auth.security.admit(what, &network, auth.config.limits.security_events_per_hour, now) else {
        return;
    };
    let row = Row {
        what,
        person_id,
        email: email.map(str::to_owned),
        address: address::cut(&caller.address),
        user_agent: caller.device.chars().take(MAX_USER_AGENT).collect(),
        call: call.chars().take(MAX_CALL).collect(),
        code: code.map(Code::name),
        left_out,
    };
    let Row { address, user_agent, call, code, .. } = &row;
    let person = person_id.map(|id| id.to_string());
    tracing::info!(target: "security", kind, outcome, person, email, address, user_agent, call, code, left_out, "security event");
    let auth = auth.clone();
    tokio::spawn(async move {
        if let Err(error) = sql::add(&auth.pool, &row, now).await {
            tracing::error!(%error, "keeping a security event");
        }
    });
}

/// Seconds after which rows are counted anew.
const WINDOW_SECONDS: i64 = 3600;
/// One network's part of all rows.
const PART_OF_A_NETWORK: i32 = 10;

/// How many rows were written in this hour.
#[derive(Default)]
pub struct Security(Mutex<Option<Window>>);

struct Window {
    began_at: Instant,
    rows: i32,
    by_network: HashMap<String, Count>,
    /// From networks that came when all rows were written.
    left_out: i64,
}

#[derive(Default)]
struct Count {
    rows: i32,
    left_out: i64,
}

impl Security {
    /// Whether a row may be written, with how many were left out before it.
    fn admit(&self, what: What, network: &str, max_rows: i32, now: Instant) -> Option<i64> {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = 0;
        if window.as_ref().is_none_or(|window| now.seconds_since(window.began_at) >= WINDOW_SECONDS) {
            let began = Window { began_at: now, rows: 0, by_network: HashMap::new(), left_out: 0 };
            let ended = window.replace(began);
            before =
                ended.map_or(0, |ended| ended.left_out + ended.by_network.values().map(|it| it.left_out).sum::<i64>());
        }
        let window = window.as_mut()?;
        // Whoever knows the password does not fill the table: sign-ins have a rate limit by address.
        if what == What::SignedIn {
            return Some(before);
        }
        if window.rows >= max_rows {
            match window.by_network.get_mut(network) {
                Some(count) => count.left_out += 1,
                None => window.left_out += 1,
            }
            return None;
        }
        let count = window.by_network.entry(network.to_owned()).or_default();
        if count.rows >= (max_rows / PART_OF_A_NETWORK).max(1) {
            count.left_out += 1;
            return None;
        }
        window.rows += 1;
        count.rows += 1;
        Some(before)
    }
}

/// What the guard saw during a call.
#[derive(Clone, Default)]
struct Seen(Arc<Noted>);

#[derive(Default)]
struct Noted {
    /// Who calls.
    person_id: OnceLock<Uuid>,
    /// The call named a bulk account that is not the caller's.
    is_foreign: AtomicBool,
}

tokio::task_local! {
    static SEEN: Seen;
}

/// Notes who calls, for an event that the call may end in.
pub fn seen(person_id: Uuid) {
    // Outside of a call nobody asks.
    let _ = SEEN.try_with(|seen| seen.0.person_id.set(person_id));
}

/// Notes that the call is about a bulk account that is not the caller's. The answer says that there is none, which is no
/// event by itself.
pub fn foreign() {
    let _ = SEEN.try_with(|seen| seen.0.is_foreign.store(true, Ordering::Relaxed));
}

/// Goes on with the same call in another task.
pub fn carried<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let seen = SEEN.try_with(Clone::clone).unwrap_or_default();
    SEEN.scope(seen, work)
}

/// On an answer: the call was refused for that reason.
#[derive(Debug, Clone, Copy)]
pub struct RefusedWith(pub Code);

/// Records calls that were denied, and those beyond a rate limit.
pub async fn watch(State(auth): State<Auth>, request: Request, next: Next) -> Response {
    let (uri, user_agent) = (request.uri().clone(), request.headers().get(USER_AGENT).cloned());
    let address = request.extensions().get::<Address>().cloned().unwrap_or_default();
    let seen = Seen::default();
    let answer = SEEN.scope(seen.clone(), next.run(request)).await;
    let Some(&RefusedWith(code)) = answer.extensions().get() else { return answer };
    let what = match code.status() {
        // Who is asked for the password again has the permission.
        403 if code != Code::ConfirmIdentity => What::Denied,
        404 if seen.0.is_foreign.load(Ordering::Relaxed) => What::Denied,
        429 => What::RateLimited,
        _ => return answer,
    };
    let device = user_agent.map(|value| caller::device(&value)).unwrap_or_default();
    let caller = Caller { device, address: address.0, ..Caller::default() };
    // The path alone: queries may hold what no log should.
    let event =
        Event { what, person_id: seen.0.person_id.get().copied(), email: None, call: uri.path(), code: Some(code) };
    record(&auth, &caller, &event);
    answer
}

#[cfg(test)]
mod tests {
    use super::{Security, What};
    use gridbill_core::Instant;

    #[test]
    fn a_flood_leaves_few_rows_and_their_number() {
        let security = Security::default();
        let now = Instant::parse("2026-11-20T04:00:00Z").expect("an instant");
        let rows = |network: &str, times: usize| {
            (0..times).filter(|_| security.admit(What::ForgedToken, network, 100, now).is_some()).count()
        };
        assert_eq!(rows("one", 1_000), 10);
        assert_eq!(rows("another", 3), 3, "another network has rows of its own");
        assert_eq!((0..1_000).map(|network| rows(&network.to_string(), 1)).sum::<usize>(), 87);
        assert!(security.admit(What::SignedIn, "one", 100, now).is_some(), "a sign-in is always written");
        let later = security.admit(What::WrongPassword, "one", 100, now.plus_seconds(3600));
        assert_eq!(later, Some(990 + 913), "the next hour begins with what was left out");
    }
}
