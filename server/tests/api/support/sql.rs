//! Queries of tests. They are plain texts, so that `.sqlx` describes the queries of the server only. A query that fails,
//! or returns another type than the test reads, panics with its text.

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::{Arguments as _, AssertSqlSafe, Decode, Encode, FromRow, PgExecutor, Postgres, Type};

/// A value of a parameter.
pub trait Value<'q>: Sync {
    fn add_to(&self, arguments: &mut PgArguments);
}

impl<'q, T: Encode<'q, Postgres> + Type<Postgres> + Sync> Value<'q> for T {
    fn add_to(&self, arguments: &mut PgArguments) {
        arguments.add(self).expect("a value that can be encoded");
    }
}

/// Runs a statement, and returns the number of rows that it affected.
pub async fn run(db: impl PgExecutor<'_>, text: &str, values: &[&dyn Value<'_>]) -> u64 {
    try_run(db, text, values).await.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Runs a statement that may fail, and returns the number of rows that it affected.
pub async fn try_run(db: impl PgExecutor<'_>, text: &str, values: &[&dyn Value<'_>]) -> sqlx::Result<u64> {
    let query = sqlx::query_with(AssertSqlSafe(text), arguments(values));
    Ok(query.execute(db).await?.rows_affected())
}

/// Runs several statements without parameters.
pub async fn run_script(db: impl PgExecutor<'_>, text: &str) {
    try_run_script(db, text).await.unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// Runs several statements without parameters, which may fail.
#[expect(clippy::disallowed_methods, reason = "the only place where tests run several statements at once")]
pub async fn try_run_script(db: impl PgExecutor<'_>, text: &str) -> sqlx::Result<()> {
    sqlx::raw_sql(AssertSqlSafe(text)).execute(db).await.map(drop)
}

/// Returns the first column of the only row.
pub async fn value<T: Column>(db: impl PgExecutor<'_>, text: &str, values: &[&dyn Value<'_>]) -> T {
    try_value(db, text, values).await.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the first column of the only row, from a query that may fail.
pub async fn try_value<T: Column>(db: impl PgExecutor<'_>, text: &str, values: &[&dyn Value<'_>]) -> sqlx::Result<T> {
    sqlx::query_scalar_with(AssertSqlSafe(text), arguments(values)).fetch_one(db).await
}

/// Returns the first column of all rows.
pub async fn values<T: Column>(db: impl PgExecutor<'_>, text: &str, values: &[&dyn Value<'_>]) -> Vec<T> {
    let query = sqlx::query_scalar_with(AssertSqlSafe(text), arguments(values));
    query.fetch_all(db).await.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the only row.
pub async fn row<T: Row>(db: impl PgExecutor<'_>, text: &str, values: &[&dyn Value<'_>]) -> T {
    let query = sqlx::query_as_with(AssertSqlSafe(text), arguments(values));
    query.fetch_one(db).await.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns all rows.
pub async fn rows<T: Row>(db: impl PgExecutor<'_>, text: &str, values: &[&dyn Value<'_>]) -> Vec<T> {
    let query = sqlx::query_as_with(AssertSqlSafe(text), arguments(values));
    query.fetch_all(db).await.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A type of a single column.
pub trait Column: for<'r> Decode<'r, Postgres> + Type<Postgres> + Send + Unpin {}

impl<T: for<'r> Decode<'r, Postgres> + Type<Postgres> + Send + Unpin> Column for T {}

/// A tuple, or a struct that derives `FromRow`.
pub trait Row: for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, PgRow> + Send + Unpin> Row for T {}

fn arguments(values: &[&dyn Value<'_>]) -> PgArguments {
    let mut arguments = PgArguments::default();
    for value in values {
        value.add_to(&mut arguments);
    }
    arguments
}
