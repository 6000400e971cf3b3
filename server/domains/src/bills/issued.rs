//! Records issued bills for the webhooks that receive them (docs/domain/webhooks.md#issued-bills).

use gridbill_core::fact::{BillsFact, PortalActor};
use gridbill_core::number::{BatchId, BulkId};
use sqlx::PgConnection;

use super::sql::issued::{self as sql, IssuedBills};
use crate::app::Context;
use crate::base::Base;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};

/// Records the bills that bulk accounts got in batches, in the transaction that stored them. Batches that wait are
/// recorded when they are released.
pub async fn record_imported(base: &Base, db: &mut PgConnection, issued: &[(BulkId, BatchId)]) -> sqlx::Result<()> {
    if issued.is_empty() {
        return Ok(());
    }
    for bills in sql::imported(&mut *db, issued).await? {
        facts::record_without_emails(base, db, &entry(&bills)).await?;
    }
    Ok(())
}

/// Records the bills of a batch that was just released, in the same transaction.
pub async fn record_released(context: &Context, db: &mut PgConnection, batch_id: &BatchId) -> Answer<()> {
    for bills in sql::released(&mut *db, batch_id).await? {
        facts::record(context, db, entry(&bills)).await?;
    }
    Ok(())
}

fn entry(issued: &IssuedBills) -> Entry<'_> {
    let IssuedBills { bulk_id, batch_id, bills } = issued;
    let fact = BillsFact::BillsIssued { batch_id: batch_id.clone(), bills: *bills };
    Entry::of(Subject::BulkAccount(bulk_id), Actor::Portal(PortalActor::BillingFeed), fact, bulk_id.as_str())
}
