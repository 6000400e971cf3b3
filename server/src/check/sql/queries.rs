//! Invariants of queries about bills, and of the hold that follows from them.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariants 5 and 9, for queries.
pub async fn queries(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            9,
            "a query is about bills of its bulk account, and its messages and files are of that bulk account, too",
            "with wrong as (
                   select q.query_id, 'began with ' || coalesce(f.kind || ' of ' || f.about || ' in ' || f.bulk_id, 'nothing') as why
                   from bill_query q left join fact f on f.subject = 'query:' || q.query_id and f.place = 1
                   where (f.kind, f.bulk_id) is distinct from ('QueryOpened', q.bulk_id)
                      or (select jsonb_agg(a.invoice_no order by a.place) from query_bill a where a.query_id = q.query_id)
                         is distinct from jsonb_build_array(f.about) || coalesce(f.data->'others', '[]')
                   union all
                   select q.query_id, 'names bill ' || q.invoice_no || ' of account ' || q.account_no || ' first'
                   from bill_query q
                   where (q.invoice_no || ' ' || q.account_no) is distinct from
                         (select a.invoice_no || ' ' || a.account_no from query_bill a where a.query_id = q.query_id
                          order by a.left_at is not null, a.place limit 1)
                   union all
                   select a.query_id, 'bill ' || a.invoice_no || ' of account ' || a.account_no || ' in ' || a.bulk_id
                   from query_bill a join bill_query q using (query_id) join bill b on b.invoice_no = a.invoice_no
                   where a.account_no <> b.account_no or a.bulk_id <> q.bulk_id
                   union all
                   select q.query_id, 'message ' || e.place || ' of ' || e.bulk_id
                   from bill_query q join query_message e using (query_id) where e.bulk_id <> q.bulk_id
                   union all
                   select q.query_id, 'file ' || f.name || ' of ' || f.bulk_id
                   from bill_query q join query_file f using (query_id) where f.bulk_id <> q.bulk_id
               )
               select 'query ' || query_id || ' ' || why as what, count(*) over () as of from wrong limit 10"
        ),
        broken!(
            db,
            5,
            "a query stands where its last event left it, and nothing follows its end",
            "with steps as (
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
               select 'query ' || query || ' ' || why as what, count(*) over () as of from wrong limit 10"
        ),
        broken!(
            db,
            5,
            "a bill is on hold for a query exactly while the query is open",
            "with open as (
                   select q.bulk_id, a.invoice_no
                   from bill_query q join query_bill a using (query_id)
                   join bill b on b.bulk_id = q.bulk_id and b.invoice_no = a.invoice_no
                   where a.left_at is null and q.state in ('open', 'answered', 'reopened')
                     and bill_is_selectable(b.status, b.total_amount_payable, b.current_charge, b.disable_payment)
               ), held as (
                   select bulk_id, invoice_no from bill_on_hold where cause = 'query'
               ), wrong as (
                   (select 'is not on hold' as why, * from open
                    except all select 'is not on hold', bulk_id, invoice_no from bill_on_hold)
                   union all
                   (select 'is on hold' as why, * from held except all select 'is on hold', * from open)
               )
               select 'bill ' || invoice_no || ' ' || why as what, count(*) over () as of from wrong limit 10"
        ),
    ])
}
