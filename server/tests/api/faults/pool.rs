//! State of connections when they return to the pool, and their settings.

use std::time::Duration;

use futures::FutureExt as _;
use sqlx::{Connection as _, PgConnection, PgPool};
use tokio::time::sleep;

use crate::support::{Portal, sql};

async fn pool_of_one(portal: &Portal) -> PgPool {
    let options = (*portal.pool().connect_options()).clone();
    gridbill::database::pool(1).connect_with(options).await.expect("a pool")
}

async fn write(pool: &PgPool, email: &str) {
    let query = "insert into login_attempts (email, is_staff, attempts, last_at) values ($1, false, 1, now())";
    sql::run(pool, query, &[&email]).await;
}

async fn written(portal: &Portal) -> i64 {
    sql::value(portal.pool(), "select count(*) from login_attempts", &[]).await
}

/// Leaves a transaction open that sqlx does not know: `begin` is sent and its answer is not awaited. On a busy machine
/// the answer may already be there; then roll back and try again. After 100 attempts, send `begin` past sqlx.
async fn begin_and_go(pool: &PgPool) -> sqlx::pool::PoolConnection<sqlx::Postgres> {
    for _ in 0..100 {
        let mut connection = pool.acquire().await.expect("a connection");
        let Some(begun) = connection.begin().now_or_never() else { return connection };
        begun.expect("a transaction").rollback().await.expect("rolled back");
    }
    let mut connection = pool.acquire().await.expect("a connection");
    sql::run_script(&mut *connection, "begin").await;
    connection
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_transaction_is_not_passed_to_the_next_borrower() {
    let portal = Portal::start().await;
    let pool = pool_of_one(&portal).await;
    for round in 1..=20 {
        drop(begin_and_go(&pool).await);
        if round % 2 == 0 {
            sleep(Duration::from_millis(5)).await;
        }
        write(&pool, &format!("{round}@example")).await;
        assert_eq!(written(&portal).await, round, "an acknowledged write is in a transaction that is never committed");
    }
}

async fn fail(connection: &mut PgConnection) {
    sql::try_run_script(connection, "select 1 / 0").await.expect_err("a division by zero");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_failed_is_not_the_next_borrowers() {
    let portal = Portal::start().await;
    let pool = pool_of_one(&portal).await;
    let mut connection = begin_and_go(&pool).await;
    fail(&mut connection).await;
    drop(connection);
    write(&pool, "next@example").await;
    assert_eq!(written(&portal).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_without_a_transaction_returns_without_a_rollback() {
    let (portal, proxy) = Portal::behind_proxy(&[]).await;
    let pool = pool_of_one(&portal).await;
    proxy.said();
    for number in 0..10 {
        write(&pool, &format!("{number}@example")).await;
        pool.begin().await.expect("a transaction").commit().await.expect("committed");
    }
    pool.close().await;
    let said = proxy.said().to_lowercase();
    assert_eq!(said.matches("commit").count(), 10);
    assert_eq!(said.matches("rollback").count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_of_calls_are_named_and_have_timeouts() {
    let portal = Portal::start().await;
    let mut shown = Vec::new();
    for name in ["application_name", "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] {
        let setting = sql::value::<String>(portal.pool(), "select current_setting($1)", &[&name]).await;
        shown.push(setting);
    }
    assert_eq!(shown, ["gridbill", "30s", "10s", "1min"]);
}
