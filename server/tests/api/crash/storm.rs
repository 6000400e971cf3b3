//! Users who pay and an officer who accepts, at two processes on one database, while a test injects failures.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use gridbill_core::endpoint::{Endpoint, EndpointSpec};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{GetAdminPendingPayments, PaymentAccept};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::process::{Home, Server, free_address};
use crate::support::given::{self, SINAR, eft, fpx};
use crate::support::portal::PASSWORD;
use crate::support::raw::written;
use crate::support::{client, either, sql};

const OFFICER: &str = "pccr@utility.example";

/// A running storm.
pub struct Storm {
    pub home: Home,
    pub addresses: [SocketAddr; 2],
    pub servers: [Server; 2],
    pub pool: PgPool,
    stop: Arc<AtomicBool>,
    paying: Vec<(&'static str, JoinHandle<RecordedAnswers>)>,
    accepting: JoinHandle<RecordedAnswers>,
}

/// Totals of a storm after all answers were checked.
pub struct Outcome {
    pub paid: usize,
    pub accepted: usize,
    pub posted: i64,
    /// Calls without an answer, and calls that were told to retry.
    pub lost: usize,
    pub away: usize,
}

impl Storm {
    /// Starts the storm with this number of bills to pay.
    pub async fn begin(home: Home, at_hand: i32) -> Self {
        let pool = home.database().await;
        given::people_in(&pool).await;
        stay_fresh(&pool).await;
        let bills = Arc::new(given::bills(&pool, SINAR, at_hand, "100.00").await);
        let addresses = [free_address(), free_address()];
        let servers = [home.serve(addresses[0]).await, home.serve(addresses[1]).await];
        let (next, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let paying = (0..PAYERS)
            .map(|number| {
                let email = ["payer@sinar.example", "master@sinar.example"][number % 2];
                let person = RetryingUser::new(addresses, email, number);
                let task = pay(person, number, Arc::clone(&bills), Arc::clone(&next), Arc::clone(&stop));
                (email, tokio::spawn(task))
            })
            .collect();
        let accepting = tokio::spawn(accept(RetryingUser::new(addresses, OFFICER, 0), Arc::clone(&stop)));
        Self { home, addresses, servers, pool, stop, paying, accepting }
    }

    /// Ends the storm. Checks that each acknowledged change exists once, that all accepted payments are posted, and
    /// that every invariant holds.
    pub async fn end(mut self) -> Outcome {
        self.stop.store(true, Ordering::SeqCst);
        let mut outcome = Outcome { paid: 0, accepted: 0, posted: 0, lost: 0, away: 0 };
        for (email, task) in self.paying {
            let told = task.await.expect("a payer");
            outcome.paid += told.calls.len();
            outcome.lost += told.lost;
            outcome.away += told.away;
            check_answers(&self.pool, self.addresses, email, &MakePayment::ENTRY, told).await;
        }
        let told = self.accepting.await.expect("the officer");
        outcome.accepted = told.calls.len();
        check_answers(&self.pool, self.addresses, OFFICER, &PaymentAccept::ENTRY, told).await;
        // The background jobs also continued.
        outcome.posted = all_is_posted(&self.pool).await;
        assert!(outcome.posted > 0, "nothing was posted");
        for server in &mut self.servers {
            assert!(server.is_running(), "it ended by itself");
        }
        let check = self.home.run(&["check"]);
        assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
        outcome
    }
}

/// Number of users who pay at the same time.
const PAYERS: usize = 6;
/// Pause between two payments of a user. At the end every payment is repeated, one after the other.
fn pause() -> Duration {
    Duration::from_millis(either(100, 25))
}

/// A call without an answer after this time is repeated.
const ANSWERED: Duration = Duration::from_secs(20);

/// A user who retries at either process until there is an answer.
#[derive(Clone)]
pub struct RetryingUser {
    client: reqwest::Client,
    addresses: [SocketAddr; 2],
    email: &'static str,
    token: String,
    /// Calls whose connection broke before the answer arrived.
    lost: usize,
    /// Calls that were answered with 503.
    away: usize,
    next: usize,
}

impl RetryingUser {
    pub fn new(addresses: [SocketAddr; 2], email: &'static str, next: usize) -> Self {
        Self { client: client(), addresses, email, token: String::new(), lost: 0, away: 0, next }
    }

    pub async fn call(&mut self, entry: &EndpointSpec, fields: &Value, key: &str) -> (u16, Vec<u8>) {
        loop {
            let (path, body) = written(entry, fields, "");
            let (status, answer) = self.send(&path, body, key).await;
            match status {
                401 => self.sign_in().await,
                // The first attempt is still running in the other process, or was killed and its database connection
                // still exists.
                409 if code(&answer) == "keyInProgress" => sleep(Duration::from_millis(50)).await,
                503 => {
                    self.away += 1;
                    sleep(Duration::from_millis(200)).await;
                }
                _ => return (status, answer),
            }
        }
    }

    pub async fn sign_in(&mut self) {
        let staff = self.email.ends_with("@utility.example");
        let path = if staff { "/user-svc/api/v1/Admin/Login" } else { "/user-svc/api/v1/User/Login" };
        let body = json!({ "username": self.email, "password": PASSWORD }).to_string().into_bytes();
        let (mut status, mut answer) = self.send(path, body.clone(), "sign-in").await;
        while status == 503 {
            sleep(Duration::from_millis(200)).await;
            (status, answer) = self.send(path, body.clone(), "sign-in").await;
        }
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
        let answer: Value = serde_json::from_slice(&answer).expect("an envelope");
        answer["Data"]["accessToken"].as_str().expect("a token").clone_into(&mut self.token);
    }

