//! Counts payments by status, for customers and staff.

use gridbill_core::number::BulkId;
use gridbill_core::payments::{Status, StatusGroup};
use gridbill_core::{Code, Money};
use sqlx::{PgExecutor, PgPool};

use crate::error::Answer;

use super::sql::cards as sql;
use super::sql::cards::StateCount;

pub use super::sql::cards::{fold_totals, months};

/// Number and amount of payments in each status.
pub struct Counts(Vec<StateCount>);

impl Counts {
    /// Counts the payments of one bulk account.
    pub async fn of(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Self> {
        sql::counts(db, bulk_id).await.map(Self)
    }

    /// Reads the counts of all bulk accounts from stored totals, without reading any payment.
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

/// Counts the payments that one officer accepted and a second officer must confirm.
pub async fn proposed(pool: &PgPool) -> Answer<i64> {
    Ok(sql::proposed(pool).await?)
}

/// Counts the payments that have been awaiting the utility's approval since before the given instant.
pub async fn pending_before(pool: &PgPool, before: gridbill_core::Instant) -> Answer<i64> {
    Ok(sql::pending_before(pool, before).await?)
}
