//! Invariants of approval policies and proposals.

use sqlx::PgConnection;

use super::{Finding, found, violations};

/// Invariants 5, 8 and 9, for approvals.
#[expect(clippy::too_many_lines, reason = "one query for each invariant")]
pub async fn approvals(db: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    Ok(vec![
        broken!(
            db,
            8,
            "an approved proposal has every step of its policy, by people who may act, each once and never the proposer",
            "with steps as (
                   select p.proposal_id, p.proposed_by, s.place, s.step->>'mode' as mode, s.step->'userIds' as users
                   from proposal p, jsonb_array_elements(p.steps) with ordinality as s (step, place)
               ), missing as (
                   select s.proposal_id, 'step ' || s.place || ' lacks an approval' as why
                   from steps s join proposal p using (proposal_id), jsonb_array_elements_text(s.users) u
                   where p.state in ('approved', 'released')
                   group by s.proposal_id, s.place, s.mode
                   having case when s.mode = 'all' then not bool_and(exists (
                              select from proposal_act a where a.proposal_id = s.proposal_id and a.is_approval
                                and a.step = s.place and a.right_of::text = u))
                          else not bool_or(exists (
                              select from proposal_act a where a.proposal_id = s.proposal_id and a.is_approval
                                and a.step = s.place and a.right_of::text = u)) end
               ), wrong as (
                   select * from missing
                   union all
                   select a.proposal_id, 'act ' || a.place || ' is by someone who may not act in its step'
                   from proposal_act a join proposal p using (proposal_id)
                   left join steps s on s.proposal_id = a.proposal_id and s.place = a.step
                   where p.proposed_by in (a.person_id, a.right_of)
                      or not coalesce(jsonb_exists(s.users, a.right_of::text), false)
                      or exists (select from proposal_act o where o.proposal_id = a.proposal_id and o.place <> a.place
                                   and (o.person_id in (a.person_id, a.right_of) or o.right_of in (a.person_id, a.right_of)))
               )
               select 'proposal ' || proposal_id || ': ' || why as what, count(*) over () as of from wrong limit 10"
        ),
        broken!(
            db,
            8,
            "a released proposal has its payment, with exactly its bills and amounts",
            "with wrong as (
                   select p.proposal_id, 'is ' || p.amount || ', its payment ' || y.amount || ' of ' || y.bulk_id as why
                   from proposal p join payment y using (payment_id)
                   where (p.amount, p.bulk_id, p.bills) is distinct from (y.amount, y.bulk_id, y.invoices)
                   union all
                   select coalesce(i.proposal_id, p.proposal_id), 'bill ' || coalesce(i.invoice_no, y.invoice_no) || ' differs'
                   from proposal p
                   join payment_item y using (payment_id)
                   full join (select i.* from proposal_item i join proposal using (proposal_id) where payment_id is not null) i
                     on i.proposal_id = p.proposal_id and i.invoice_no = y.invoice_no
                   where i.amount is distinct from y.amount
               )
               select 'proposal ' || proposal_id || ': ' || why as what, count(*) over () as of from wrong limit 10"
        ),
        broken!(
            db,
            8,
            "a payment that the policy of its time covers was released from a proposal",
            "with policies as (
                   select bulk_id, version, policy, decided_at as since,
                          lead(decided_at) over (partition by bulk_id order by version) as until
                   from approval_policy where state in ('inForce', 'replaced')
               )
               select 'payment ' || y.transaction_no || ' of ' || y.amount || ' under version ' || v.version as what,
                      count(*) over () as of
               from policies v join payment y
                 on y.bulk_id = v.bulk_id and y.requested_at > v.since + interval '1 minute'
                and y.requested_at < coalesce(v.until, 'infinity')
               where exists (select from jsonb_array_elements(v.policy->'layers') l
                             where l->>'groupId' is null and (l->>'from')::numeric <= y.amount)
                 and not exists (select from proposal p where p.payment_id = y.payment_id)
               limit 10"
        ),
        broken!(
            db,
            8,
            "a policy that replaced another one was confirmed by a second person",
            "select 'policy ' || version || ' of ' || bulk_id as what, count(*) over () as of
               from (select *, lag(policy) over (partition by bulk_id order by version) as replaced
                     from approval_policy where state in ('inForce', 'replaced')) v
               where jsonb_array_length(replaced->'layers') > 0 and (decided_by is null or decided_by = proposed_by)
               limit 10"
        ),
        broken!(
            db,
            5,
            "a proposal stands where its last event left it, and nothing follows its end",
            "with steps as (
                   select subject, place, case kind
                              when 'ProposalMade' then 'proposed'
                              when 'ProposalApproved' then case when (data->>'isLast')::boolean then 'approved' else 'proposed' end
                              when 'ProposalRefused' then 'refused' when 'ProposalWithdrawn' then 'withdrawn'
                              when 'ProposalReleased' then 'released' when 'ProposalVoided' then 'void'
                              when 'ProposalLapsed' then 'lapsed' end as state
                   from fact where subject like 'proposal:%' and kind not in ('ProposalReminded', 'ProposalReleaseDue')
               ), last as (
                   select distinct on (subject) subject, state from steps order by subject, place desc
               ), wrong as (
                   select p.proposal_id, 'is ' || p.state || ', its last event led to ' || coalesce(l.state, 'nothing') as why
                   from proposal p left join last l on l.subject = 'proposal:' || p.proposal_id
                   where p.state is distinct from l.state
                   union all
                   select s.subject, 'has an event after it was ' || s.state
                   from steps s join steps later on later.subject = s.subject and later.place > s.place
                   where not proposal_is_open(s.state)
               )
               select 'proposal ' || proposal_id || ' ' || why as what, count(*) over () as of from wrong limit 10"
        ),
        broken!(
            db,
            9,
            "the bills and decisions of a proposal are of its bulk account, and its total is theirs",
            "with wrong as (
                   select p.proposal_id, 'bill ' || i.invoice_no || ' of ' || i.bulk_id as why
                   from proposal p join proposal_item i using (proposal_id) where i.bulk_id <> p.bulk_id
                   union all
                   select p.proposal_id, 'act ' || a.place || ' of ' || a.bulk_id
                   from proposal p join proposal_act a using (proposal_id) where a.bulk_id <> p.bulk_id
                   union all
                   select p.proposal_id, p.bills || ' bills of ' || p.amount || ', its bills are ' || count(i) || ' of ' || coalesce(sum(i.amount), 0)
                   from proposal p left join proposal_item i using (proposal_id)
                   group by p.proposal_id having count(i) <> p.bills or coalesce(sum(i.amount), 0) <> p.amount
                      or coalesce(bool_or(i.live), false) <> proposal_is_open(p.state)
               )
               select 'proposal ' || proposal_id || ': ' || why as what, count(*) over () as of from wrong limit 10"
        ),
    ])
}
