//! Records security events such as sign-ins, refused calls and forged tokens, for later investigation.
//!
//! Each event is a log line (target `security`), a row of `security_event` and a count in /metrics. The row is
//! written after the call by its own statement, so a rollback does not undo it and no transaction waits for it.
//!
//! Each kind of event has an hourly budget of rows, per network and in total; otherwise a stranger could fill the
//! database. A flood of one kind does not use the budget of another. Events beyond the budget are counted, in /metrics
//! immediately; at the end of the hour one row per kind and network stores their number. Events that a flood must not
//! hide, and that a stranger cannot cause at will, have no budget (`SecurityEventKind::is_always_written`). Each
//! process has its own budgets: they need not be exact.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

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

/// The kind of a security event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SecurityEventKind {
    SignedIn,
    WrongPassword,
    /// The wrong attempt that causes the lock.
    LockedOut,
    /// An attempt while sign-in is locked.
    SignInLocked,
    NotActivated,
    /// A wrong code, or a passkey that could not be verified.
    WrongFactor,
    /// The wrong code after which the user's codes are refused for an hour.
    FactorLocked,
    /// A handle of a sign-in that is used from another address or by another browser.
    StolenHandle,
    /// An answer of a company's provider that was refused, or none.
    CompanySignInRefused,
    /// A right password where the company requires its own sign-in.
    PasswordNotAllowed,
    /// The Master's right password where the company requires its own sign-in.
    BreakGlass,
    /// A file that was fetched by a link without signing in.
    FileLinkOpened,
    RefreshUnknown,
    RefreshReused,
    RefreshExpired,
    /// An access token that this portal did not sign.
    ForgedToken,
    /// A call without the permission, or about a bulk account that is not the caller's.
    Denied,
    RateLimited,
}

impl SecurityEventKind {
    /// Whether every event of this kind gets a row, regardless of the budget. A sign-in needs the password and has
    /// a rate limit, and so does the break-glass sign-in. An account is locked once until it is reset, and codes are locked at most once an hour. Only a
    /// genuine token can be replayed.
    const fn is_always_written(self) -> bool {
        matches!(self, Self::SignedIn | Self::LockedOut | Self::FactorLocked | Self::BreakGlass | Self::RefreshReused)
    }

    /// Returns kind and outcome as they are stored and counted.
    #[must_use]
    pub const fn labels(self) -> (&'static str, &'static str) {
        match self {
            Self::SignedIn => ("signIn", "succeeded"),
            Self::WrongPassword => ("signIn", "wrongPassword"),
            Self::LockedOut => ("signIn", "lockedOut"),
            Self::SignInLocked => ("signIn", "locked"),
            Self::NotActivated => ("signIn", "notActivated"),
            Self::WrongFactor => ("secondFactor", "wrong"),
            Self::FactorLocked => ("secondFactor", "lockedOut"),
            Self::StolenHandle => ("secondFactor", "stolenHandle"),
            Self::CompanySignInRefused => ("companySignIn", "refused"),
            Self::PasswordNotAllowed => ("signIn", "passwordNotAllowed"),
            Self::BreakGlass => ("signIn", "breakGlass"),
            Self::FileLinkOpened => ("fileLink", "opened"),
            Self::RefreshUnknown => ("refresh", "unknown"),
            Self::RefreshReused => ("refresh", "reused"),
            Self::RefreshExpired => ("refresh", "expired"),
            Self::ForgedToken => ("token", "forged"),
            Self::Denied => ("call", "denied"),
            Self::RateLimited => ("call", "rateLimited"),
        }
    }

