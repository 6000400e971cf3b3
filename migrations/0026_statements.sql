-- Statements of account are requested, made by a job, and kept for a while: a row each, with whom to tell of it. Bytes and row
-- come together in one transaction, so a statement is never ready without its file.

create table statement (
    statement_id uuid primary key,
    -- The tenant.
    bulk_id text not null references bulk_account,
    account_no text not null references account_master,
    -- In the bulk account; otherwise in none, and the utility's records have it under the company's number.
    is_own boolean not null,
    months integer not null check (months between 1 and 24),
    first_day date not null,
    last_day date not null check (last_day >= first_day),
    language text not null check (language in ('en', 'ms')),
    requested_by uuid not null references person,
    requested_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
    -- How often it could not be made since it was last asked for.
    attempts integer not null default 0,
    -- The code of the refusal for which it was not made.
    failure text,
    made_at timestamptz,
    file_id uuid unique,
    sha256 bytea,
    expires_at timestamptz not null,
    constraint ready_statements_have_their_file check (
        (state = 'ready') = (file_id is not null and sha256 is not null and made_at is not null)
    ),
    constraint failed_statements_say_why check ((state = 'failed') = (failure is not null))
);

-- What is still being made is not made twice.
create unique index one_waiting_statement on statement (bulk_id, account_no, months, language) where state = 'waiting';
create index statements_of_bulk on statement (bulk_id, requested_at desc, statement_id desc);
create index statements_waiting on statement (requested_at) where state = 'waiting';
create index statements_made on statement (made_at desc) where state = 'ready';
create index statements_by_expiry on statement (expires_at);

-- Who is told by e-mail that it is ready: those who asked for the same while it was made.
create table statement_recipient (
    statement_id uuid not null references statement on delete cascade,
    -- Lower case.
    email text not null check (email = lower(email)),
    name text,
    primary key (statement_id, email)
);
