//! What happened is recorded once, told to whom it concerns, and cannot be altered unseen.

mod actors;
mod chain;
mod migration;
mod telling;

use gridbill_core::fact::{Fact, Stored};
use sqlx::PgPool;

/// Every fact, in the order in which they were recorded, as core reads it.
async fn facts(pool: &PgPool) -> Vec<(String, Fact)> {
    let rows = sqlx::query!("select subject, kind, data from fact order by fact_id");
    let rows = rows.fetch_all(pool).await.expect("the facts");
    let read = |kind, data| Fact::read(Stored { kind, data }).expect("a fact that core knows");
    rows.into_iter().map(|row| (row.subject, read(row.kind, row.data))).collect()
}
