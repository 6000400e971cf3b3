//! The program's role in the private PostgreSQL: owner of its database, but not a superuser. An SQL injection could
//! then reach neither files nor programs of the machine.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::super::sql;
use super::DatabaseFolder;

/// Created by initdb. Only this module uses it, at start-up.
pub const SUPERUSER: &str = "gridbill";
/// The program's role. It may create databases, which tests need.
pub const PROGRAM: &str = "portal";
pub const DATABASE: &str = "gridbill";

/// Creates the role and the database if missing. A database of an earlier version, which belongs to the superuser,
/// is handed over with all its objects.
pub async fn prepare(place: &DatabaseFolder) -> anyhow::Result<()> {
    let mut connection = connect(place, "postgres").await?;
    // Two processes may start at the same time; the lock ends with the connection.
    sql::lock_roles(&mut connection).await?;
    sql::create_role(&mut connection).await?;
    match sql::owner_of_database(&mut connection).await?.as_deref() {
        None => sql::create_database(&mut connection).await?,
        Some(PROGRAM) => {}
        Some(_) => {
            tracing::info!("making a role without superuser rights the owner of the database");
            let mut inside = connect(place, DATABASE).await?;
            sql::hand_over(&mut inside).await?;
            inside.close().await?;
        }
    }
    connection.close().await?;
    Ok(())
}

async fn connect(place: &DatabaseFolder, database: &str) -> anyhow::Result<PgConnection> {
    Ok(place.url(SUPERUSER, database).parse::<PgConnectOptions>()?.connect().await?)
}