    /// Returns the class under which other systems know the event.
    #[must_use]
    pub const fn ocsf(self) -> OcsfClass {
        let (class_uid, activity_id) = match self {
            // Logon.
            Self::SignedIn
            | Self::BreakGlass
            | Self::WrongPassword
            | Self::SignInLocked
            | Self::NotActivated
            | Self::WrongFactor
            | Self::CompanySignInRefused
            | Self::PasswordNotAllowed => (3002, 1),
            // Other: the activities of OCSF that renew a ticket are Kerberos's.
            Self::RefreshUnknown | Self::RefreshExpired => (3002, 99),
            // Lock.
            Self::LockedOut | Self::FactorLocked => (3001, 9),
            // Create: a sign of theft or forgery.
            Self::StolenHandle | Self::RefreshReused | Self::ForgedToken => (2004, 1),
            // Read.
            Self::FileLinkOpened => (6001, 2),
            // Other.
            Self::Denied | Self::RateLimited => (6003, 99),
        };
        let has_succeeded = matches!(
            self,
            Self::SignedIn | Self::BreakGlass | Self::LockedOut | Self::FactorLocked | Self::FileLinkOpened
        );
        OcsfClass { class_uid, activity_id, has_succeeded }
    }
}

/// How an event is written in the Open Cybersecurity Schema Framework (OCSF 1.3), for systems that collect security events of
/// many programs (docs/buyer/security-events.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OcsfClass {
    /// 3001 account change, 3002 authentication, 2004 detection finding, 6001 web resources activity, 6003 API activity.
    pub class_uid: u16,
    pub activity_id: u8,
    pub has_succeeded: bool,
}

/// A security event: its kind, the person as far as known, and the call.
pub struct Event<'a> {
    pub what: SecurityEventKind,
    pub person_id: Option<Uuid>,
    pub email: Option<&'a str>,
    pub call: &'a str,
    pub code: Option<Code>,
}

/// A row of `security_event`.
pub struct SecurityEventRow {
    pub what: SecurityEventKind,
    pub person_id: Option<Uuid>,
    pub email: Option<String>,
    pub address: String,
    pub user_agent: String,
    pub call: String,
    pub code: Option<&'static str>,
    pub left_out: i64,
}

/// Maximum stored length of a `User-Agent`, in characters.
const MAX_USER_AGENT: usize = 200;
/// Maximum stored length of a path, in characters.
const MAX_CALL: usize = 200;

/// Counts the event, and writes its row if the budget allows. Does not wait for the database.
pub fn record(auth: &Auth, caller: &Caller, event: &Event<'_>) {
    let Event { what, person_id, email, call, code } = *event;
    let (kind, outcome) = what.labels();
    metrics::counter!("gridbill_security_events_total", "kind" => kind, "outcome" => outcome).increment(1);
    let now = auth.now();
    let max_rows = auth.config.limits.security_events_per_hour;
    write_left_out(auth, auth.security.end_windows(now));
    let network = address::network(&caller.address);
    match auth.security.admit(what, &network, max_rows, now) {
        Admission::Row => {}
        Admission::LeftOut => return,
        Admission::FirstLeftOut => return end_window_in_time(auth),
    }
    let row = SecurityEventRow {
        what,
        person_id,
        email: email.map(str::to_owned),
        address: address::cut(&caller.address),
        user_agent: caller.device.chars().take(MAX_USER_AGENT).collect(),
        call: call.chars().take(MAX_CALL).collect(),
        code: code.map(Code::name),
        left_out: 0,
    };
    let SecurityEventRow { address, user_agent, call, code, .. } = &row;
    let person = person_id.map(|id| id.to_string());
    let OcsfClass { class_uid, activity_id, has_succeeded } = what.ocsf();
    tracing::info!(
        target: "security",
        kind, outcome, class_uid, activity_id, has_succeeded, person, email, address, user_agent, call, code,
        "security event"
    );
    store(auth, row, now);
}

fn store(auth: &Auth, row: SecurityEventRow, now: Instant) {
    let auth = auth.clone();
    tokio::spawn(async move {
        if let Err(error) = sql::add(&auth.pool, &row, now).await {
            tracing::error!(%error, "failed to store a security event");
        }
    });
}

