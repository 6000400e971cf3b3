//! Clients that disconnect. Acknowledged changes stay, started calls finish, and no transaction stays open for the next
//! borrower of the connection.

use std::net::SocketAddr;
use std::time::Duration;

use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;
use rand::{Rng, RngExt as _};
use sqlx::Connection as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::{every_invariant_holds, random};
use crate::support::given::{self, SINAR, eft};
use crate::support::portal::{until, until_blocked};
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Portal, either, sql};

/// Returns the whole call as bytes, as an impatient client writes it.
fn call(token: &str, key: &str, invoice: &InvoiceNo) -> Vec<u8> {
    let body = body(invoice);
    let path = MakePayment::ENTRY.path();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: portal\r\nauthorization: {token}\r\nidempotency-key: {key}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    [head.into_bytes(), body].concat()
}

fn body(invoice: &InvoiceNo) -> Vec<u8> {
    serde_json::to_vec(&eft(std::slice::from_ref(invoice), "100.00")).expect("a request")
}

async fn pay(wire: &RawClient, token: &str, key: &str, invoice: &InvoiceNo) -> RawResponse {
    let headers = [("authorization", token), ("idempotency-key", key)];
    wire.send("POST", MakePayment::ENTRY.path(), &headers, body(invoice)).await
}

/// Writes the call and disconnects after that time, by a normal close or a reset. Returns whether the client saw the
/// payment succeed.
async fn leave(address: SocketAddr, call: Vec<u8>, after: Duration, slam: bool) -> bool {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    if slam {
        stream.set_zero_linger().expect("linger set");
    }
    // Some clients disconnect in the middle of the request.
    let said = if after.is_zero() { call.len() / 2 } else { call.len() };
    stream.write_all(&call[..said]).await.expect("written");
    let mut answer = vec![0; 4096];
    let read = timeout(after, stream.read(&mut answer)).await;
    matches!(read, Ok(Ok(length)) if answer[..length].starts_with(b"HTTP/1.1 200"))
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_clients_that_go_away_loses_nothing() {
    // Few connections, so that each is reused immediately.
    let portal = Portal::with_people_and(&["--connections", "4"]).await;
    let many = either(240, 2_000);
    let bills = given::bills(portal.pool(), SINAR, many, "100.00").await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("payer@sinar.example").await.0);
    let mut random = random("cancelled");
    let mut leaving = JoinSet::new();
    let (mut acknowledged, mut seen, mut gone) = (Vec::new(), Vec::new(), 0);
    for (place, invoice) in bills.iter().enumerate() {
        let key = format!("key-{place}");
        if place % 4 == 0 {
            // Some clients wait for their answer, which must stay true.
            let answer = pay(&wire, &token, &key, invoice).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
            acknowledged.push((place, answer.body));
            continue;
        }
        let after =
            if place % 17 == 1 { Duration::ZERO } else { Duration::from_micros(random.random_range(50..30_000)) };
        let (address, call, slam) = (portal.address, call(&token, &key, invoice), random.random());
        let invoice = invoice.clone();
        leaving.spawn(async move { leave(address, call, after, slam).await.then_some(invoice) });
        gone += 1;
        if leaving.len() >= 8 {
            seen.extend(leaving.join_next().await.expect("a client").expect("a client"));
        }
    }
    seen.extend(leaving.join_all().await.into_iter().flatten());
    nothing_is_left_open(&portal).await;
    for invoice in &seen {
        let query = "select count(*) from payment_item where invoice_no = $1 and live";
        let held = sql::value::<i64>(portal.pool(), query, &[&invoice.as_str()]).await;
        assert_eq!(held, 1, "an acknowledged payment is gone");
    }
    for (place, answer) in &acknowledged {
        let again = pay(&wire, &token, &format!("key-{place}"), &bills[*place]).await;
        assert_eq!((again.status, &again.body), (200, answer), "an acknowledged payment is gone");
    }
    // Repeating all calls with their keys makes each payment once, whether it had succeeded before or not.
    let before = payments(&portal).await;
    for (place, invoice) in bills.iter().enumerate() {
        let answer = pay(&wire, &token, &format!("key-{place}"), invoice).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    assert_eq!(payments(&portal).await, i64::from(many));
    let done = before - i64::try_from(acknowledged.len()).expect("a count");
    eprintln!("{gone} clients disconnected, {} after the answer; {done} of their payments were still made", seen.len());
    assert!(done > 0, "no client left in the middle");
    every_invariant_holds(&portal).await;
}

async fn payments(portal: &Portal) -> i64 {
    sql::value(portal.pool(), "select count(*) from payment", &[]).await
}

/// Waits until all connections of the portal are idle and outside transactions.
async fn nothing_is_left_open(portal: &Portal) {
    until("all connections are idle", async || {
        let query = "select count(*) from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'";
        let open = sql::value::<i64>(portal.pool(), query, &[]).await;
        (open == 0).then_some(())
    })
    .await;
}

/// The handler runs in its own task until it ends. Otherwise the payment would be aborted half-way.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_was_begun_is_ended() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("payer@sinar.example").await.0);
    let mut lock = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *lock, "select from bill where invoice_no = $1 for update", &[&bills[0].as_str()]).await;
    let mut stream = TcpStream::connect(portal.address).await.expect("a connection");
    stream.write_all(&call(&token, "key", &bills[0])).await.expect("written");
    until_blocked(&portal, 1).await;
    drop(stream);
    sleep(Duration::from_millis(300)).await;
    lock.commit().await.expect("unlocked");
    until("the payment is made", async || (payments(&portal).await == 1).then_some(())).await;
    let answer = pay(&wire, &token, "key", &bills[0]).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(payments(&portal).await, 1);
}

/// The pool rolls back a transaction left by a cancelled `begin`. Otherwise the next borrower's write would be
/// acknowledged inside it and lost.
#[tokio::test(flavor = "multi_thread")]
async fn storm_of_cancelled_begins_loses_no_write() {
    let portal = Portal::start().await;
    let options = portal.pool().connect_options();
    let pool = gridbill::database::pool(3).connect_with((*options).clone()).await.expect("a pool");
    let writes = either(2_000, 20_000);
    let impatient: Vec<_> = (0..6)
        .map(|number| {
            let pool = pool.clone();
            let mut random = random(&format!("begin {number}"));
            tokio::spawn(async move {
                loop {
                    begin_and_go(&pool, &mut random).await;
                    sleep(Duration::from_millis(1)).await;
                }
            })
        })
        .collect();
    let mut acknowledged = 0;
    for number in 0..writes {
        let query = "insert into login_attempts (email, is_staff, attempts, last_at) values ($1, false, 1, now())";
        acknowledged += sql::run(&pool, query, &[&format!("{number}@example")]).await;
    }
    impatient.iter().for_each(tokio::task::JoinHandle::abort);
    pool.close().await;
    let stored = sql::value::<i64>(portal.pool(), "select count(*) from login_attempts", &[]).await;
    assert_eq!(u64::try_from(stored).expect("a count"), acknowledged, "acknowledged writes vanished");
}

/// Cancels `begin` at a random point between sending it and receiving its answer.
async fn begin_and_go(pool: &sqlx::PgPool, random: &mut impl Rng) {
    let mut connection = pool.acquire().await.expect("a connection");
    let steps = random.random_range(0..4);
    let patience = async {
        for _ in 0..steps {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        begun = connection.begin() => drop(begun),
        () = patience => {}
    }
}
