//! Invariants of requests about personal data and of breaches.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariant 5, for requests about personal data and breaches.
pub async fn personal_data(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            5,
            "a request about personal data stands where its last event left it, and nothing follows its end",
            "with steps as (
                   select subject, place, case kind when 'DataRequestMade' then 'open' when 'DataRequestExtended' then 'extended'
                                                    else data ->> 'outcome' end as state
                   from fact where kind in ('DataRequestMade', 'DataRequestExtended', 'DataRequestEnded')
               ), last as (
                   select subject, (array_agg(state order by place desc))[1] as state, count(*) as version from steps group by subject
               ), wrong as (
                   select r.request_no, 'is ' || r.state || ' in version ' || r.version || ', its last event led to '
                                        || coalesce(l.state || ' in version ' || l.version, 'nothing') as why
                   from data_request r left join last l on l.subject = 'dataRequest:' || r.request_no
                   where (r.state, r.version) is distinct from (l.state, l.version)
                   union all
                   select r.request_no, 'has an event after it was ' || s.state
                   from data_request r
                   join steps s on s.subject = 'dataRequest:' || r.request_no
                   join steps later on later.subject = s.subject and later.place > s.place
                   where not data_request_is_open(s.state)
               )
               select 'request DR-' || request_no || ' ' || why as what, count(*) over () as of from wrong limit 10"
        ),
        broken!(
            db,
            5,
            "the deadline of a request about personal data is that of its kind, and is extended once at most",
            "select 'request DR-' || request_no || ' for ' || kind || ', received on ' || received_on || ', is due on ' || due_on
                      || case when extended_at is null then '' else ' after an extension' end as what, count(*) over () as of
               from data_request
               where due_on <> received_on + case kind when 'consent' then 7 else 21 end
                                           + case when extended_at is null then 0 else 14 end
                  or (extended_at is not null and kind in ('consent', 'objection')) limit 10"
        ),
        broken!(
            db,
            5,
            "a breach has all its versions, each with its event",
            "select 'breach BR-' || b.breach_no || ' in version ' || b.version || ' has ' || v.versions || ' versions and '
                      || e.events || ' events' as what, count(*) over () as of
               from breach b
               cross join lateral (
                   select count(*) as versions, max(version) as newest from breach_version v where v.breach_no = b.breach_no
               ) v
               cross join lateral (
                   select count(*) as events from fact f
                   where f.subject = 'breach:' || b.breach_no and f.kind in ('BreachRecorded', 'BreachCorrected')
               ) e
               where (v.versions, v.newest, e.events) is distinct from (b.version, b.version, b.version) limit 10"
        ),
        broken!(
            db,
            5,
            "the deadlines of a breach follow from what is known of it",
            "select 'breach BR-' || breach_no || ' in version ' || version || ' has deadlines ' || coalesce(commissioner_due::text, 'none')
                      || ', ' || coalesce(persons_due::text, 'none') || ', ' || coalesce(cyber_particulars_due::text, 'none')
                      || ' and ' || coalesce(cyber_supplement_due::text, 'none') as what, count(*) over () as of
               from breach_version
               cross join lateral (select known_at + interval '72 hours' as due) commissioner
               where (commissioner_due, persons_due, cyber_particulars_due, cyber_supplement_due) is distinct from (
                         case when is_harm_likely or coalesce(persons > 1000, true) then due end,
                         case when is_harm_likely then coalesce(commissioner_notified_at, due) + interval '168 hours' end,
                         case when is_cyber_incident then known_at + interval '6 hours' end,
                         case when is_cyber_incident then known_at + interval '336 hours' end) limit 10"
        ),
    ])
}
