//! The connection pool: timeouts of connections and statements, and the check that a connection is clean before
//! use.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, PgConnection};

use super::sql;

/// Maximum time that a call waits for a connection, including opening a new connection.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum time that a pooled connection may take to answer before it is replaced.
pub(super) const CHECK_TIMEOUT: Duration = Duration::from_secs(1);
/// A statement that opens no transaction. `is_usable` needs a statement that has no effect outside a transaction;
/// this is the cheapest.
const DOES_NOTHING: &str = "close all";

/// Timeouts of the connections of calls and jobs. PostgreSQL ends everything that takes longer. Locks and slow
/// statements then do not exhaust the pool, and a process that died in a transaction loses its locks.
const CALL_TIMEOUTS: [(&str, &str); 3] =
    [("statement_timeout", "30s"), ("lock_timeout", "10s"), ("idle_in_transaction_session_timeout", "60s")];

/// Creates a pool of connections to a primary. It checks each connection before use: it must answer and be outside any
/// transaction.
#[must_use]
pub fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(|connection, _| Box::pin(refuse_standby(connection)))
        // `is_usable` needs the same round trip and checks more.
        .test_before_acquire(false)
        .before_acquire(|connection, _| {
            Box::pin(async move {
                let usable = tokio::time::timeout(CHECK_TIMEOUT, is_usable(connection)).await;
                Ok(matches!(usable, Ok(Ok(true))))
            })
        })
}

/// Refuses a connection to a standby. In the first moment after its start, a proxy takes every server for a primary, and
/// what a standby answers may be old.
async fn refuse_standby(connection: &mut PgConnection) -> sqlx::Result<()> {
    match sql::replayed(connection).await? {
        None => Ok(()),
        Some(_) => Err(sqlx::Error::Protocol("the database is a standby, not the primary".to_owned())),
    }
}

/// Whether a pooled connection can be used: it answers, and is in no transaction.
///
/// A cancelled `begin` leaves a transaction open that sqlx does not count, so sqlx's `is_in_transaction` returns
/// false. The writes of the next user would be acknowledged inside it, and lost with it. PostgreSQL reports the
/// transaction status with every response, but sqlx exposes it only indirectly: `begin_with` fails if no
/// transaction is open after its statement. A failed transaction refuses every statement including this one, so its
/// connection is not used again.
pub(super) async fn is_usable(connection: &mut PgConnection) -> sqlx::Result<bool> {
    match connection.begin_with(DOES_NOTHING).await {
        Err(sqlx::Error::BeginFailed) => Ok(true),
        Ok(left_open) => left_open.rollback().await.map(|()| true),
        Err(error) => Err(error),
    }
}

/// Connection options of calls and jobs: an application name and timeouts. Options in the address take precedence.
#[must_use]
pub fn for_calls(address: PgConnectOptions) -> PgConnectOptions {
    let said = address.get_options().unwrap_or_default().to_owned();
    let ours = CALL_TIMEOUTS.into_iter().filter(|(name, _)| !said.contains(name));
    named(address, "gridbill").options(ours)
}

/// Connection options of commands that may take long: imports, migrations, checks.
#[must_use]
pub fn for_command(address: PgConnectOptions) -> PgConnectOptions {
    named(address, "gridbill command")
}

fn named(address: PgConnectOptions, name: &str) -> PgConnectOptions {
    if address.get_application_name().is_some() { address } else { address.application_name(name) }
}
