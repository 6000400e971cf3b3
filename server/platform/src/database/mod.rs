//! The database. It holds all state that must outlive a process or be shared between processes.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use sqlx::migrate::{Migrate as _, MigrateError, Migration, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{PgExecutor, PgPool};

use crate::config::Config;

mod away;
pub mod months;
mod permits;
mod pool;
pub mod private;
pub mod queue;
mod reader;
mod retry;
mod sql;
mod standby;

pub use away::{TemporaryError, is_away, is_locked, log, report, temporary_error};
pub use permits::{CommitUnanswered, WritePermits, WriteTransaction};
pub use pool::{for_calls, pool};
pub use reader::Reader;
pub use retry::retried;
pub use sql::is_demo;
pub use standby::{READ_TIMEOUT, Standby};

/// The migrations that this program was built with.
pub static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");
/// Explains why a database of an earlier version cannot be migrated.
const MADE_BEFORE_0_2_1: &str = "this database was probably made by a version before 0.2.1. The migrations of that \
                                 version were merged, so the database cannot be migrated. Make the demo afresh: run \
                                 `make clean-demo`, then `make run`";
/// Pause before a starting process tries again to connect to an unavailable database.
const WAIT: Duration = Duration::from_secs(1);

/// Returns the address of the configured database, or starts the private PostgreSQL and returns its address.
/// Fails when the private PostgreSQL cannot be started.
pub async fn url(config: &Config) -> anyhow::Result<String> {
    match &config.database_url {
        Some(url) => Ok(url.clone()),
        None => private::start(config).await,
    }
}

/// Opens the database for a command: connects, refuses settings that could lose acknowledged commits, and applies
/// migrations. Fails when the database does not answer, is unsafe, or a migration fails.
pub async fn open(config: &Config) -> anyhow::Result<PgPool> {
    let pool = connect(config, &address(config).await?).await?;
    migrate(&pool).await?;
    Ok(pool)
}

/// Opens the database for `serve` or `worker`, with the timeouts of calls. Waits while the database is unavailable.
/// Fails when the database is unsafe, or a migration fails.
pub async fn open_for_calls(config: &Config) -> anyhow::Result<PgPool> {
    loop {
        match try_open_for_calls(config).await {
            Err(error) if is_away(&error) => report(&error),
            opened => return opened,
        }
        tokio::time::sleep(WAIT).await;
    }
}

async fn try_open_for_calls(config: &Config) -> anyhow::Result<PgPool> {
    let address = address(config).await?;
    // Without the timeouts of calls, because migrations may take longer.
    let command = connect(config, &address).await?;
    migrate(&command).await?;
    command.close().await;
    pool(config.connections).connect_with(for_calls(address)).await.context("the database does not answer")
}

/// Applies the migrations of a folder instead of the built-in ones. Needed to prepare queries that the program was
/// not built with yet. Fails when the database does not answer, is unsafe, or a migration fails.
pub async fn migrate_from(config: &Config, folder: &Path) -> anyhow::Result<()> {
    let pool = connect(config, &address(config).await?).await?;
    let migrations = Migrator::new(folder).await.context("failed to read the migrations")?;
    migrations.run(&pool).await.map_err(explain).context("failed to migrate the database")?;
    queue::migrate(&pool).await
}

/// Returns the schema of the database as SQL, for `migrations/schema.sql`.
pub async fn schema(config: &Config) -> anyhow::Result<String> {
    let pool = connect(config, &address(config).await?).await?;
    let statements = sql::schema(&pool).await.context("reading the schema")?;
    Ok(statements.join("\n"))
}

async fn address(config: &Config) -> anyhow::Result<PgConnectOptions> {
    url(config).await?.parse().context("DATABASE_URL cannot be parsed")
}

async fn connect(config: &Config, address: &PgConnectOptions) -> anyhow::Result<PgPool> {
    let options = pool::for_command(address.clone());
    let pool = pool(config.connections).connect_with(options).await.context("the database does not answer")?;
    refuse_forgetful(&pool, config.needs_replica).await?;
    Ok(pool)
}

/// Applies all migrations that are missing.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    if !has_all_migrations(pool).await {
        MIGRATIONS.run(pool).await.map_err(explain).context("failed to migrate the database")?;
    }
    queue::migrate(pool).await
}

/// Explains an error about a migration that was applied and is not in this program.
fn explain(error: MigrateError) -> anyhow::Error {
    let is_foreign = matches!(error, MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_));
    let error = anyhow::Error::new(error);
    if is_foreign { error.context(MADE_BEFORE_0_2_1) } else { error }
}

/// Whether the database has all migrations of this program. It may have more: during an update, the old program may
/// restart on the newer schema (docs/operations.md#updating). This check comes first because the migrator always tries
/// to create its table, which the program's role on a cluster may not do (`deploy/database/grants.sql`).
async fn has_all_migrations(pool: &PgPool) -> bool {
    let table = &MIGRATIONS.table_name;
    let looked = async {
        let mut connection = pool.acquire().await?;
        let failed = connection.dirty_version(table).await?;
        Ok::<_, MigrateError>((failed, connection.list_applied_migrations(table).await?))
    };
    // Without the table or an answer, run the migrations, whose error explains the cause.
    let Ok((None, applied)) = looked.await else { return false };
    let is_applied = |ours: &Migration| {
        applied.iter().any(|theirs| ours.version == theirs.version && ours.checksum == theirs.checksum)
    };
    MIGRATIONS.iter().all(is_applied)
}

/// Refuses a database whose settings could lose acknowledged payments in a power cut or, if replicas are promised,
/// with the loss of the primary.
async fn refuse_forgetful(pool: &PgPool, needs_replica: bool) -> anyhow::Result<()> {
    let settings = sql::durability(pool).await?;
    if settings.fsync == "off" {
        bail!("this PostgreSQL has fsync off and may lose payments; turn it on");
    }
    if settings.synchronous_commit == "off" {
        bail!("this PostgreSQL has synchronous_commit off and may lose payments; set it to on");
    }
    if needs_replica && !matches!(settings.synchronous_commit.as_str(), "on" | "remote_apply") {
        bail!(
            "a replica is promised (GRIDBILL_NEEDS_REPLICA), but synchronous_commit does not wait for one; set it to on"
        );
    }
    if needs_replica && settings.synchronous_standby_names.is_empty() {
        bail!("a replica is promised (GRIDBILL_NEEDS_REPLICA), but synchronous_standby_names names none; name one");
    }
    Ok(())
}

/// Whether the database has every migration of this program.
pub async fn is_current(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default();
    Ok(sql::newest_migration(db).await? >= newest)
}
