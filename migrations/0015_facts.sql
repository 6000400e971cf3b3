-- What happens is recorded in one way: the logs of payments, applications and people become one, in which each row is bound
-- by its hash to the row of its subject before it. Processes of the version before write to the old logs: they stop first.

create table fact (
    fact_id bigint generated always as identity primary key,
    -- What it happened to: payment:…, registration:…, bulkAccount:…, account:…, group:…, person:…; in one order everywhere.
    subject text collate "C" not null,
    -- Its place among those of its subject, from 1.
    place integer not null,
    kind text not null,
    data jsonb not null,
    -- The subject as people know it: a number, a company, an e-mail address.
    about text not null,
    bulk_id text references bulk_account,
    -- None for the portal itself, a bank, or a visitor.
    actor_id uuid references person,
    actor_name text not null,
    -- The role in which they acted.
    acting_role text,
    -- From where and by what, where it was a call.
    address text,
    device text,
    happened_at timestamptz not null,
    -- The hash of the fact before it, and its own (docs/facts.md).
    previous bytea,
    hash bytea not null,
    unique (subject, place)
);

create index facts_of_bulk on fact (bulk_id, happened_at desc, fact_id desc);
create index facts_of_actor on fact (actor_id, happened_at desc, fact_id desc);
-- A value with its length, so that no two facts have one form.
create function fact_field(value text) returns text language sql immutable parallel safe
    return coalesce(octet_length(value) || ':' || value, '-') || ',';

-- What is hashed of a fact. `gridbill check` writes it by itself, in Rust.
create function fact_form(one fact) returns text language sql stable parallel safe
    return fact_field(encode(one.previous, 'hex')) || fact_field(one.subject) || fact_field(one.place::text)
        || fact_field(one.kind) || fact_field(one.data::text) || fact_field(one.about) || fact_field(one.bulk_id)
        || fact_field(one.actor_id::text) || fact_field(one.actor_name) || fact_field(one.acting_role)
        || fact_field(one.address) || fact_field(one.device)
        || fact_field((extract(epoch from one.happened_at) * 1000000)::bigint::text);

-- Whoever records holds the subject's turn. Facts that one statement brings see those that it brought before.
create function chain_fact() returns trigger language plpgsql as $$
declare
    last record;
begin
    select place, hash into last from fact where subject = new.subject order by place desc limit 1;
    new.place := coalesce(last.place, 0) + 1;
    new.previous := last.hash;
    new.hash := sha256(convert_to(fact_form(new), 'UTF8'));
    return new;
end
$$;

create trigger chained before insert on fact for each row execute function chain_fact();
create trigger append_only before update or delete on fact for each row execute function refuse_change();
create trigger append_only_all before truncate on fact for each statement execute function refuse_change();

-- Applications and people. A step was in both logs, in the same order: it becomes one fact.
with step as (
    select e.*, case e.step when 'submit' then 'RegistrationSubmitted' when 'approve' then 'RegistrationApproved'
                            when 'requestForInfo' then 'RegistrationInfoRequested' when 'reject' then 'RegistrationRejected'
                            when 'finish' then 'RegistrationFinished'
                            when 'finishWithErrors' then 'RegistrationFinishedWithErrors'
                            else 'RegistrationPutRight' end as kind,
           lag(e.status, 1, 1::smallint) over steps as before, row_number() over steps as nth,
           (count(*) filter (where e.step = 'submit') over steps)::integer as submission
    from registration_event e window steps as (partition by e.registration_id order by e.event_id)
), line as (
    select a.*, row_number() over (partition by a.details ->> 'registrationId' order by a.activity_id) as nth
    from activity a
    where a.kind in ('RegistrationSubmitted', 'RegistrationApproved', 'RegistrationInfoRequested', 'RegistrationRejected',
                     'RegistrationFinished', 'RegistrationFinishedWithErrors', 'RegistrationPutRight')
), old as (
    select 2 as log, s.event_id as id, 'registration:' || s.registration_id as subject, s.kind,
           jsonb_build_object('before', s.before, 'after', s.status)
           || case
                  when s.step = 'submit' then jsonb_build_object(
                      'submission', s.submission,
                      'accounts', coalesce((l.details ->> 'accounts')::integer, sent.accounts, 0),
                      'termsVersion', coalesce(l.details ->> 'termsVersion', sent.terms_version))
                  when s.step in ('approve', 'requestForInfo', 'reject')
                      then jsonb_build_object('submission', s.submission, 'remark', s.remark)
                  when s.step = 'finishWithErrors'
                      then jsonb_build_object('errors', coalesce((l.details ->> 'errors')::bigint, 0))
                  else '{}'
              end as data,
           coalesce(l.subject, r.company_name) as about, l.bulk_id, s.by_id as actor_id, s.by_name as actor_name,
           s.at as happened_at
    from step s
    join registration r using (registration_id)
    left join line l on l.details ->> 'registrationId' = s.registration_id::text and l.nth = s.nth and l.kind = s.kind
    left join registration_submission sent
        on sent.registration_id = s.registration_id and sent.submission = s.submission
    union all
    select 1, a.activity_id,
           coalesce(
               case
                   when a.kind = 'RegistrationBegunAgain' then 'registration:' || (a.details ->> 'registrationId')
                   when a.kind in ('StaffAdded', 'StaffChanged', 'UserDeleted') then 'person:' || (a.details ->> 'userId')
                   when a.kind = 'LinkSent' then 'person:' || (
                       select person_id from person p where p.email = a.subject
                       order by p.deleted_at nulls first, p.created_at desc limit 1)
                   when a.kind in ('Registered', 'Activated', 'PasswordReset', 'PasswordChanged', 'ProfileChanged',
                                   'SessionsEnded') then 'person:' || a.actor_id
                   when a.kind = 'AccountRemoved' then 'account:' || a.subject
                   when a.kind in ('GroupMade', 'GroupRenamed', 'GroupDeleted', 'AccountsGrouped', 'AccountsUngrouped')
                       then 'group:' || (a.details ->> 'groupId')
                   else 'bulkAccount:' || a.bulk_id
               end,
               'address:' || a.subject),
           case when a.kind = 'AccountsAdded' and a.details ? 'again' then 'AccountsTriedAgain' else a.kind end,
           case when a.kind = 'AccountsAdded' then a.details - 'again' else a.details end,
           a.subject, a.bulk_id, a.actor_id, a.actor_name, a.happened_at
    from activity a
    where not exists (select from line l where l.activity_id = a.activity_id)
)
insert into fact (subject, kind, data, about, bulk_id, actor_id, actor_name, happened_at)
select subject, kind, data, about, bulk_id, actor_id, actor_name, happened_at from old order by log, id;