/// Writes the number of events without a row when the hour of the budget ends, even if no other event triggers it.
fn end_window_in_time(auth: &Auth) {
    let auth = auth.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(WINDOW_SECONDS.unsigned_abs())).await;
        write_left_out(&auth, auth.security.end_windows(auth.now()));
    });
}

/// Writes the counts of all events that have no row yet, before the process exits.
pub async fn write_all_left_out(auth: &Auth) {
    let now = auth.now();
    for row in auth.security.end_all().into_iter().map(UnwrittenEvents::row) {
        if let Err(error) = sql::add(&auth.pool, &row, now).await {
            tracing::error!(%error, "failed to store the number of security events");
        }
    }
}

fn write_left_out(auth: &Auth, ended: Vec<UnwrittenEvents>) {
    for left_out in ended {
        let row = left_out.row();
        let ((kind, outcome), SecurityEventRow { address, left_out, .. }) = (row.what.labels(), &row);
        let OcsfClass { class_uid, activity_id, has_succeeded } = row.what.ocsf();
        tracing::info!(
            target: "security",
            kind, outcome, class_uid, activity_id, has_succeeded, address, left_out, "security events without a row"
        );
        store(auth, row, auth.now());
    }
}

/// Seconds after which the budget of a kind starts again.
const WINDOW_SECONDS: i64 = 3600;
/// A network gets at most one tenth of the rows of a kind.
const PART_OF_A_NETWORK: i32 = 10;

/// Number of rows of each kind that were written in its hour. The hour begins with the first event of that kind.
#[derive(Default)]
pub struct Security(Mutex<BTreeMap<SecurityEventKind, Window>>);

struct Window {
    began_at: Instant,
    rows: i32,
    by_network: HashMap<String, Count>,
    /// Events of networks that first appeared after the budget of the kind was used up.
    left_out: i64,
}

#[derive(Default)]
struct Count {
    rows: i32,
    left_out: i64,
}

/// Whether an event gets a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Admission {
    Row,
    /// The budget is used up, and this is the first event of the hour without a row.
    FirstLeftOut,
    LeftOut,
}

/// Number of events of a kind without a row, of one network or, with an empty address, of all other networks.
#[derive(Debug, PartialEq, Eq)]
struct UnwrittenEvents {
    what: SecurityEventKind,
    network: String,
    events: i64,
}

impl UnwrittenEvents {
    /// Returns the row that stores the number of events. It has no call.
    fn row(self) -> SecurityEventRow {
        SecurityEventRow {
            what: self.what,
            person_id: None,
            email: None,
            address: self.network,
            user_agent: String::new(),
            call: String::new(),
            code: None,
            left_out: self.events,
        }
    }
}

impl Window {
    fn begin(began_at: Instant) -> Self {
        Self { began_at, rows: 0, by_network: HashMap::new(), left_out: 0 }
    }

    fn has_left_out(&self) -> bool {
        self.left_out > 0 || self.by_network.values().any(|count| count.left_out > 0)
    }

    fn left_out(self, what: SecurityEventKind) -> Vec<UnwrittenEvents> {
        let of_networks = self.by_network.into_iter().map(|(network, count)| (network, count.left_out));
        let mut all: Vec<_> = of_networks
            .chain([(String::new(), self.left_out)])
            .filter(|(_, events)| *events > 0)
            .map(|(network, events)| UnwrittenEvents { what, network, events })
            .collect();
        all.sort_by(|one, other| one.network.cmp(&other.network));
        all
    }
}

