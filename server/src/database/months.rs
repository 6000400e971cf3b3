//! Tables that are partitioned by month (docs/decisions.md, "Partitions"): the months to come are added ahead, and what is too old
//! is dropped by whole months. The program may do neither; functions of the database's owner may (`migrations/0008_months.sql`).

use std::time::Duration;

use gridbill_core::Instant;
use sqlx::PgPool;

use super::{is_locked, sql};

/// How often one step may keep those who use the table waiting, each time for 200 ms at most, as the functions say.
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

/// Adds what is missing of this month and the next two, and of months whose rows came while nobody had added them.
///
/// # Errors
/// When the database does not answer.
pub async fn add(pool: &PgPool, now: Instant) -> sqlx::Result<()> {
    for table in Monthly::ALL {
        while take(pool, table, Step::Add { now }).await? {}
    }
    Ok(())
}

/// Drops the months of a table that were over by then, one after the other.
///
/// # Errors
/// When the database does not answer.
pub async fn drop_before(pool: &PgPool, table: Monthly, before: Instant) -> sqlx::Result<()> {
    while take(pool, table, Step::Drop { before }).await? {}
    Ok(())
}

/// Rows that are in no month, of the first thousand.
///
/// # Errors
/// When the database does not answer.
pub async fn outside(pool: &PgPool, table: Monthly) -> sqlx::Result<i64> {
    sql::outside_months(pool, table.table()).await
}

/// One month.
#[derive(Clone, Copy)]
enum Step {
    Add { now: Instant },
    Drop { before: Instant },
}

/// Takes a step; whether there was one to take. While the table is in use it is tried again, and at last left to the next hour.
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
