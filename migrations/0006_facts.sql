-- Facts: the one log of everything that happened (docs/facts.md). Each fact is chained by its hash to the previous fact of its
-- subject.

create table fact (
    fact_id bigint generated always as identity primary key,
    -- What the fact is about: payment:…, registration:…, bulkAccount:…, account:…, group:…, person:…. Collation "C", so that all
    -- databases have the same order.
    subject text collate "C" not null,
    -- The position among the facts of the subject, from 1.
    place integer not null,
    kind text not null,
    data jsonb not null,
    -- The subject as users know it: a number, a company, an e-mail address.
    about text not null,
    bulk_id text references bulk_account,
    -- Null for the portal itself, a bank or a visitor.
    actor_id uuid references person,
    actor_name text not null,
    -- The actor's role at that time.
    acting_role text,
    -- The network address and the program of the call, if the fact comes from a call.
    address text,
    device text,
    happened_at timestamptz not null,
    -- The hash of the previous fact of the subject, and the fact's own (docs/facts.md).
    previous bytea,
    hash bytea not null,
    unique (subject, place)
);

-- Everything that filters the activity log is in its indexes, so a bulk account with a million facts is counted without reading
-- the facts.
create index facts_of_bulk on fact (bulk_id, happened_at desc, fact_id desc) include (kind, actor_id, acting_role, subject);
create index facts_by_time on fact (happened_at desc, fact_id desc) include (bulk_id, kind, actor_id, acting_role, subject);
create index facts_of_actor on fact (actor_id, happened_at desc, fact_id desc) include (bulk_id, kind, acting_role, subject);
create index facts_about on fact (about);
create index facts_by_part on fact using gin (about gin_trgm_ops, actor_name gin_trgm_ops);
-- The facts that name accounts which were added or removed.
create index accounts_processed on fact (bulk_id) where kind = 'AccountsProcessed';
-- `gridbill check` reads all appointments of staff.
create index facts_of_appointments on fact (fact_id) where kind in ('StaffAdded', 'StaffChanged');

-- A payment begins once, and a version of a payment is approved once (invariant 8).
create unique index a_payment_begins_once on fact (subject) where kind in ('PaymentSubmitted', 'FpxStarted');
create unique index a_version_is_decided_once on fact (subject, kind, ((data -> 'after' ->> 'version')::integer))
    where kind in ('PaymentAccepted', 'PaymentRejected', 'InsufficientRequested', 'OverpaymentRequested', 'PaymentPosted',
                   'FpxApproved');

-- A value with its length, so that two different facts never have the same form.
create function fact_field(value text) returns text language sql immutable parallel safe
    return coalesce(octet_length(value) || ':' || value, '-') || ',';

-- The text that is hashed. `gridbill check` builds the same text in Rust, independently.
create function fact_form(one fact) returns text language sql stable parallel safe
    return fact_field(encode(one.previous, 'hex')) || fact_field(one.subject) || fact_field(one.place::text)
        || fact_field(one.kind) || fact_field(one.data::text) || fact_field(one.about) || fact_field(one.bulk_id)
        || fact_field(one.actor_id::text) || fact_field(one.actor_name) || fact_field(one.acting_role)
        || fact_field(one.address) || fact_field(one.device)
        || fact_field((extract(epoch from one.happened_at) * 1000000)::bigint::text);

-- Sets place and hashes. The writer holds the lock of the subject. Facts of one statement see the facts that the statement
-- inserted before them.
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

-- The facts of payments, for queries over many payments.
create view payment_fact as
select fact_id, case when subject like 'payment:%' then substr(subject, 9)::uuid end as payment_id, place, kind,
       happened_at, actor_id, actor_name, (data ->> 'before')::smallint as from_status,
       (data -> 'after' ->> 'status')::smallint as to_status, (data -> 'after' ->> 'version')::integer as version,
       coalesce(data ->> 'missing', data ->> 'excess', data ->> 'difference', data ->> 'billed')::numeric as amount
from fact where subject like 'payment:%';

-- The facts of registrations that change their status.
create view registration_fact as
select fact_id, case when subject like 'registration:%' then substr(subject, 14)::uuid end as registration_id, place, kind,
       (data ->> 'before')::smallint as from_status, (data ->> 'after')::smallint as to_status
from fact where subject like 'registration:%' and kind <> 'RegistrationBegunAgain';

-- Daily seals. A seal hashes the last facts of all subjects and the previous seal, because the chains alone do not show that
-- facts were cut off at their ends.
create table fact_seal (
    day date primary key,
    -- The last sealed fact. The seal covers the facts after the previous seal.
    through bigint not null,
    facts bigint not null,
    sealed_at timestamptz not null,
    previous bytea,
    hash bytea not null
);

create trigger append_only before update or delete on fact_seal for each row execute function refuse_change();
create trigger append_only_all before truncate on fact_seal for each statement execute function refuse_change();

-- Result of the daily verification of all facts.
create table fact_check (
    day date primary key,
    checked_at timestamptz not null,
    facts bigint not null,
    -- The number of broken chains and seals, and the first of them, in a form that an operator can look up.
    broken bigint not null,
    findings text[] not null
);

-- Result of the last verification of each seal. Seals are verified one by one, in pages: one transaction over all facts would hold
-- back vacuum in the whole database.
create table fact_seal_check (
    -- The day of the seal.
    day date primary key,
    checked_at timestamptz not null,
    facts bigint not null,
    -- The number of broken facts and seals, and the first of them, in a form that an operator can look up.
    broken bigint not null,
    findings text[] not null
);

create index fact_seals_to_check on fact_seal_check (checked_at);
