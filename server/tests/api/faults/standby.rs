//! What reads much reads a standby, and misses nothing there that was committed before.

use std::fs;
use std::process::Command;
use std::time::Duration;

use gridbill::app::App;
use gridbill::base::{Clock, Random};
use gridbill::database;
use sqlx::PgPool;
use tokio::time::sleep;

use crate::crash::process::Home;
use crate::support::cluster::config;
use crate::support::portal::until;

/// A row of a table that nobody else writes here.
const ADDED: &str = "insert into security_event (happened_at, kind, outcome, address, user_agent, call)
    values (now(), 'signIn', 'accepted', '-', '-', '-') returning 1::bigint";

#[expect(clippy::disallowed_methods, reason = "the standby has no description of its queries")]
async fn asked<T>(pool: &PgPool, query: &'static str) -> sqlx::Result<T>
where
    T: Send + Unpin + for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    sqlx::query_scalar(query).fetch_one(pool).await
}

/// A standby of that private PostgreSQL, which follows it.
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

/// Writes one more, as a call does, and reads how many there are: with where they were read.
async fn written_and_read(app: &App, count: i64) -> bool {
    let added = asked::<i64>(&app.pool, ADDED).await;
    assert_eq!(added.expect("written"), 1);
    let (is_standby, read) = app
        .read(|app| async move {
            let is_standby: bool = asked(&app.pool, "select pg_is_in_recovery()").await?;
            Ok((is_standby, asked::<i64>(&app.pool, "select count(*) from security_event").await?))
        })
        .await
        .expect("read");
    assert_eq!(read, count, "on the standby: {is_standby}");
    is_standby
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_is_read_when_it_has_what_was_committed() {
    let primary = Home::make("primary");
    primary.database().await.close().await;
    let standby = standby_of(&primary).await;
    let (url, read_url) = (primary.url(), standby.url());
    let pool = database::pool(4).connect(&url).await.expect("the primary answers");
    let superuser = PgPool::connect(&standby.superusers_url()).await.expect("the standby answers");
    until("the standby follows", async || {
        asked::<i64>(&superuser, "select count(*) from pg_stat_wal_receiver where status = 'streaming'")
            .await
            .is_ok_and(|count| count == 1)
            .then_some(())
    })
    .await;
    let folder = primary.folder().display().to_string();
    let settings = config(&["--data", &folder, "--database-url", &url, "--database-read-url", &read_url]);
    let app = App::new(pool, settings, Clock::default(), Random::default()).await.expect("a portal");

    for count in 1..=100 {
        assert!(written_and_read(&app, count).await, "the standby was not read");
    }

    asked::<String>(&superuser, "select pg_wal_replay_pause()::text").await.expect("paused");
    assert!(!written_and_read(&app, 101).await, "the standby is behind");
    asked::<String>(&superuser, "select pg_wal_replay_resume()::text").await.expect("resumed");
    assert!(!written_and_read(&app, 102).await, "it is left alone");
    sleep(Duration::from_secs(11)).await;
    assert!(written_and_read(&app, 103).await, "it is read again");

    superuser.close().await;
    standby.stop_database();
    assert!(!written_and_read(&app, 104).await, "the standby is away");
}
