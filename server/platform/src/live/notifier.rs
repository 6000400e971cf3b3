//! Sends what transactions publish.
//!
//! A transaction that notifies holds a lock of the whole cluster until its commit is durable, so such transactions commit
//! one after another. Transactions write rows of `published` instead, and one process for each database sends them: the
//! one that holds the advisory lock. Its own commits wait for no disk and no standby.

use std::convert::Infallible;
use std::time::Duration;

use anyhow::Context as _;
use sqlx::{PgConnection, PgPool};
use tokio::time::{sleep, timeout};

use super::sql;
use crate::database;

/// Time between two looks for published rows.
const PAUSE: Duration = Duration::from_millis(20);
/// Time between two attempts of another process to take over.
const CANDIDATE_PAUSE: Duration = Duration::from_millis(250);
/// Looks between two deletions of sent rows.
const LOOKS: u32 = 500;
/// A connection that does not answer within this time is replaced.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum time to send what is stored when a process takes over: commands publish while no process runs.
const BACKLOG_TIMEOUT: Duration = Duration::from_secs(30);
/// PostgreSQL ends a session that is silent for this long, so a process that was cut off loses the lock.
const SILENCE_TIMEOUT: &str = "2s";
/// A position before all transactions. A process that takes over sends again what is still stored.
const START: &str = "1:1:";

/// Sends published rows, or waits until this process may. Recovers from all database errors.
pub async fn run(pool: PgPool) {
    loop {
        let Err(error) = send(&pool).await;
        database::report(&error.context("failed to send notifications"));
        sleep(CANDIDATE_PAUSE).await;
    }
}

async fn send(pool: &PgPool) -> anyhow::Result<Infallible> {
    let mut db = within(ANSWER_TIMEOUT, connect(pool)).await?;
    while !within(ANSWER_TIMEOUT, sql::lead(&mut db)).await? {
        sleep(CANDIDATE_PAUSE).await;
    }
    let mut position = within(BACKLOG_TIMEOUT, sql::send(&mut db, START)).await?;
    loop {
        within(BACKLOG_TIMEOUT, sql::delete_sent(&mut db, &position)).await?;
        for _ in 0..LOOKS {
            sleep(PAUSE).await;
            position = within(ANSWER_TIMEOUT, sql::send(&mut db, &position)).await?;
        }
    }
}

/// Opens a connection outside the pool, which the lock belongs to.
async fn connect(pool: &PgPool) -> sqlx::Result<PgConnection> {
    let options = (*pool.connect_options()).clone().application_name("gridbill notifier").options([
        ("idle_session_timeout", SILENCE_TIMEOUT),
        ("synchronous_commit", "off"),
        // Deleted rows stay in the table until no transaction can see them.
        ("enable_seqscan", "off"),
    ]);
    Ok(database::pool(1).connect_with(options).await?.acquire().await?.detach())
}

async fn within<T>(limit: Duration, query: impl Future<Output = sqlx::Result<T>>) -> anyhow::Result<T> {
    Ok(timeout(limit, query).await.context("no answer")??)
}
