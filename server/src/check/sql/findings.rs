//! Findings of the bill audit.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariants 5 and 9: a finding's tenant and its state, and who released a batch.
pub async fn findings(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            9,
            "a finding is about a bill of its bulk account, and of the bill's account",
            "select 'finding ' || f.finding_id || ' of ' || f.bulk_id || ' on invoice ' || f.invoice_no as what,
                      count(*) over () as of
               from finding f left join bill b using (invoice_no)
               where (b.bulk_id, b.account_no) is distinct from (f.bulk_id, f.account_no) limit 10"
        ),
        broken!(
            db,
            5,
            "a finding's state is known, and a dismissed one says who dismissed it, when and why",
            "select 'finding ' || finding_id || ' of ' || bulk_id || ' is ' || state as what, count(*) over () as of
               from finding
               where state not in ('open', 'dismissed', 'asked', 'answered', 'settled', 'withdrawn')
                  or (state = 'dismissed'
                      and not (was_dismissed and decided_by is not null and decided_at is not null
                               and coalesce(trim(reason), '') <> ''))
               limit 10"
        ),
        broken!(
            db,
            5,
            "a finding that the utility was asked about stands where its query does",
            "select 'finding ' || f.finding_id || ' of ' || f.bulk_id || ' is ' || f.state || ', its query ' || q.state as what,
                      count(*) over () as of
               from finding f join bill_query q using (query_id)
               where f.bulk_id <> q.bulk_id
                  or not exists (select from query_bill a where a.query_id = f.query_id and a.invoice_no = f.invoice_no)
                  or f.state in ('asked', 'answered')
                     and f.state <> case when q.state in ('open', 'reopened') then 'asked' else q.state end
               limit 10"
        ),
        broken!(
            db,
            5,
            "a batch that waited was released by its last event, which names the same officer",
            "with last as (
                   select distinct on (subject) subject, kind, actor_id, data from fact
                   where kind in ('BatchWaits', 'BatchReleaseProposed', 'BatchReleaseTurnedDown', 'BatchReleased') order by subject, place desc
               ), wrong as (
                   select r.bill_batch_id, 'is ' || r.state || ', its last event is ' || coalesce(l.kind, 'missing') as why
                   from batch_review r left join last l on l.subject = 'batch:' || r.bill_batch_id
                   where r.state = 'released'
                     and (l.kind <> 'BatchReleased' or (l.kind is null and r.released_by is not null)
                          or (l.kind is not null and l.actor_id is distinct from r.released_by)
                          or (l.kind is not null and l.data ->> 'reason' is distinct from r.reason))
                   union all
                   select r.bill_batch_id, 'was released by one officer, who proposed it' from batch_review r
                   where r.released_by = r.proposed_by
               )
               select 'batch ' || bill_batch_id || ' ' || why as what, count(*) over () as of from wrong limit 10"
        ),
    ])
}
