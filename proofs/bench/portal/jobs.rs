//! Waits for the portal's background work, which would be measured, too.

use std::time::Duration;

use sqlx::PgPool;

/// Starts the audit of bills now, and waits until it has ended and no other job runs.
#[expect(clippy::disallowed_methods, reason = "part of a measurement; not a query of the portal")]
pub async fn finish(pool: &PgPool) -> anyhow::Result<()> {
    sqlx::raw_sql("select graphile_worker.add_job('audit_bills', '{}', 'audit bills', job_key => 'audit bills')")
        .execute(pool)
        .await?;
    loop {
        let unfinished = sqlx::query_scalar::<_, bool>(
            "select exists (select from graphile_worker._private_jobs where key = 'audit bills' or locked_at is not null)",
        );
        if !unfinished.fetch_one(pool).await? {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
