-- Links to the files of scheduled accounting runs, which work without signing in (docs/domain/accounting.md).

create table accounting_link (
    -- SHA-256 of the token.
    token_hash bytea primary key,
    bulk_id text not null,
    profile_id uuid not null,
    run_no bigint not null,
    -- The user for whom the run was made. The link works only while they may have the file themselves.
    person_id uuid not null references person,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    foreign key (bulk_id, profile_id, run_no) references accounting_run,
    constraint a_link_is_valid_for_a_week_at_most check (expires_at <= created_at + interval '7 days')
);

create index links_of_accounting_profile on accounting_link (bulk_id, profile_id);
create index accounting_links_by_expiry on accounting_link (expires_at);
create index accounting_links_by_person on accounting_link (person_id);
