//! Invariants of queries about bills, and of the hold that follows from them.

use sqlx::PgConnection;

use super::{Finding, Violation, found};

/// Invariants 5 and 9, for queries.
pub async fn queries(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            9,
            "a query is about a bill of its bulk account, and its messages and files are of that bulk account, too",
            r#"with wrong as (
                   select q.query_id, 'began with ' || coalesce(f.kind || ' of ' || f.about || ' in ' || f.bulk_id, 'nothing') as why
                   from bill_query q left join fact f on f.subject = 'query:' || q.query_id and f.place = 1
                   where (f.kind, f.about, f.bulk_id) is distinct from ('QueryOpened', q.invoice_no, q.bulk_id)
                   union all
                   select q.query_id, 'account ' || q.account_no || ', its bill of ' || b.account_no
                   from bill_query q join bill b using (invoice_no) where q.account_no <> b.account_no
                   union all
                   select q.query_id, 'message ' || e.place || ' of ' || e.bulk_id
                   from bill_query q join query_message e using (query_id) where e.bulk_id <> q.bulk_id
                   union all
                   select q.query_id, 'file ' || f.name || ' of ' || f.bulk_id
                   from bill_query q join query_file f using (query_id) where f.bulk_id <> q.bulk_id
               )
               select 'query ' || query_id || ' ' || why as "what!", count(*) over () as "of!" from wrong limit 10"#
        ),
        broken!(
            db,
            5,
            "a query stands where its last event left it, and nothing follows its end",
            r#"with steps as (
                   select subject, place, case kind
                              when 'QueryOpened' then 'open' when 'QueryReplied' then 'reopened'
                              when 'QueryAnswered' then 'answered' when 'QueryAccepted' then 'accepted'
                              when 'QueryClosed' then 'closed' when 'QueryWithdrawn' then 'withdrawn' end as state
                   from fact
                   where kind in ('QueryOpened', 'QueryAnswered', 'QueryAccepted', 'QueryClosed', 'QueryWithdrawn')
                      or kind = 'QueryReplied' and (data->>'isReopened')::boolean
               ), last as (
                   select distinct on (subject) subject, state from steps order by subject, place desc
               ), wrong as (
                   select q.query_id::text as query, 'is ' || q.state || ', its last event led to ' || coalesce(l.state, 'nothing') as why
                   from bill_query q join last l on l.subject = 'query:' || q.query_id
                   where q.state <> l.state
                   union all
                   select s.subject, 'has an event after it was ' || s.state
                   from steps s join steps later on later.subject = s.subject and later.place > s.place
                   where not query_is_open(s.state)
               )
               select 'query ' || query || ' ' || why as "what!", count(*) over () as "of!" from wrong limit 10"#
        ),
        broken!(
            db,
            5,
            "a bill is on hold for a query exactly while the query is open",
            r#"select 'query ' || q.query_id || ' is ' || q.state || ', its bill is ' || case when h.is_held then '' else 'not ' end
                          || 'on hold' as "what!",
                      count(*) over () as "of!"
               from bill_query q
               cross join lateral (
                   select exists (select from held_bills(q.bulk_id) h
                                  where h.invoice_no = q.invoice_no and h.cause = 'query') as is_held,
                          exists (select from bill_query o where o.bulk_id = q.bulk_id and o.invoice_no = q.invoice_no
                                    and o.state in ('open', 'answered', 'reopened')) as has_open) h
               where h.is_held <> h.has_open limit 10"#
        ),
    ])
}
