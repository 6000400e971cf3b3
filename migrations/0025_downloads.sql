-- Files that are made for people: the rows of a list, documents of many bills. Large ones are made by jobs. A row is there from
-- when a file is asked for until it is cancelled, deleted, or no longer kept.

create table download (
    download_id uuid primary key,
    person_id uuid not null references person,
    -- Of whose bulk account it tells; none for what staff read of all.
    bulk_id text references bulk_account,
    name text not null check (length(name) between 1 and 200),
    -- What was asked for, so that it can be made again.
    what jsonb not null,
    language text not null check (language in ('en', 'ms')),
    state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
    -- Which attempt it is: one that was taken for dead, and is not, does not write any more.
    attempt integer not null default 0,
    done bigint not null default 0 check (done >= 0),
    total bigint not null check (total >= 0),
    -- Why it could not be made.
    code text,
    file_id uuid unique,
    bytes bigint check (bytes >= 0),
    sha256 bytea,
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    check ((state = 'ready') = (file_id is not null)),
    check ((state = 'failed') = (code is not null)),
    check ((file_id is null) = (bytes is null) and (file_id is null) = (sha256 is null))
);
create index download_by_person on download (person_id, requested_at desc);
create index download_by_expiry on download (expires_at);
create index download_by_tenant on download (bulk_id) where state in ('waiting', 'running');
