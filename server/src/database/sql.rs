//! Queries about the database itself.

use sqlx::{PgConnection, PgExecutor, PgPool};

/// Ends whatever transaction is open; a warning when there is none.
///
/// As one simple statement without a prepared plan, for every connection on its way back to the pool.
#[expect(clippy::disallowed_methods, reason = "a statement without tables, which the checked macros cannot prepare")]
pub async fn rollback(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::raw_sql("rollback").execute(connection).await.map(drop)
}

pub struct Durability {
    pub fsync: String,
    pub synchronous_commit: String,
}

pub async fn durability(pool: &PgPool) -> sqlx::Result<Durability> {
    sqlx::query_as!(
        Durability,
        r#"select current_setting('fsync') as "fsync!", current_setting('synchronous_commit') as "synchronous_commit!""#,
    )
    .fetch_one(pool)
    .await
}

pub async fn newest_migration(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select coalesce(max(version), 0) as "version!" from _sqlx_migrations where success"#)
        .fetch_one(db)
        .await
}

/// Makes the portal's database in a private PostgreSQL that has none yet.
#[expect(clippy::disallowed_methods, reason = "a database cannot be created by a prepared statement")]
pub async fn create_database(connection: &mut PgConnection) -> sqlx::Result<()> {
    // Two processes that start at once would both find none; the lock ends with the connection.
    sqlx::query!("select pg_advisory_lock($1)", 1_i64).execute(&mut *connection).await?;
    let exists =
        sqlx::query_scalar!(r#"select exists (select from pg_database where datname = 'gridbill') as "exists!""#)
            .fetch_one(&mut *connection)
            .await?;
    if !exists {
        sqlx::raw_sql("create database gridbill").execute(connection).await?;
    }
    Ok(())
}
