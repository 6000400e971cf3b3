//! The pool: how long its connections and their statements may take, and in which state a connection is borrowed.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, PgConnection};

/// How long a call waits for a connection, a new one included.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a connection from the pool may take to answer before another one is opened.
pub(super) const CHECK_TIMEOUT: Duration = Duration::from_secs(1);
/// A statement that opens no transaction; of those with an effect inside of one only, the cheapest.
const DOES_NOTHING: &str = "close all";

/// How the connections of calls and jobs are set up. PostgreSQL ends what takes longer, so that a lock or a slow statement
/// does not use up all connections, and a process that vanished in the middle of a transaction gives its locks back.
const CALL_TIMEOUTS: [(&str, &str); 3] =
    [("statement_timeout", "30s"), ("lock_timeout", "10s"), ("idle_in_transaction_session_timeout", "60s")];

/// A pool whose connections are alive and outside of any transaction when they are borrowed.
#[must_use]
pub fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // `is_usable` is the same round trip, and says more.
        .test_before_acquire(false)
        .before_acquire(|connection, _| {
            Box::pin(async move {
                let usable = tokio::time::timeout(CHECK_TIMEOUT, is_usable(connection)).await;
                Ok(matches!(usable, Ok(Ok(true))))
            })
        })
}

/// Whether a connection that comes from the pool may be used: it answers, and is in no transaction.
///
/// A cancelled `begin` leaves a transaction open that sqlx does not count, so its own `is_in_transaction` says no; the next
/// borrower's writes would be acknowledged in it, and lost with it. PostgreSQL tells the status of the transaction with every
/// answer, but sqlx shows it nowhere, except that `begin_with` refuses a statement after which none is open. One that
/// failed refuses every statement, this one too, so that its connection is not used again.
pub(super) async fn is_usable(connection: &mut PgConnection) -> sqlx::Result<bool> {
    match connection.begin_with(DOES_NOTHING).await {
        Err(sqlx::Error::BeginFailed) => Ok(true),
        Ok(left_open) => left_open.rollback().await.map(|()| true),
        Err(error) => Err(error),
    }
}

/// For calls and jobs: named for whoever looks at the database, and with its timeouts. What the address says goes before.
#[must_use]
pub fn for_calls(address: PgConnectOptions) -> PgConnectOptions {
    let said = address.get_options().unwrap_or_default().to_owned();
    let ours = CALL_TIMEOUTS.into_iter().filter(|(name, _)| !said.contains(name));
    named(address, "gridbill").options(ours)
}

/// For a command that may take its time: imports, migrations, checks.
#[must_use]
pub fn for_command(address: PgConnectOptions) -> PgConnectOptions {
    named(address, "gridbill command")
}

fn named(address: PgConnectOptions, name: &str) -> PgConnectOptions {
    if address.get_application_name().is_some() { address } else { address.application_name(name) }
}
