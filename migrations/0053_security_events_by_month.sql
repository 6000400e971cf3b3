-- Security events by month (0051): of a flood there are millions in thirteen months, and nothing reads them but an operator's query,
-- mostly of some days.

alter table security_event rename to security_event_before;
alter sequence security_event_event_id_seq rename to security_event_before_id;

create table security_event (
    event_id bigint generated always as identity,
    happened_at timestamptz not null,
    kind text not null,
    outcome text not null,
    person_id uuid,
    -- What was typed as the e-mail address, once it has the form of one.
    email text,
    address text not null,
    user_agent text not null,
    call text not null,
    code text,
    -- Refusals from this network before this one that have no row, because there were too many.
    left_out bigint not null default 0
) partition by range (happened_at);

-- For a month that nobody prepared.
create table months.security_event_default partition of security_event default;

do $$
declare
    instant timestamptz;
begin
    for instant in
        select distinct month_of(happened_at) from security_event_before union select month_of(now(), -1) union select now()
    loop
        while add_month('security_event', instant) loop
        end loop;
    end loop;
end
$$;

insert into security_event (event_id, happened_at, kind, outcome, person_id, email, address, user_agent, call, code, left_out)
overriding system value
select event_id, happened_at, kind, outcome, person_id, email, address, user_agent, call, code, left_out
from security_event_before;

select setval('security_event_event_id_seq', last_value, is_called) from security_event_before_id;
drop table security_event_before;

alter table security_event add primary key (event_id, happened_at);
create index security_events_by_time on security_event (happened_at);
create index security_events_of_person on security_event (person_id, happened_at) where person_id is not null;

analyze security_event;
