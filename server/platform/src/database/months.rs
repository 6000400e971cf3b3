//! Tables that are partitioned by month (docs/decisions.md#partitions). Future months are added in advance, and
//! old months are dropped as a whole. The program's role may do neither itself; it calls functions of the
//! database's owner (`migrations/0008_months.sql`).

use std::time::Duration;

use gridbill_core::Instant;
use sqlx::PgPool;

use super::{is_locked, sql};

/// Maximum attempts of a step. Each blocks users of the table for 200 ms at most, the lock timeout that the
/// functions set.
const MAX_ATTEMPTS: usize = 20;
const RETRY_PAUSE: Duration = Duration::from_millis(500);

/// A table that is partitioned by month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Monthly {
    Notifications,
    SecurityEvents,
}

impl Monthly {
    pub const ALL: [Self; 2] = [Self::Notifications, Self::SecurityEvents];

    #[must_use]
    pub const fn table(self) -> &'static str {
        match self {
            Self::Notifications => "notification",
            Self::SecurityEvents => "security_event",
        }
    }
}

/// Adds the missing partitions of this month and the next two, and of months whose rows arrived before their
/// partition existed.
pub async fn add(pool: &PgPool, now: Instant) -> sqlx::Result<()> {
    for table in Monthly::ALL {
        while take(pool, table, Step::Add { now }).await? {}
    }
    Ok(())
}

/// Drops the partitions whose month ended before `before`, one at a time.
pub async fn drop_before(pool: &PgPool, table: Monthly, before: Instant) -> sqlx::Result<()> {
    while take(pool, table, Step::Drop { before }).await? {}
    Ok(())
}

/// Counts rows in no monthly partition, up to a thousand.
pub async fn outside(pool: &PgPool, table: Monthly) -> sqlx::Result<i64> {
    sql::outside_months(pool, table.table()).await
}

/// A step that adds or drops one month.
#[derive(Clone, Copy)]
enum Step {
    Add { now: Instant },
    Drop { before: Instant },
}

/// Takes a step, and returns whether there was one to take. Retries while the table is in use; the hourly job then
/// tries again.
async fn take(pool: &PgPool, table: Monthly, step: Step) -> sqlx::Result<bool> {
    for _ in 0..MAX_ATTEMPTS {
        let taken = match step {
            Step::Add { now } => sql::add_month(pool, table.table(), now).await,
            Step::Drop { before } => sql::drop_month(pool, table.table(), before).await,
        };
        match taken {
            Err(error) if is_locked(&error) => tokio::time::sleep(RETRY_PAUSE).await,
            taken => return taken,
        }
    }
    tracing::warn!(table = table.table(), "a table is in use all the time: its months stay as they are for now");
    Ok(false)
}
