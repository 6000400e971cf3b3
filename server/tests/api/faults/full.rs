//! Lack of resources or a timeout in PostgreSQL is not reported as an error of the call.

use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::PaymentAccept;
use sqlx::PgPool;
use tokio::time::Instant;

use super::{assert_told, assert_unavailable};
use crate::support::given::{self, SINAR, eft};
use crate::support::raw::{RawClient, RawResponse, bearer};
use crate::support::{Portal, sql};

/// Makes every insert into that table fail with this SQLSTATE, as on a server with that problem.
async fn fail_with(pool: &PgPool, table: &str, code: &str) {
    sql::run_script(
        pool,
        &format!(
            "create or replace function fail() returns trigger language plpgsql as
             $$ begin raise exception 'could not extend file' using errcode = '{code}'; end $$;
             create or replace trigger fail before insert on {table} for each row execute function fail()"
        ),
    )
    .await;
}

async fn pay(wire: &RawClient, token: &str, body: &[u8]) -> RawResponse {
    let headers = [("authorization", token), ("idempotency-key", "one")];
    wire.send("POST", MakePayment::ENTRY.path(), &headers, body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn lack_of_resources_is_503_and_changes_nothing() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("payer@sinar.example").await.0);
    let body = serde_json::to_vec(&eft(&bills, "100.00")).expect("a request");
    for code in ["53100", "53200", "53300", "57P01", "57P02", "57P03", "25006", "08006"] {
        fail_with(portal.pool(), "payment", code).await;
        let began = Instant::now();
        assert_unavailable(&pay(&wire, &token, &body).await, began);
    }
    // A lock or a statement timed out, although the database works.
    for code in ["55P03", "57014"] {
        fail_with(portal.pool(), "payment", code).await;
        let began = Instant::now();
        assert_told(&pay(&wire, &token, &body).await, "busy", began);
    }
    // An error that is not caused by the server's load is no 503.
    fail_with(portal.pool(), "payment", "XX000").await;
    let broken = pay(&wire, &token, &body).await;
    assert_eq!((broken.status, broken.headers.get("retry-after")), (500, None));
    sql::run_script(portal.pool(), "drop trigger fail on payment").await;
    let counted = sql::value::<i64>(portal.pool(), "select count(*) from payment", &[]).await;
    assert_eq!(counted, 0);
    assert_eq!(pay(&wire, &token, &body).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_in_the_job_queue_is_503_too() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "100.00")).await.expect("a payment");
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("pccr@utility.example").await.0);
    let accept = async || {
        let body = serde_json::json!({ "eBulkPaymentID": made.e_bulk_payment_id }).to_string();
        wire.send("POST", PaymentAccept::ENTRY.path(), &[("authorization", &token)], body).await
    };
    fail_with(portal.pool(), "graphile_worker._private_jobs", "53100").await;
    let began = Instant::now();
    assert_unavailable(&accept().await, began);
    sql::run_script(portal.pool(), "drop trigger fail on graphile_worker._private_jobs").await;
    assert_eq!(accept().await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_that_is_not_given_back_is_busy() {
    let portal = Portal::with_database_option("lock_timeout", "300ms").await;
    let bills = given::bills(portal.pool(), SINAR, 1, "100.00").await;
    let wire = RawClient::to(portal.address);
    let token = bearer(&wire.sign_in("payer@sinar.example").await.0);
    let body = serde_json::to_vec(&eft(&bills, "100.00")).expect("a request");
    let mut held = portal.pool().begin().await.expect("a transaction");
    sql::run(&mut *held, "select from bill where invoice_no = $1 for update", &[&bills[0].as_str()]).await;
    let began = Instant::now();
    assert_told(&pay(&wire, &token, &body).await, "busy", began);
    held.commit().await.expect("unlocked");
    assert_eq!(pay(&wire, &token, &body).await.status, 200);
}
