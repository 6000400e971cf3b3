//! One process sends what transactions publish: no other connection notifies, nothing is lost, and another takes over.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use gridbill_core::payments::MakePayment;
use serde_json::json;
use sqlx::postgres::{PgListener, PgNotification};
use tokio::time::timeout;

use super::super::{LOGOUT, portal};
use super::Stream;
use crate::support::given::{self, SINAR, eft};
use crate::support::portal::until;
use crate::support::raw::bearer;
use crate::support::sources::sources;
use crate::support::{Portal, sql};

const CHANNELS: [&str; 3] = ["changed", "access_ended", "jobs:insert"];
const NOTIFIER: &str = "select pid from pg_locks join pg_stat_activity using (pid)
                        where locktype = 'advisory' and application_name = 'gridbill notifier' and granted
                          and pg_locks.database = (select oid from pg_database where datname = current_database())";

/// Returns the connection of the process that notifies.
async fn notifier(portal: &Portal) -> i32 {
    until("a notifier", || async { sql::values::<i32>(portal.pool(), NOTIFIER, &[]).await.pop() }).await
}

async fn listen(portal: &Portal) -> PgListener {
    let mut listener = PgListener::connect_with(portal.pool()).await.expect("a connection");
    listener.listen_all(CHANNELS).await.expect("listening");
    listener
}

async fn next(listener: &mut PgListener) -> PgNotification {
    timeout(Duration::from_secs(10), listener.recv()).await.expect("in time").expect("a notification")
}

/// Publishes a change of payments of a bulk account.
async fn publish(db: impl sqlx::PgExecutor<'_>, bulk_id: &str) {
    let change = json!({ "topics": ["payments"], "bulkIds": [bulk_id] }).to_string();
    sql::run(db, "insert into published (channel, payload) values ('changed', $1)", &[&change]).await;
}

/// A transaction that notifies would wait for the commit of every other one.
#[tokio::test(flavor = "multi_thread")]
async fn only_the_notifier_notifies() {
    let (portal, wire) = portal().await;
    let pid = notifier(&portal).await;
    let mut listener = listen(&portal).await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let (access, refresh) = wire.sign_in("viewer@sinar.example").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    let job = "select graphile_worker.add_job('post_payment', '{}'::json)";
    sql::run(portal.pool(), job, &[]).await;
    let body = json!({ "refreshToken": refresh }).to_string();
    assert_eq!(wire.send("POST", LOGOUT, &[("authorization", &bearer(&access))], body).await.status, 200);
    let mut heard = BTreeSet::new();
    while heard.len() < CHANNELS.len() {
        let note = next(&mut listener).await;
        assert_eq!(note.process_id(), u32::try_from(pid).expect("a process"), "{note:?}");
        heard.insert(note.channel().to_owned());
    }
}

/// The queue's functions come from its library, and an update may replace them.
#[tokio::test(flavor = "multi_thread")]
async fn no_function_of_the_job_queue_notifies_by_itself() {
    let (portal, _) = portal().await;
    let query = "select proname::text from pg_proc
                 where pronamespace = 'graphile_worker'::regnamespace and prosrc like '%pg_notify%'
                   and proconfig is distinct from '{\"search_path=public, pg_catalog\"}'";
    let notifying: Vec<String> = sql::values(portal.pool(), query, &[]).await;
    assert!(notifying.is_empty(), "{notifying:?}");
    let files: Vec<_> = sources()
        .into_iter()
        .filter(|file| std::fs::read_to_string(file).expect("a file").contains("select pg_notify("))
        .map(|file| file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("of the server").display().to_string())
        .collect();
    assert_eq!(files, ["platform/src/live/sql.rs"]);
}

/// A transaction may end long after later ones have ended and their rows are deleted.
#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_ends_late_is_published_once() {
    let (portal, _) = portal().await;
    notifier(&portal).await;
    let mut listener = listen(&portal).await;
    let (mut late, mut rolled_back) =
        (portal.pool().begin().await.expect("begun"), portal.pool().begin().await.expect("begun"));
    publish(&mut *late, "late").await;
    publish(&mut *rolled_back, "never").await;
    for sent in ["first", "second"] {
        publish(portal.pool(), sent).await;
        assert!(next(&mut listener).await.payload().contains(sent));
    }
    rolled_back.rollback().await.expect("rolled back");
    publish(portal.pool(), "third").await;
    assert!(next(&mut listener).await.payload().contains("third"));
    late.commit().await.expect("committed");
    assert!(next(&mut listener).await.payload().contains("late"));
    let more = timeout(Duration::from_millis(500), listener.recv()).await;
    assert!(more.is_err(), "sent twice: {more:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_process_takes_over_within_a_second() {
    let (portal, wire) = portal().await;
    let (_second, address) = portal.second().await;
    let mut stream = Stream::open(&wire.at(address), &wire.sign_in("viewer@sinar.example").await.0).await;
    for _ in 0..3 {
        let pid = notifier(&portal).await;
        sql::run(&mut portal.superuser().await, "select pg_terminate_backend($1)", &[&pid]).await;
        publish(portal.pool(), SINAR).await;
        let ended = Instant::now();
        assert!(timeout(Duration::from_secs(10), stream.payment()).await.expect("in time").is_some());
        assert!(ended.elapsed() < Duration::from_secs(3), "{:?}", ended.elapsed());
        assert_ne!(notifier(&portal).await, pid);
    }
}
