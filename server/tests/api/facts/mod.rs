//! Facts: recorded once, sent to the recipients, and protected against alteration.

mod actors;
mod chain;
mod migration;
mod telling;

use gridbill_core::fact::{Fact, StoredFact};
use sqlx::PgPool;

/// Returns every fact in the order of recording.
async fn facts(pool: &PgPool) -> Vec<(String, Fact)> {
    let rows = sqlx::query!("select subject, kind, data from fact order by fact_id");
    let rows = rows.fetch_all(pool).await.expect("the facts");
    let read = |kind, data| Fact::from_stored(StoredFact { kind, data }).expect("a fact that core knows");
    rows.into_iter().map(|row| (row.subject, read(row.kind, row.data))).collect()
}
