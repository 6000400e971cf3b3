//! Large reads use a standby, and still see every change committed before.

use std::fs;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use gridbill::app::App;
use gridbill::base::{Clock, Random};
use gridbill::database;
use gridbill::database::private::role::DATABASE;
use sqlx::PgPool;
use tokio::time::{Instant, sleep};

use crate::crash::process::Home;
use crate::support::cluster::config;
use crate::support::portal::until;
use crate::support::proxy::Proxy;
use crate::support::sql;

/// A row in a table that nothing else writes in this test.
const ADDED: &str = "insert into security_event (happened_at, kind, outcome, address, user_agent, call)
    values (now(), 'signIn', 'accepted', '-', '-', '-') returning 1::bigint";

/// Longest wait for a frozen standby, and a generous margin for a busy machine.
const FROZEN: Duration = Duration::from_secs(5);
const MARGIN: Duration = Duration::from_secs(3);

/// Starts a standby that replicates the primary.
async fn standby_of(primary: &Home) -> Home {
    let standby = Home::make("standby");
    primary.stop_database();
    let (from, to) = (primary.folder().join("postgres"), standby.folder().join("postgres"));
    assert!(Command::new("cp").arg("-a").args([&from, &to]).status().expect("cp").success());
    fs::write(to.join("standby.signal"), "").expect("written");
    let settings = to.join("postgresql.auto.conf");
    let socket = primary.folder().join("socket");
    fs::write(settings, format!("primary_conninfo = 'host={} user=gridbill'\n", socket.display())).expect("written");
    primary.start_database();
    standby.start_database();
    standby
}

/// Inserts a row as a call does, and checks the number of rows. Returns whether the standby was read.
async fn written_and_read(app: &App, count: i64) -> bool {
    let added = sql::try_value::<i64>(&app.pool, ADDED, &[]).await;
    assert_eq!(added.expect("written"), 1);
    let (is_standby, read) = app
        .read(|app| async move {
            let is_standby: bool = sql::try_value(&app.pool, "select pg_is_in_recovery()", &[]).await?;
            Ok((is_standby, sql::try_value::<i64>(&app.pool, "select count(*) from security_event", &[]).await?))
        })
        .await
        .expect("read");
    assert_eq!(read, count, "on the standby: {is_standby}");
    is_standby
}

/// Number of connections in use or being opened.
fn lent(pool: &PgPool) -> usize {
    usize::try_from(pool.size()).expect("few").saturating_sub(pool.num_idle())
}

/// The standby freezes between two queries of one read.
async fn frozen_in_the_middle(app: &App, proxy: &Proxy) {
    let (pool, began) = (&OnceLock::new(), Instant::now());
    let is_standby = app
        .read(|app| async move {
            let mut connection = app.pool.acquire().await?;
            let is_standby: bool = sql::try_value(&mut *connection, "select pg_is_in_recovery()", &[]).await?;
            if is_standby {
                pool.set(app.pool.clone()).expect("the standby is read once");
                until("only this connection is in use", async || (lent(&app.pool) == 1).then_some(())).await;
                proxy.silence();
            }
            sql::try_value::<i64>(&mut *connection, "select count(*) from security_event", &[]).await?;
            Ok(is_standby)
        })
        .await
        .expect("read");
    let (pool, took) = (pool.get().expect("the standby was read first"), began.elapsed());
    assert!(!is_standby, "a frozen standby answered");
    assert!((FROZEN..FROZEN + MARGIN).contains(&took), "it took {took:?}");

    let began = Instant::now();
    assert!(!written_and_read(app, 103).await, "the standby is skipped");
    assert!(began.elapsed() < MARGIN, "it took {:?}", began.elapsed());
    until("its connection is closed", async || (lent(pool) == 0).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_is_read_once_it_has_the_commits() {
    let primary = Home::make("primary");
    primary.database().await.close().await;
    let standby = standby_of(&primary).await;
    let proxy = Proxy::to(&standby.url()).await;
    let (url, read_url) = (primary.url(), proxy.url(DATABASE));
    let pool = database::pool(4).connect(&url).await.expect("the primary answers");
    let superuser = PgPool::connect(&standby.superusers_url()).await.expect("the standby answers");
    until("the standby follows", async || {
        sql::try_value::<i64>(&superuser, "select count(*) from pg_stat_wal_receiver where status = 'streaming'", &[])
            .await
            .is_ok_and(|count| count == 1)
            .then_some(())
    })
    .await;
    let refused = database::pool(1).connect(&read_url).await.expect_err("a standby is no primary");
    assert!(database::is_away(&refused.into()), "a call is told to come again");
    let folder = primary.folder().display().to_string();
    let settings = config(&["--data", &folder, "--database-url", &url, "--database-read-url", &read_url]);
    let portal = async || App::new(pool.clone(), settings.clone(), Clock::default(), Random::default()).await;
    let (app, another) = (portal().await.expect("a portal"), portal().await.expect("a portal"));

    for count in 1..=100 {
        assert!(written_and_read(&app, count).await, "the standby was not read");
    }

    sql::try_value::<String>(&superuser, "select pg_wal_replay_pause()::text", &[]).await.expect("paused");
    assert!(!written_and_read(&app, 101).await, "the standby is behind");
    sql::try_value::<String>(&superuser, "select pg_wal_replay_resume()::text", &[]).await.expect("resumed");
    assert!(!written_and_read(&app, 102).await, "the standby is skipped");

    // Another portal still reads the standby, so both wait at the same time until it is read again.
    frozen_in_the_middle(&another, &proxy).await;
    proxy.open();
    sleep(Duration::from_secs(11)).await;
    assert!(written_and_read(&app, 104).await, "it is read again");
    assert!(written_and_read(&another, 105).await, "it is read again");

    proxy.silence_those_there_are();
    assert!(written_and_read(&app, 106).await, "dead connections are replaced by new ones");

    superuser.close().await;
    standby.stop_database();
    assert!(!written_and_read(&app, 107).await, "the standby is away");
}
