//! Payments counted by state, for the customer and for the staff.

use gridbill_core::number::BulkId;
use gridbill_core::payments::{Status, StatusGroup};
use gridbill_core::{Code, Money};
use sqlx::{PgExecutor, PgPool};

use crate::error::Answer;

use super::sql::cards as sql;
use super::sql::cards::StateCount;

pub use super::sql::cards::{fold_totals, months};

/// How many payments are in each state, and what they come to.
pub struct Counts(Vec<StateCount>);

impl Counts {
    /// Counts the payments of one bulk account.
    pub async fn of(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Self> {
        sql::counts(db, bulk_id).await.map(Self)
    }

    /// Reads how many payments there are of all bulk accounts. They are stored, and no payment is read.
    pub async fn of_all(db: impl PgExecutor<'_>) -> sqlx::Result<Self> {
        sql::totals(db).await.map(Self)
    }

    #[must_use]
    pub fn all(&self) -> i64 {
        self.0.iter().map(|count| count.payments).sum()
    }

    #[must_use]
    pub fn at(&self, status: Status) -> i64 {
        self.0.iter().filter(|count| count.status == status).map(|count| count.payments).sum()
    }

    #[must_use]
    pub fn of_group(&self, group: StatusGroup) -> i64 {
        self.0.iter().filter(|count| count.status.group() == group).map(|count| count.payments).sum()
    }

    pub fn amount(&self, state: Status) -> Result<Money, Code> {
        Money::sum(self.0.iter().filter(|count| count.status == state).map(|count| count.amount))
    }
}

/// Payments that one officer accepted and a second one must confirm.
pub async fn proposed(pool: &PgPool) -> Answer<i64> {
    Ok(sql::proposed(pool).await?)
}

/// Payments that wait for the utility since before that instant.
pub async fn pending_before(pool: &PgPool, before: gridbill_core::Instant) -> Answer<i64> {
    Ok(sql::pending_before(pool, before).await?)
}
