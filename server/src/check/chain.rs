//! Invariant 11: no recorded fact was altered, removed or added undetected.

use sqlx::PgConnection;

use super::{Finding, MAX_ROWS};
use crate::facts::verify::{self, Verified};

/// Checks all chains. Reports the first broken fact of each broken chain.
pub async fn look(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    let Verified { broken, chains, seals, .. } = verify::all(db, MAX_ROWS).await?;
    let unsealed = super::finding(11, "each day's seal is that of the facts of then", seals);
    Ok(vec![
        Finding {
            number: 11,
            invariant: "each fact is as it was recorded, and follows the one before it",
            rows: chains,
            broken,
        },
        unsealed,
    ])
}
