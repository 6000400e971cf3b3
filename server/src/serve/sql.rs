//! Queries for metrics, over all tenants.

use chrono::NaiveDate;
use gridbill_core::Instant;
use gridbill_core::operations::FeedKind;
use sqlx::PgExecutor;

/// Returns when the last file of bills was imported, unless all its rows were refused. Its record is stored for 90
/// days.
pub async fn last_import(db: impl PgExecutor<'_>) -> sqlx::Result<Option<Instant>> {
    sqlx::query_scalar!(
        r#"select max(ended_at) as "ended_at: Instant" from feed_import
           where kind = $1 and problem is null and (row_count = 0 or rejected_count < row_count)"#,
        FeedKind::Bills.code(),
    )
    .fetch_one(db)
    .await
}

/// Returns the newest day on which bills were extracted, from the bills that the feed brought.
pub async fn newest_extraction(db: impl PgExecutor<'_>) -> sqlx::Result<Option<NaiveDate>> {
    sqlx::query_scalar!("select max(extraction_date) from bill_total").fetch_one(db).await
}