    /// Retries until a server answers.
    async fn send(&mut self, path: &str, body: Vec<u8>, key: &str) -> (u16, Vec<u8>) {
        loop {
            self.next += 1;
            let url = format!("http://{}{path}", self.addresses[self.next % 2]);
            let call = self.client.post(url).timeout(ANSWERED).bearer_auth(&self.token);
            let call = call.header("idempotency-key", key).body(body.clone());
            let answer = match call.send().await {
                Ok(answer) => (answer.status().as_u16(), answer.bytes().await),
                Err(error) => {
                    self.lost += usize::from(!error.is_connect());
                    sleep(Duration::from_millis(20)).await;
                    continue;
                }
            };
            match answer {
                (status, Ok(body)) => return (status, body.to_vec()),
                (_, Err(_)) => self.lost += 1,
            }
        }
    }
}

fn code(answer: &[u8]) -> String {
    let answer: Value = serde_json::from_slice(answer).unwrap_or_default();
    answer["Error"]["code"].as_str().unwrap_or_default().to_owned()
}

/// The answers that a user received, by idempotency key.
#[derive(Default)]
struct RecordedAnswers {
    calls: BTreeMap<String, (Value, Vec<u8>)>,
    lost: usize,
    away: usize,
}

/// Pays two bills at a time, alternating between EFT and FPX, until told to stop.
async fn pay(
    mut person: RetryingUser,
    number: usize,
    bills: Arc<Vec<InvoiceNo>>,
    next: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
) -> RecordedAnswers {
    let mut told = RecordedAnswers::default();
    while !stop.load(Ordering::SeqCst) {
        let at = next.fetch_add(2, Ordering::SeqCst);
        let Some(pair) = bills.get(at..at + 2) else { break };
        let request = if at.is_multiple_of(4) { eft(pair, "200.00") } else { fpx(pair, "200.00") };
        let request = serde_json::to_value(request).expect("a request");
        let key = format!("{number}-{at}");
        let (status, answer) = person.call(&MakePayment::ENTRY, &request, &key).await;
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
        told.calls.insert(key, (request, answer));
        sleep(pause()).await;
    }
    (told.lost, told.away) = (person.lost, person.away);
    told
}

/// Accepts pending payments until told to stop.
async fn accept(mut person: RetryingUser, stop: Arc<AtomicBool>) -> RecordedAnswers {
    let mut told = RecordedAnswers::default();
    while !stop.load(Ordering::SeqCst) {
        let (_, waiting) = person.call(&GetAdminPendingPayments::ENTRY, &json!({ "recordCount": 5 }), "look").await;
        let waiting: Value = serde_json::from_slice(&waiting).expect("an envelope");
        for payment in waiting["Data"]["items"].as_array().expect("payments") {
            let request = json!({ "eBulkPaymentID": payment["eBulkPaymentID"] });
            let key = payment["transactionNo"].as_str().expect("a number").to_owned();
            let (status, answer) = person.call(&PaymentAccept::ENTRY, &request, &key).await;
            assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
            told.calls.insert(key, (request, answer));
        }
        sleep(Duration::from_millis(20)).await;
    }
    (told.lost, told.away) = (person.lost, person.away);
    told
}

/// Marks the bank list as fresh for the whole test, because there is no gateway to refresh it.
async fn stay_fresh(pool: &PgPool) {
    sql::run(pool, "update fpx_bank set fetched_at = now() + interval '1 hour'", &[]).await;
}

/// Checks that each answer took effect once, and that repeating the call returns the same bytes.
async fn check_answers(
    pool: &PgPool,
    addresses: [SocketAddr; 2],
    email: &'static str,
    entry: &EndpointSpec,
    told: RecordedAnswers,
) {
    let mut person = RetryingUser::new(addresses, email, 0);
    assert!(!told.calls.is_empty(), "{email} got no answer");
    for (key, (request, answer)) in told.calls {
        let (status, again) = person.call(entry, &request, &key).await;
        assert_eq!((status, String::from_utf8_lossy(&again)), (200, String::from_utf8_lossy(&answer)), "{key}");
        let answer: Value = serde_json::from_slice(&answer).expect("an envelope");
        let query = "
            select count(*) from payment p join payment_fact e using (payment_id)
            where p.transaction_no = $1 and case when $2 then e.kind = 'PaymentAccepted' else e.from_status is null end";
        let events = sql::value::<i64>(
            pool,
            query,
            &[&answer["Data"]["transactionNo"].as_str(), &(entry.name == "PaymentAccept")],
        )
        .await;
        assert_eq!(events, 1, "{key}: {answer}");
        for invoice in request["invoiceNos"].as_array().into_iter().flatten() {
            let query = "select count(*) from payment_item where invoice_no = $1";
            let items = sql::value::<i64>(pool, query, &[&invoice.as_str()]).await;
            assert_eq!(items, 1, "{invoice}");
        }
    }
}

/// Waits until all accepted payments are posted. Interrupted jobs are retried: after a fourth failure they wait one
/// minute, after a fifth two and a half.
async fn all_is_posted(pool: &PgPool) -> i64 {
    for _ in 0..300 {
        let query = "select count(*) from payment where payment_is_being_posted(status)";
        let waiting = sql::value::<i64>(pool, query, &[]).await;
        if waiting == 0 {
            let paid = sql::value::<i64>(pool, "select count(*) from payment where payment_is_paid(status)", &[]).await;
            return paid;
        }
        sleep(Duration::from_secs(1)).await;
    }
    panic!("an accepted payment is not posted after five minutes");
}
