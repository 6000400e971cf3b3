//! Determines a fact id up to which no further fact can appear.
//!
//! Facts are not committed in the order of their ids. A transaction with id 10 may commit after id 11 was read; a
//! reader that continues after 11 would never see 10. So the highest id is read first, and then all transactions
//! that were writing facts at that moment are awaited. Recording a fact never waits for this.
//!
//! ```text
//! let through = sql::last_fact(&app.pool).await?;
//! watermark::await_writers(&app.pool).await?;
//! Every fact up to `through` is now committed, or never will be.
//! ```

use std::time::Duration;

use anyhow::anyhow;
use sqlx::PgPool;

use super::sql;
use crate::error::Answer;

/// Pause between two checks of the awaited transactions.
const PAUSE: Duration = Duration::from_millis(100);
/// Maximum checks: two minutes, longer than a transaction can live under the timeouts of calls.
const MAX_LOOKS: usize = 1_200;

/// Waits until each transaction that is writing a fact, or its notifications, has ended.
///
/// PostgreSQL locks the table `fact` for a transaction (ROW EXCLUSIVE) before it assigns an id, and holds the lock
/// until the transaction's writes are visible. So an id that was read before this call belongs to a transaction
/// that has ended, or whose lock is visible here.
/// Fails when the database does not answer, or a transaction takes longer than any call may.
pub async fn await_writers(db: &PgPool) -> Answer<()> {
    let mut writers = sql::fact_writers(db).await?;
    for _ in 0..MAX_LOOKS {
        if writers.is_empty() {
            return Ok(());
        }
        tokio::time::sleep(PAUSE).await;
        let still = sql::fact_writers(db).await?;
        writers.retain(|writer| still.contains(writer));
    }
    Err(anyhow!("transactions have been writing facts for too long: {}", writers.join(", ")).into())
}
