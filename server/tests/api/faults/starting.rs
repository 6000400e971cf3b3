//! A process that starts before its database.

use std::time::Duration;

use tokio::time::sleep;

use crate::crash::process::{Home, free_address};
use crate::support::proxy::Proxy;
use crate::support::raw::RawClient;
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn serve_and_worker_wait_for_their_database_and_stop_on_a_signal() {
    let home = Home::make("starting");
    drop(home.database().await);
    let proxy = Proxy::to(&home.url()).await;
    // A proxy that accepts and closes connections, as HAProxy does without a backend.
    proxy.close();
    let url = proxy.url("gridbill");
    let address = free_address();
    let mut waiting = home.begin_on(&url, &["serve", "--listen", &address.to_string()]);
    let mut told = home.begin_on(&url, &["serve", "--listen", "127.0.0.1:0"]);
    let mut worker = home.begin_on(&url, &["worker"]);
    // No process listens on this address.
    let nobody = format!("postgres://gridbill@{}/gridbill?sslmode=disable", free_address());
    let mut refused = home.begin_on(&nobody, &["worker"]);
    sleep(Duration::from_secs(6)).await;
    for process in [&mut waiting, &mut told, &mut worker, &mut refused] {
        assert!(process.is_running(), "{}", home.said());
    }
    let lines = home.said().lines().filter(|line| line.contains("the database is away")).count();
    assert!((4..=40).contains(&lines), "{}", home.said());
    for process in [&mut told, &mut refused] {
        process.terminate();
        process.ends_within(Duration::from_secs(5)).await;
    }
    proxy.open();
    let wire = RawClient::to(address);
    for _ in 0..300 {
        assert!(waiting.is_running(), "{}", home.said());
        if wire.status("/readyz").await == Some(200) {
            assert!(worker.is_running(), "{}", home.said());
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("not ready: {}", home.said());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_process_starts_on_a_newer_schema() {
    let home = Home::make("newer");
    let pool = home.database().await;
    let query = r"insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                  values (9999, 'of the next version', true, '\x00', 0)";
    sql::run(&pool, query, &[]).await;
    let mut server = home.serve(free_address()).await;
    assert!(server.is_running(), "{}", home.said());
}