-- Payments, each in the order of its events.
insert into fact (subject, kind, data, about, bulk_id, actor_id, actor_name, happened_at)
select 'payment:' || e.payment_id,
       case when e.event in ('submitted', 'accepted', 'rejected', 'posted')
            then 'Payment' || initcap(e.event) else upper(left(e.event, 1)) || substr(e.event, 2) end,
       jsonb_build_object(
           'before', e.from_status,
           'after', jsonb_build_object('status', e.to_status, 'version', e.version, 'paid', e.paid_amount::text),
           'billed', p.amount::text)
       || case e.event
              when 'submitted' then jsonb_build_object('references', coalesce(to_jsonb(string_to_array(e.note, ', ')), '[]'))
              when 'fpxDeclined' then jsonb_build_object('bankCode', p.bank_code)
              when 'fpxFailed' then jsonb_build_object('bankCode', p.bank_code)
              when 'fpxExpired' then jsonb_build_object('bankCode', p.bank_code)
              when 'rejected' then jsonb_build_object('remark', e.note)
              when 'insufficientRequested' then jsonb_build_object('missing', e.amount::text, 'paid', e.paid_amount::text)
              when 'overpaymentRequested' then jsonb_build_object('excess', e.amount::text, 'paid', e.paid_amount::text)
              when 'differencePaid'
                  then jsonb_build_object('difference', e.amount::text, 'reference', coalesce(e.note, ''))
              when 'creditChosen'
                  then jsonb_build_object('excess', e.amount::text, 'accountNo', coalesce(e.note, p.credit_account_no))
              else '{}'
          end,
       p.transaction_no, p.bulk_id, e.person_id, e.actor, e.at
from payment_event e join payment p using (payment_id)
order by e.event_id;

drop table payment_event, registration_event, activity;

-- A payment begins once, and an approval of a version happens once (invariant 8).
create unique index a_payment_begins_once on fact (subject) where kind in ('PaymentSubmitted', 'FpxStarted');
create unique index a_version_is_decided_once on fact (subject, kind, ((data -> 'after' ->> 'version')::integer))
    where kind in ('PaymentAccepted', 'PaymentRejected', 'InsufficientRequested', 'OverpaymentRequested', 'PaymentPosted',
                   'FpxApproved');

-- The facts of payments and of applications, for queries over many of them.
create view payment_fact as
select fact_id, case when subject like 'payment:%' then substr(subject, 9)::uuid end as payment_id, place, kind,
       happened_at, actor_id, actor_name, (data ->> 'before')::smallint as from_status,
       (data -> 'after' ->> 'status')::smallint as to_status, (data -> 'after' ->> 'version')::integer as version,
       coalesce(data ->> 'missing', data ->> 'excess', data ->> 'difference', data ->> 'billed')::numeric as amount
from fact where subject like 'payment:%';

create view registration_fact as
select fact_id, case when subject like 'registration:%' then substr(subject, 14)::uuid end as registration_id, place, kind,
       (data ->> 'before')::smallint as from_status, (data ->> 'after')::smallint as to_status
from fact where subject like 'registration:%' and kind <> 'RegistrationBegunAgain';

-- Facts that somebody is told of.
create table notification (
    notification_id bigint generated always as identity primary key,
    fact_id bigint not null references fact,
    person_id uuid not null references person,
    read_at timestamptz,
    deleted_at timestamptz,
    unique (fact_id, person_id)
);

create index notifications_of_person on notification (person_id, notification_id desc) where deleted_at is null;
create index staff_by_role on person (role) where is_staff and deleted_at is null;

-- The last facts of all subjects, once a day, each seal bound to the one before: what the chains alone do not show is that
-- their ends were cut off.
create table fact_seal (
    day date primary key,
    -- The facts up to this one, beginning after the seal before.
    through bigint not null,
    facts bigint not null,
    sealed_at timestamptz not null,
    previous bytea,
    hash bytea not null
);

create trigger append_only before update or delete on fact_seal for each row execute function refuse_change();
create trigger append_only_all before truncate on fact_seal for each statement execute function refuse_change();
