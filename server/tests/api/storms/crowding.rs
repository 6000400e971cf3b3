//! A user with many connections and a payer of another company. The user's calls queue behind each other, and the
//! payer's calls do not wait for them.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use futures::poll;
use gridbill::auth::call_permits::{Subject, Work};
use gridbill_core::costs::GetCostReport;
use gridbill_core::endpoint::{BodyFormat, Caller, Endpoint as _, EndpointSpec, Load, path_names};
use gridbill_core::number::{BulkId, InvoiceNo};
use gridbill_core::payments::{MakePayment, MakePaymentRequest};
use gridbill_core::registration::SaveRegistrationDraft;
use gridbill_core::registry::endpoints;
use serde_json::{Map, Value, json};
use sqlx::{PgPool, Postgres, Transaction};
use tokio::task::{JoinError, JoinSet};
use uuid::Uuid;

use super::every_invariant_holds;
use crate::contract::requests::request;
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::portal::until_blocked;
use crate::support::raw::{RawClient, RawResponse, bearer, written};
use crate::support::{Actor, Portal, either, sql};

/// Connections for each call. There are some 130 calls, and a network address may have 1,000 connections.
const CONNECTIONS: usize = 6;
/// Connections of the user in the storm.
const CROWD: usize = 60;
/// Maximum duration of 99 % of the payments in the long form, during the storm.
const P99: Duration = Duration::from_millis(250);

/// One user of each side; together they may make most calls.
struct Users {
    wire: RawClient,
    master: String,
    applicant: String,
    officer: String,
}

impl Users {
    async fn sign_in(portal: &Portal) -> Self {
        given::person_without_account(portal.pool(), "new@baru.example").await;
        let wire = RawClient::to(portal.address);
        let token = async |email: &str| bearer(&wire.sign_in(email).await.0);
        let (master, applicant) = (token("master@sinar.example").await, token("new@baru.example").await);
        let officer = token("pccr@utility.example").await;
        Self { master, applicant, officer, wire }
    }

    /// Returns the token of a user who may make the call; none for calls without a session.
    fn caller(&self, entry: &EndpointSpec) -> Option<&str> {
        match entry.caller {
            Caller::Public | Caller::Gateway => None,
            Caller::Staff => Some(&self.officer),
            Caller::AnyCustomer | Caller::Applicant => Some(&self.applicant),
            Caller::Customer | Caller::SignedIn => Some(&self.master),
        }
    }

    /// Makes the call on many connections at the same time.
    fn crowd(&self, entry: &'static EndpointSpec, answers: &mut JoinSet<(&'static str, RawResponse)>) {
        let nobody = "00000000-0000-0000-0000-000000000009";
        let fields = request(entry, SINAR, "280000000099", "EBP999999999", nobody);
        for _ in 0..CONNECTIONS {
            let (wire, fields, caller) = (self.wire.clone(), fields.clone(), self.caller(entry).map(str::to_owned));
            answers.spawn(async move {
                let authorization = caller.as_deref().map(|caller| ("authorization", caller));
                let headers: Vec<_> = authorization.into_iter().collect();
                let answer = match entry.kind {
                    BodyFormat::Upload => upload(&wire, entry, &fields, &headers).await,
                    _ => wire.call(entry, &fields, "", &headers).await,
                };
                (entry.name, answer)
            });
        }
    }
}

