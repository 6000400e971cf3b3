//! Queries of what an operator watches, over all tenants.

use chrono::NaiveDate;
use sqlx::PgExecutor;

/// The newest day on which bills were extracted: the utility's feed brought them.
pub async fn newest_extraction(db: impl PgExecutor<'_>) -> sqlx::Result<Option<NaiveDate>> {
    sqlx::query_scalar!("select max(extraction_date) from bill_total").fetch_one(db).await
}
