//! Invariants of webhooks.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariants 9 and 11, for the events of webhooks and the attempts to deliver these.
pub async fn webhooks(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            9,
            "an event of a webhook follows from a fact of the same bulk account, at the place of that fact",
            "select 'event ' || e.event_id || ' of ' || e.bulk_id as what, count(*) over () as of
               from webhook_event e
               left join fact f on f.fact_id = e.fact_id
               left join webhook w on w.bulk_id = e.bulk_id and w.webhook_id = e.webhook_id
               where f.fact_id is null or w.webhook_id is null or f.bulk_id is distinct from e.bulk_id
                  or f.happened_at <> e.created_at
                  or not (f.place = e.sequence
                          or (e.event_type like 'account.%' and f.place + 1000000000 = e.sequence))
               limit 10"
        ),
        broken!(
            db,
            11,
            "a delivered event has an attempt that its receiver accepted",
            "select 'event ' || e.event_id || ' of ' || e.bulk_id as what, count(*) over () as of
               from webhook_event e
               where e.state = 'delivered'
                 and not exists (select from webhook_attempt a
                                 where a.bulk_id = e.bulk_id and a.webhook_id = e.webhook_id and a.event_id = e.event_id
                                   and a.status between 200 and 299)
               limit 10"
        ),
    ])
}
