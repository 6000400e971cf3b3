//! Whom the program is in its private PostgreSQL: the owner of its database, and no superuser. What gets past the program
//! then reaches neither files nor programs of the machine.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::super::sql;
use super::Place;

/// Made by initdb. The program is it only here, while it starts.
pub const SUPERUSER: &str = "gridbill";
/// The program. It may make databases, which tests do.
pub const PROGRAM: &str = "portal";
pub const DATABASE: &str = "gridbill";

/// Makes the role and the database where they are missing. A database of an earlier version, which belongs to the
/// superuser, is handed over with everything in it.
///
/// # Errors
/// When PostgreSQL does not answer.
pub async fn prepare(place: &Place) -> anyhow::Result<()> {
    let mut connection = connect(place, "postgres").await?;
    // Two processes may start at once; the lock ends with the connection.
    sql::lock_roles(&mut connection).await?;
    sql::create_role(&mut connection).await?;
    match sql::owner_of_database(&mut connection).await?.as_deref() {
        None => sql::create_database(&mut connection).await?,
        Some(PROGRAM) => {}
        Some(_) => {
            tracing::info!("handing the database over to a role that is no superuser");
            let mut inside = connect(place, DATABASE).await?;
            sql::hand_over(&mut inside).await?;
            inside.close().await?;
        }
    }
    connection.close().await?;
    Ok(())
}

async fn connect(place: &Place, database: &str) -> anyhow::Result<PgConnection> {
    Ok(place.url(SUPERUSER, database).parse::<PgConnectOptions>()?.connect().await?)
}