async fn upload(wire: &RawClient, entry: &EndpointSpec, fields: &Value, headers: &[(&str, &str)]) -> RawResponse {
    let mut fields = fields.clone();
    let in_path: Map<_, _> = path_names(entry.path()).map(|name| (name.to_owned(), fields[name].take())).collect();
    fields.as_object_mut().expect("fields").retain(|_, value| !value.is_null());
    let text = |(name, value): (&String, &Value)| {
        let value = value.as_str().expect("a text");
        format!("--limit\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let fields: String = fields.as_object().expect("fields").iter().map(text).collect();
    let file = "content-disposition: form-data; name=\"File\"; filename=\"a.pdf\"\r\n\r\nno file";
    let body = format!("{fields}--limit\r\n{file}\r\n--limit--\r\n");
    let headers = [headers, &[("content-type", "multipart/form-data; boundary=limit")]].concat();
    wire.send(entry.method.name(), &written(entry, &Value::Object(in_path), "").0, &headers, body).await
}

/// Every writing call, made by users whose own rows are locked.
#[tokio::test(flavor = "multi_thread")]
async fn storm_of_every_writing_call_leaves_a_payers_calls_alone() {
    gridbill::connections::descriptors::raise_limit();
    // At most eight changes run at a time. Each of the three users may have two that wait, and the payer has the rest.
    let portal = Portal::with_people_and(&["--connections", "16"]).await;
    let users = Users::sign_in(&portal).await;
    let payer = portal.sign_in("master@majlis.example").await;
    let calls: Vec<&'static EndpointSpec> = endpoints()
        .filter(|entry| {
            matches!(entry.load, Load::Write) && matches!(entry.kind, BodyFormat::Json | BodyFormat::Upload)
        })
        .collect();
    assert!(calls.len() > 60, "{}", calls.len());
    let bills = given::bills(portal.pool(), MAJLIS, i32::try_from(calls.len()).expect("a count"), "100.00").await;

    // Calls that need rows of these users or their company wait for this transaction.
    let held = locked(portal.pool()).await;
    let mut answers = JoinSet::new();
    for (entry, bill) in calls.iter().zip(&bills) {
        users.crowd(entry, &mut answers);
        let paid = payer.call::<MakePayment>(paying(bill)).await;
        assert!(paid.is_ok(), "during {}: {:?}", entry.name, paid.err());
    }
    // Keep the lock until a call is held back: two calls of each user wait for the rows, and further calls wait for
    // those.
    let mut held_back = false;
    while !held_back {
        held_back = is_held_back(answers.join_next().await.expect("no call was held back"));
    }
    held.rollback().await.expect("unlocked");
    while let Some(answer) = answers.join_next().await {
        is_held_back(answer);
    }
    every_invariant_holds(&portal).await;
}

/// Whether the call was refused as too many at once. No call may fail, or report that the portal is away.
fn is_held_back(answer: Result<(&'static str, RawResponse), JoinError>) -> bool {
    let (name, answer) = answer.expect("an answer");
    let code = answer.code().unwrap_or_default();
    assert!(answer.status != 500 && code != "unavailable", "{name}: {} {}", answer.status, answer.text());
    code == "tooManyAtOnce"
}

/// Locks the rows of the users and of their company.
async fn locked(pool: &PgPool) -> Transaction<'static, Postgres> {
    let mut held = pool.begin().await.expect("a transaction");
    // Without an idle timeout, because the payer may take longer.
    let locks = "set local idle_in_transaction_session_timeout = 0;
                 select from person where email in ('master@sinar.example', 'new@baru.example', 'pccr@utility.example')
                     for no key update;
                 select from bulk_account where bulk_id = '3000000001' for no key update";
    sql::run_script(&mut *held, locks).await;
    held
}

fn paying(bill: &InvoiceNo) -> MakePaymentRequest {
    MakePaymentRequest {
        bulk_id: BulkId::parse(MAJLIS).expect("a bulk account"),
        ..eft(std::slice::from_ref(bill), "100.00")
    }
}

/// Returns a draft with the maximum number of accounts.
fn draft() -> Value {
    let account =
        |number: usize| json!({ "accountNo": format!("21{number:010}"), "isSelect": true, "source": "upload" });
    json!({ "form": {}, "accounts": (0..either(500, 10_000)).map(account).collect::<Vec<_>>() })
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_one_users_drafts_next_to_a_payer() {
    let portal = Portal::with_people_and(&["--connections", "16"]).await;
    given::person_without_account(portal.pool(), "new@baru.example").await;
    let applicant = portal.sign_in("new@baru.example").await;
    let payer = portal.sign_in("master@majlis.example").await;
    let bills = given::bills(portal.pool(), MAJLIS, either(10, 300), "100.00").await;
    let (is_over, saved) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let draft = Arc::new(draft());
    let crowd: Vec<_> = (0..CROWD)
        .map(|_| tokio::spawn(save(applicant.clone(), draft.clone(), is_over.clone(), saved.clone())))
        .collect();
    let mut times = Vec::new();
    for bill in &bills {
        let began = Instant::now();
        payer.call::<MakePayment>(paying(bill)).await.expect("a payment despite the crowd");
        times.push(began.elapsed());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    is_over.store(true, Ordering::Relaxed);
    join_all(crowd).await.into_iter().for_each(|user| user.expect("a user"));
    times.sort_unstable();
    let (p50, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!(
        "{} payments next to {CROWD} connections of one user, who saved {} drafts: p50 {p50:.1?}, p99 {p99:.1?}",
        times.len(),
        saved.load(Ordering::Relaxed)
    );
    assert!(either(0, 1) == 0 || p99 < P99, "{p99:?}");
    every_invariant_holds(&portal).await;
}

/// Saves the draft repeatedly on one connection.
async fn save(applicant: Actor, draft: Arc<Value>, is_over: Arc<AtomicBool>, saved: Arc<AtomicUsize>) {
    while !is_over.load(Ordering::Relaxed) {
        let (status, body) = applicant.send(&SaveRegistrationDraft::ENTRY, (*draft).clone()).await;
        assert!(matches!(status, 200 | 429), "{status} {}", String::from_utf8_lossy(&body));
        saved.fetch_add(usize::from(status == 200), Ordering::Relaxed);
    }
}

/// A caller with many reports waits behind itself, and another caller waits for one report at most.
#[tokio::test]
async fn heavy_reads_take_turns() {
    let portal = Portal::start().await;
    let app = &portal.app;
    let take = |person| app.auth.call_permits.acquire(app, Subject::Person(Uuid::from_u128(person)), Work::HeavyRead);
    let processors = std::thread::available_parallelism().map_or(1, |processors| (processors.get() - 1).max(1));
    let mut held = Vec::new();
    for person in 0..processors {
        held.push(take(u128::try_from(person).expect("few")).await.expect("a permit"));
    }
    let (mut again, mut other) = (pin!(take(0)), pin!(take(u128::MAX)));
    assert!(poll!(&mut again).is_pending() && poll!(&mut other).is_pending());
    held.remove(0);
    assert!(poll!(&mut again).is_pending(), "overtook another caller");
    let other = other.await.expect("a permit");
    assert!(poll!(&mut again).is_pending());
    drop(other);
    again.await.expect("a permit");
}

/// A report whose client has gone neither goes on nor counts.
#[tokio::test(flavor = "multi_thread")]
async fn a_report_ends_when_its_client_has_gone() {
    let portal = Portal::with_people().await;
    let user = portal.sign_in("master@sinar.example").await;
    let report = json!({ "id": SINAR });
    let mut locking = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *locking, "lock table bill in access exclusive mode", &[]).await;
    // Each waits for the table. A user has one report at a time, so each begins only when the one before has ended.
    for waiting in 1..=3 {
        let call = tokio::spawn({
            let (user, report) = (user.clone(), report.clone());
            async move { user.call_raw::<GetCostReport>(report).await }
        });
        until_blocked(&portal, waiting).await;
        call.abort();
    }
    locking.rollback().await.expect("rolled back");
    user.call_raw::<GetCostReport>(report).await.expect("a report");
}
