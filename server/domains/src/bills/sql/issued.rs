//! Queries of issued bills, for bulk accounts with a webhook that receives them.

use gridbill_core::number::{BatchId, BulkId};
use gridbill_core::webhooks::WebhookEventType;
use sqlx::PgConnection;

/// The bills of a bulk account in a batch.
pub struct IssuedBills {
    pub bulk_id: BulkId,
    pub batch_id: BatchId,
    pub bills: i64,
}

/// Counts the bills of these bulk accounts in these batches, without batches that wait. Locks the reviews of batches that
/// wait: a release in another transaction either sees the new bills, or comes first, and then they are counted here.
pub async fn imported(db: &mut PgConnection, issued: &[(BulkId, BatchId)]) -> sqlx::Result<Vec<IssuedBills>> {
    let (bulk_ids, batch_ids): (Vec<&str>, Vec<&str>) =
        issued.iter().map(|(bulk_id, batch_id)| (bulk_id.as_str(), batch_id.as_str())).unzip();
    sqlx::query_as!(
        IssuedBills,
        r#"with issued as (
               select g.bulk_id, g.bill_batch_id
               from unnest($1::text[], $2::text[]) as g (bulk_id, bill_batch_id)
               where exists (select from webhook w
                             where w.bulk_id = g.bulk_id and w.deleted_at is null and $3 = any(w.events))
           ), waiting as (
               select r.bill_batch_id from batch_review r
               where r.state = 'waiting' and r.bill_batch_id in (select bill_batch_id from issued)
               order by r.bill_batch_id for share
           )
           select t.bulk_id as "bulk_id!: BulkId", t.bill_batch_id as "batch_id!: BatchId", sum(t.bills)::bigint as "bills!"
           from issued join bill_total t using (bulk_id, bill_batch_id)
           where t.bill_batch_id not in (select bill_batch_id from waiting)
           group by t.bulk_id, t.bill_batch_id having sum(t.bills) > 0
           order by t.bulk_id, t.bill_batch_id"#,
        &bulk_ids as &[&str],
        &batch_ids as &[&str],
        WebhookEventType::BillsIssued.code(),
    )
    .fetch_all(db)
    .await
}

/// Counts the bills of each bulk account in a batch.
pub async fn released(db: &mut PgConnection, batch_id: &BatchId) -> sqlx::Result<Vec<IssuedBills>> {
    sqlx::query_as!(
        IssuedBills,
        r#"select t.bulk_id as "bulk_id!: BulkId", t.bill_batch_id as "batch_id!: BatchId", sum(t.bills)::bigint as "bills!"
           from bill_total t
           where t.bill_batch_id = $1
             and t.bulk_id in (select w.bulk_id from webhook w where w.deleted_at is null and $2 = any(w.events))
           group by t.bulk_id, t.bill_batch_id having sum(t.bills) > 0
           order by t.bulk_id"#,
        batch_id.as_str(),
        WebhookEventType::BillsIssued.code(),
    )
    .fetch_all(db)
    .await
}