impl Security {
    /// Decides whether a row may be written for an event.
    fn admit(&self, what: SecurityEventKind, network: &str, max_rows: i32, now: Instant) -> Admission {
        if what.is_always_written() {
            return Admission::Row;
        }
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let window = windows.entry(what).or_insert_with(|| Window::begin(now));
        let had_left_out = window.has_left_out();
        let is_full = window.rows >= max_rows;
        let max_of_network = (max_rows / PART_OF_A_NETWORK).max(1);
        // After the budget is used up, a new network gets no counter of its own: a stranger may have many networks.
        let is_written = match window.by_network.get_mut(network) {
            Some(count) if is_full || count.rows >= max_of_network => {
                count.left_out += 1;
                false
            }
            Some(count) => {
                count.rows += 1;
                true
            }
            None if is_full => {
                window.left_out += 1;
                false
            }
            None => {
                window.by_network.insert(network.to_owned(), Count { rows: 1, left_out: 0 });
                true
            }
        };
        if is_written {
            window.rows += 1;
            Admission::Row
        } else if had_left_out {
            Admission::LeftOut
        } else {
            Admission::FirstLeftOut
        }
    }

    /// Ends the windows whose hour is over, and returns their numbers of events without a row.
    fn end_windows(&self, now: Instant) -> Vec<UnwrittenEvents> {
        self.end(|window| now.seconds_since(window.began_at) >= WINDOW_SECONDS)
    }

    fn end_all(&self) -> Vec<UnwrittenEvents> {
        self.end(|_| true)
    }

    fn end(&self, is_over: impl Fn(&Window) -> bool) -> Vec<UnwrittenEvents> {
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let over: Vec<_> = windows.iter().filter(|(_, window)| is_over(window)).map(|(what, _)| *what).collect();
        over.into_iter().filter_map(|what| Some(windows.remove(&what)?.left_out(what))).flatten().collect()
    }
}

/// Data about a call that the guard records for a possible security event.
#[derive(Clone, Default)]
struct CallNotes(Arc<Noted>);

#[derive(Default)]
struct Noted {
    person_id: OnceLock<Uuid>,
    /// Whether the call named a bulk account that is not the caller's.
    is_foreign: AtomicBool,
}

tokio::task_local! {
    static SEEN: CallNotes;
}

/// Records the caller, for a security event that the call may cause.
pub fn note_caller(person_id: Uuid) {
    // Fails outside of a call, where the value is not needed.
    let _ = SEEN.try_with(|seen| seen.0.person_id.set(person_id));
}

/// Records that the call named a foreign bulk account. The answer is a 404, which alone does not cause a security
/// event.
pub fn note_foreign_account() {
    let _ = SEEN.try_with(|seen| seen.0.is_foreign.store(true, Ordering::Relaxed));
}

/// Runs `work` in another task with the same call's data.
pub fn with_call_notes<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let seen = SEEN.try_with(Clone::clone).unwrap_or_default();
    SEEN.scope(seen, work)
}

/// Extension of a response: the code that the call was refused with.
#[derive(Debug, Clone, Copy)]
pub struct RefusedWith(pub Code);

/// Middleware that records denied calls and calls beyond a rate limit.
pub async fn watch(State(auth): State<Auth>, request: Request, next: Next) -> Response {
    let (uri, user_agent) = (request.uri().clone(), request.headers().get(USER_AGENT).cloned());
    let address = request.extensions().get::<Address>().cloned().unwrap_or_default();
    let seen = CallNotes::default();
    let answer = SEEN.scope(seen.clone(), next.run(request)).await;
    let Some(&RefusedWith(code)) = answer.extensions().get() else { return answer };
    let what = match code.status() {
        // A caller who has to confirm their identity, add a factor or connect with the company's provider does have the
        // permission.
        403 if !matches!(code, Code::ConfirmIdentity | Code::FactorRequired | Code::SsoLinkRequired) => {
            SecurityEventKind::Denied
        }
        404 if seen.0.is_foreign.load(Ordering::Relaxed) => SecurityEventKind::Denied,
        429 => SecurityEventKind::RateLimited,
        _ => return answer,
    };
    let device = user_agent.map(|value| caller::device(&value)).unwrap_or_default();
    let caller = Caller { device, address: address.0, ..Caller::default() };
    // Only the path: queries may hold values that must not be logged.
    let event =
        Event { what, person_id: seen.0.person_id.get().copied(), email: None, call: uri.path(), code: Some(code) };
    record(&auth, &caller, &event);
    answer
}

