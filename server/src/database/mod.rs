//! The one store. Everything that must outlive a process or be seen by another is in it.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::config::Config;

pub mod private;
mod sql;

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// The address of the database: the configured one, else that of the private PostgreSQL, which is started.
///
/// # Errors
/// When the private PostgreSQL cannot be started.
pub async fn url(config: &Config) -> anyhow::Result<String> {
    match &config.database_url {
        Some(url) => Ok(url.clone()),
        None => private::start(config).await,
    }
}

/// Connects, refuses a database that may forget what it acknowledged, and brings it up to date.
///
/// # Errors
/// When the database does not answer, is unsafe, or a migration fails.
pub async fn open(config: &Config) -> anyhow::Result<PgPool> {
    let pool = connect(config).await?;
    migrate(&pool).await?;
    Ok(pool)
}

/// The same by the migrations of a folder: for describing queries that the program was not yet built with.
///
/// # Errors
/// When the database does not answer, is unsafe, or a migration fails.
pub async fn migrate_from(config: &Config, folder: &Path) -> anyhow::Result<()> {
    let pool = connect(config).await?;
    let migrations = Migrator::new(folder).await.context("reading the migrations")?;
    migrations.run(&pool).await.context("migrating the database")?;
    crate::jobs::migrate(&pool).await
}

async fn connect(config: &Config) -> anyhow::Result<PgPool> {
    let url = url(config).await?;
    let options: PgConnectOptions = url.parse().context("DATABASE_URL cannot be read")?;
    let pool = pool(config.connections).connect_with(options).await.context("the database does not answer")?;
    refuse_forgetful(&pool).await?;
    Ok(pool)
}

/// Brings a database up to date.
///
/// # Errors
/// When a migration fails.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    MIGRATIONS.run(pool).await.context("migrating the database")?;
    crate::jobs::migrate(pool).await
}

/// A pool whose connections come back clean: a transaction that a cancelled `begin` left open is rolled back
/// before the next borrower writes into it.
#[must_use]
pub fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(connections).acquire_timeout(Duration::from_secs(30)).after_release(
        |connection, _| {
            Box::pin(async move {
                sql::rollback(connection).await?;
                Ok(true)
            })
        },
    )
}

/// An acknowledged payment must survive a power cut.
async fn refuse_forgetful(pool: &PgPool) -> anyhow::Result<()> {
    let settings = sql::durability(pool).await?;
    if settings.fsync == "off" {
        bail!("this PostgreSQL has fsync off and may forget payments; turn it on");
    }
    if settings.synchronous_commit == "off" {
        bail!("this PostgreSQL has synchronous_commit off and may forget payments; set it to on");
    }
    Ok(())
}

/// Whether every migration of this program is in the database.
///
/// # Errors
/// When the database does not answer.
pub async fn is_current(pool: &PgPool) -> sqlx::Result<bool> {
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default();
    Ok(sql::newest_migration(pool).await? >= newest)
}
