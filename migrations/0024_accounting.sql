-- Exports to accounting: profiles, runs, and the exported documents from which files are made again (docs/domain/accounting.md).

create table accounting_profile (
    bulk_id text not null references bulk_account,
    profile_id uuid not null,
    version bigint not null default 1 check (version >= 1),
    name text not null check (length(trim(name)) between 1 and 60),
    draft jsonb not null check (jsonb_typeof(draft) = 'object'),
    schedule text not null check (schedule in ('manual', 'daily', 'afterBatch')),
    -- Scheduled runs act for this user.
    saved_by uuid not null references person,
    saved_at timestamptz not null,
    -- The number of the last real run.
    runs bigint not null default 0 check (runs >= 0),
    last_run_at timestamptz,
    -- When a scheduled run was last made or refused.
    scheduled_at timestamptz not null,
    primary key (bulk_id, profile_id),
    constraint a_run_has_its_time check ((runs = 0) = (last_run_at is null))
);

create unique index names_of_accounting_profiles on accounting_profile (bulk_id, lower(name));
create index scheduled_accounting_profiles on accounting_profile (scheduled_at) where schedule <> 'manual';

-- A real run, with the profile as it was.
create table accounting_run (
    bulk_id text not null,
    profile_id uuid not null,
    run_no bigint not null check (run_no >= 1),
    profile_version bigint not null,
    draft jsonb not null check (jsonb_typeof(draft) = 'object'),
    made_at timestamptz not null,
    -- Null for a scheduled run.
    made_by uuid references person,
    documents bigint not null check (documents >= 0),
    reversals bigint not null check (reversals between 0 and documents),
    credit_notes bigint not null check (credit_notes between 0 and documents),
    lines bigint not null check (lines >= 0),
    debit numeric(16, 2) not null,
    credit numeric(16, 2) not null,
    suspense numeric(16, 2) not null,
    primary key (bulk_id, profile_id, run_no),
    foreign key (bulk_id, profile_id) references accounting_profile,
    constraint debits_of_a_run_equal_its_credits check (debit = credit)
);

create index accounting_runs_by_time on accounting_run (bulk_id, made_at, profile_id, run_no);

-- A document of a run. It is also the mark that its bill or payment was exported, so nothing is marked without a document.
create table accounting_document (
    bulk_id text not null,
    profile_id uuid not null,
    run_no bigint not null,
    -- The place in the files of the run.
    place bigint not null check (place >= 1),
    document_no text collate "C" not null check (length(document_no) between 1 and 30),
    -- The number of the invoice or payment.
    source_no text collate "C" not null check (length(source_no) between 1 and 20),
    version integer not null check (version >= 1),
    -- The reversed document.
    reverses text collate "C",
    -- Whether it is in the books: neither a reversal nor reversed.
    is_current boolean not null check (not is_current or reverses is null),
    document_date date not null,
    account_no text,
    amount numeric(16, 2) not null,
    debit numeric(16, 2) not null,
    credit numeric(16, 2) not null,
    document jsonb not null check (jsonb_typeof(document) = 'object'),
    -- The number in the accounting program.
    their_no text check (length(their_no) between 1 and 40),
    primary key (bulk_id, profile_id, run_no, place),
    foreign key (bulk_id, profile_id, run_no) references accounting_run,
    constraint debits_of_a_document_equal_its_credits check (debit = credit)
);

create unique index numbers_of_accounting_documents on accounting_document (bulk_id, profile_id, document_no);
-- A bill or payment is exported once, even if the lock of the profile failed.
create unique index one_current_document_of_a_source on accounting_document (bulk_id, profile_id, source_no)
    where is_current;
create index documents_of_source on accounting_document (bulk_id, source_no, profile_id, version desc);