#[cfg(test)]
mod tests {
    use super::{Admission, OcsfClass, Security, SecurityEventKind, UnwrittenEvents};
    use gridbill_core::Instant;

    #[test]
    fn a_flood_leaves_few_rows_and_their_number() {
        let security = Security::default();
        let now = Instant::parse("2026-11-20T04:00:00Z").expect("an instant");
        let rows = |what: SecurityEventKind, network: &str, times: usize| {
            (0..times).filter(|_| security.admit(what, network, 100, now) == Admission::Row).count()
        };
        assert_eq!(rows(SecurityEventKind::ForgedToken, "one", 1_000), 10);
        assert_eq!(rows(SecurityEventKind::ForgedToken, "another", 3), 3, "another network has rows of its own");
        assert_eq!(
            (0..1_000).map(|network| rows(SecurityEventKind::ForgedToken, &network.to_string(), 1)).sum::<usize>(),
            87
        );
        assert_eq!(rows(SecurityEventKind::Denied, "one", 5), 5, "another kind has a budget of its own");
        for what in [SecurityEventKind::SignedIn, SecurityEventKind::LockedOut, SecurityEventKind::RefreshReused] {
            assert_eq!(rows(what, "one", 1_000), 1_000, "{what:?} is always written");
        }
        assert_eq!(security.end_windows(now.plus_seconds(3_599)), []);
        let left_out = |network: &str, events| UnwrittenEvents {
            what: SecurityEventKind::ForgedToken,
            network: network.to_owned(),
            events,
        };
        let ended = security.end_windows(now.plus_seconds(3_600));
        assert_eq!(ended, [left_out("", 913), left_out("one", 990)], "the end of the hour says what has no row");
        assert_eq!(security.end_all(), []);
    }

    /// Every kind, in the order of their declaration.
    const ALL: [SecurityEventKind; 18] = [
        SecurityEventKind::SignedIn,
        SecurityEventKind::WrongPassword,
        SecurityEventKind::LockedOut,
        SecurityEventKind::SignInLocked,
        SecurityEventKind::NotActivated,
        SecurityEventKind::WrongFactor,
        SecurityEventKind::FactorLocked,
        SecurityEventKind::StolenHandle,
        SecurityEventKind::CompanySignInRefused,
        SecurityEventKind::PasswordNotAllowed,
        SecurityEventKind::BreakGlass,
        SecurityEventKind::FileLinkOpened,
        SecurityEventKind::RefreshUnknown,
        SecurityEventKind::RefreshReused,
        SecurityEventKind::RefreshExpired,
        SecurityEventKind::ForgedToken,
        SecurityEventKind::Denied,
        SecurityEventKind::RateLimited,
    ];

    #[test]
    fn the_page_for_buyers_has_every_event_with_its_class() {
        // A kind that is declared before the last one moves the others.
        assert!(ALL.iter().enumerate().all(|(place, what)| *what as usize == place), "a kind is missing in ALL");
        let page = include_str!("../../../../docs/buyer/security-events.md");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        let expected = ALL.map(|what| {
            let ((kind, outcome), OcsfClass { class_uid, activity_id, has_succeeded }) = (what.labels(), what.ocsf());
            let status = if has_succeeded { "success" } else { "failure" };
            format!("| `{kind}` | `{outcome}` | {class_uid} | {activity_id} | {status} |")
        });
        assert_eq!(rows, expected);
    }

    #[test]
    fn the_first_that_has_no_row_is_noticed() {
        let security = Security::default();
        let now = Instant::parse("2026-11-20T04:00:00Z").expect("an instant");
        let admitted: Vec<_> = (0..4).map(|_| security.admit(SecurityEventKind::RateLimited, "one", 20, now)).collect();
        assert_eq!(admitted, [Admission::Row, Admission::Row, Admission::FirstLeftOut, Admission::LeftOut]);
    }
}
