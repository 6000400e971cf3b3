//! Invariant 11: nothing that was recorded was altered, removed or added unseen.

use futures::TryStreamExt as _;
use sqlx::PgConnection;

use super::{Finding, MAX_ROWS};
use crate::facts::chain::Chain;
use crate::facts::seal::SealCheck;
use crate::facts::{all, seals};

/// Goes once over all facts, subject by subject: of each that does not hold the first fact is named.
pub async fn look(db: &mut PgConnection) -> anyhow::Result<Vec<Finding>> {
    let mut seal_check = SealCheck::against(seals(&mut *db).await?);
    let (mut chain, mut rows, mut broken) = (Chain::default(), Vec::new(), 0);
    let mut facts = all(db);
    while let Some(fact) = facts.try_next().await? {
        seal_check.add(&fact);
        if let Some(wrong) = chain.next(fact) {
            broken += 1;
            if rows.len() < MAX_ROWS {
                rows.push(wrong);
            }
        }
    }
    let unsealed = super::finding(11, "each day's seal is that of the facts of then", seal_check.end());
    Ok(vec![
        Finding {
            number: 11,
            invariant: "each fact is as it was recorded, and follows the one before it",
            rows,
            broken,
        },
        unsealed,
    ])
}
