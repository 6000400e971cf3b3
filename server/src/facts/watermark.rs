//! A number up to which no fact can still appear.
//!
//! Numbers of facts are given out in another order than they are committed. A transaction that has number 10 may commit after
//! number 11 was read, and whoever goes on after 11 never sees 10. So the highest number is read first. Then every transaction
//! that was writing a fact at that moment is waited for. Nobody who records a fact waits for that.
//!
//! ```text
//! let through = sql::last_fact(&app.pool).await?;
//! watermark::await_writers(&app.pool).await?;
//! // Each fact up to `through` is committed now, or never will be.
//! ```

use std::time::Duration;

use anyhow::anyhow;
use sqlx::PgPool;

use super::sql;
use crate::error::Answer;

/// Pause between two looks at the transactions that are waited for.
const PAUSE: Duration = Duration::from_millis(100);
/// How often they are looked at: for two minutes, longer than the timeouts of calls let a transaction live.
const MAX_LOOKS: usize = 1_200;

/// Waits until each transaction that is writing a fact, or a notification of it, has ended.
///
/// PostgreSQL locks the table `fact` for a transaction (ROW EXCLUSIVE) before it gives out a number, and until the
/// transaction has ended and others see what it wrote. A number that was read before this call therefore belongs to a
/// transaction that has ended, or whose lock is seen here.
///
/// # Errors
/// When the database does not answer, or a transaction takes longer than any call may.
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
