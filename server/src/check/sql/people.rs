//! Queries about who decides, who reads and whose sessions are live.

use gridbill_core::identity::{IDLE_SECONDS, SESSION_SECONDS};
use gridbill_core::permission::Role;
use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariant 8: the second officer was not appointed by the first, nor the first by the second.
pub async fn independence(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    let officers: Vec<_> = Role::ALL.iter().filter(|role| role.is_officer()).map(|role| role.code()).collect();
    let officers = officers.as_slice();
    Ok(vec![broken!(
        db,
        8,
        "the second officer neither appointed the first nor was appointed by them",
        // `appointment` lists who made each appointment. `since` is the fact that completed the chain; later facts do
        // not count.
        "with recursive appointment as (
                   select substr(subject, 8) as person, coalesce(data ->> 'proposedBy', actor_id::text) as by, fact_id
                   from fact
                   where kind in ('StaffAdded', 'StaffChanged') and actor_id is not null
                     and (kind = 'StaffAdded'
                          or (data -> 'after' ->> 'role' = any($1)
                              and data -> 'before' ->> 'role' is distinct from data -> 'after' ->> 'role'))
               ), above as (
                   select person, by, fact_id as since from appointment
                   union
                   select above.person, a.by, greatest(above.since, a.fact_id)
                   from above join appointment a on a.person = above.by
               ), decided as (
                   select fact_id, about, kind, actor_name, actor_id::text as second,
                          lag(kind) over steps as before, lag(actor_id::text) over steps as first,
                          data ->> 'fpxTxnId' as of_money, lag(data ->> 'fpxTxnId') over steps as before_of_money
                   from fact where subject like 'payment:%'
                   window steps as (partition by subject order by place)
                   union all
                   select fact_id, about, kind, actor_name, actor_id::text, 'proposed',
                          data ->> 'proposedBy', null, null
                   from fact where kind in ('StaffAdded', 'StaffChanged') and data ->> 'proposedBy' is not null
               )
               select d.about || ': ' || d.kind || ' by ' || d.actor_name as what, count(*) over () as of
               from decided d
               where ((d.before = 'AcceptanceProposed' and d.kind = 'PaymentAccepted')
                      or (d.before = 'LateProposed' and d.kind in ('LateToBills', 'LateToAccount', 'LateRefunded')
                          and d.of_money = d.before_of_money)
                      or d.before = 'proposed')
                 and (d.first = d.second
                      or exists (select from above a
                                 where a.since < d.fact_id
                                   and ((a.person = d.second and a.by = d.first)
                                        or (a.person = d.first and a.by = d.second))))
               limit 10",
        officers as &[&str]
    )])
}

/// Invariants 8 and 9: who acted. `deciders` are the roles that may decide.
pub async fn people(db: &mut PgConnection, deciders: &[&str]) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            8,
            "a version of a payment is decided once",
            "select p.transaction_no || ', version ' || e.version || ': ' || string_agg(e.kind, ', ') as what,
                      count(*) over () as of
               from payment_fact e join payment p using (payment_id)
               where e.kind in ('PaymentAccepted', 'PaymentRejected', 'InsufficientRequested', 'OverpaymentRequested')
               group by p.transaction_no, e.version having count(*) > 1 limit 10"
        ),
        broken!(
            db,
            8,
            "what one officer accepted was confirmed by another, and waits where it was not decided",
            "with step as (
                   select payment_id, version, kind, actor_id, place, lag(kind) over steps as before,
                          lag(actor_id) over steps as before_by, lead(kind) over steps is null as is_last
                   from payment_fact window steps as (partition by payment_id order by place)
               )
               select p.transaction_no || ', version ' || step.version || ': ' || step.kind as what,
                      count(*) over () as of
               from payment p join step using (payment_id)
               where (step.kind = 'PaymentAccepted' and step.before = 'AcceptanceProposed'
                      and step.before_by is not distinct from step.actor_id)
                  or (step.is_last and p.proposed_by is distinct from
                      case step.kind when 'AcceptanceProposed' then step.actor_id end)
               limit 10"
        ),
        broken!(
            db,
            8,
            "who decided holds the scope for it",
            "select p.transaction_no || ', ' || e.kind || ' by ' || e.actor_name || ', '
                      || coalesce(d.role, 'nobody') as what, count(*) over () as of
               from payment_fact e join payment p using (payment_id) left join person d on d.person_id = e.actor_id
               where e.kind in ('PaymentAccepted', 'PaymentRejected', 'InsufficientRequested', 'OverpaymentRequested',
                                'AcceptanceProposed', 'AcceptanceTurnedDown', 'LateProposed', 'LateToBills',
                                'LateToAccount', 'LateRefunded')
                 and not coalesce(d.is_staff and d.role = any($1), false)
                 -- Unless they held it then: each later change of a role is recorded with the one before.
                 and not exists (select from fact a
                                 where a.kind = 'StaffChanged' and a.happened_at >= e.happened_at
                                   and a.data ->> 'userId' = e.actor_id::text
                                   and a.data -> 'before' ->> 'role' = any($1)) limit 10",
            deciders as &[&str]
        ),
        broken!(
            db,
            9,
            "who paid is of the payment's bulk account",
            "select p.transaction_no || ' of ' || p.bulk_id || ', ' || e.kind || ' by ' || e.actor_name || ' of '
                      || coalesce(d.bulk_id, 'none') as what, count(*) over () as of
               from payment_fact e join payment p using (payment_id) left join person d on d.person_id = e.actor_id
               where e.kind in ('PaymentSubmitted', 'FpxStarted', 'DifferencePaid', 'CreditChosen')
                 and d.bulk_id is distinct from p.bulk_id
                 -- Unless they belonged to it then: leaving is recorded.
                 and not exists (select from fact a
                                 where a.kind = 'MemberRemoved' and a.happened_at >= e.happened_at
                                   and a.bulk_id = p.bulk_id and a.data ->> 'userId' = e.actor_id::text) limit 10"
        ),
    ])
}

/// Invariant 10: only users who may sign in are signed in. Sessions that are idle for a quarter of an hour, or a day
/// old, have expired and are not checked.
pub async fn sessions(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![broken!(
        db,
        10,
        "a live session is its person's, who may come in, and began after the last end of all",
        "select 'session ' || s.session_id || ': ' || p.email
                  || case when p.deleted_at is not null then ' is deleted'
                          when p.disabled_at is not null then ' is disabled'
                          when p.activated_at is null then ' is not activated'
                          else ', it began before its end' end as what,
                  count(*) over () as of
           from session s join person p using (person_id)
           where s.ended_at is null and s.last_active_at > now() - $1::bigint * interval '1 second'
             and s.started_at > now() - $2::bigint * interval '1 second'
             and (p.disabled_at is not null or p.deleted_at is not null or p.activated_at is null
                  or s.started_at < p.sessions_ended_at) limit 10",
        IDLE_SECONDS,
        SESSION_SECONDS
    )])
}
