-- The activity log is read: by bulk account and over all of them, newest first, by what it is about, by a part of a name. What a
-- list is narrowed by stands in its index, so that a bulk account with a million facts is counted without reading them.

drop index facts_of_bulk, facts_of_actor;
create index facts_of_bulk on fact (bulk_id, happened_at desc, fact_id desc) include (kind, actor_id, acting_role, subject);
create index facts_by_time on fact (happened_at desc, fact_id desc) include (bulk_id, kind, actor_id, acting_role, subject);
create index facts_of_actor on fact (actor_id, happened_at desc, fact_id desc) include (bulk_id, kind, acting_role, subject);
create index facts_about on fact (about);
create index facts_by_part on fact using gin (about gin_trgm_ops, actor_name gin_trgm_ops);

-- What the daily look at all facts found.
create table fact_check (
    day date primary key,
    checked_at timestamptz not null,
    facts bigint not null,
    -- How many chains and seals do not hold, and the first of them, as an operator can look them up.
    broken bigint not null,
    findings text[] not null
);
