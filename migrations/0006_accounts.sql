-- Companies register and get a bulk account; electricity accounts are taken into it, out of it and changed by jobs, each once.

create sequence bulk_account_number start 3050000001;

-- Company, address and contacts, as core's type writes them; and a version, so that two editors don't undo one another.
alter table bulk_account
    add column details jsonb not null default '{}',
    add column version integer not null default 1;

-- Uploaded files; their bytes are in the file store.
create table stored_file (
    file_id uuid primary key,
    owner_id uuid not null references person,
    name text not null,
    kind text not null check (kind in ('pdf', 'png', 'jpeg')),
    size bigint not null check (size > 0),
    sha256 bytea not null,
    stored_at timestamptz not null
);

-- Bytes on their way into the file store, or out of it. Whatever becomes of the process that moves them, they are deleted
-- unless a file is made of them.
create table stray_file (
    file_id uuid primary key,
    since timestamptz not null
);

create index files_of_owner on stored_file (owner_id, stored_at desc);

create table registration (
    registration_id uuid primary key,
    person_id uuid not null references person,
    status smallint not null check (status between 1 and 7),
    business_type smallint check (business_type in (1, 2)),
    -- As core writes it; none while it is missing or wrong in a draft.
    registration_no text,
    company_name text not null default '',
    form jsonb not null,
    declaration_id uuid references stored_file,
    step smallint not null default 0,
    draft_version integer not null default 1,
    submissions integer not null default 0,
    submitted_at timestamptz,
    reviewed_by uuid references person,
    reviewed_at timestamptz,
    remark text,
    bulk_id text references bulk_account,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint submitted_applications_are_whole
        check (status = 1 or (registration_no is not null and business_type is not null and submitted_at is not null)),
    constraint approved_applications_have_a_bulk_account check ((status in (6, 7)) <= (bulk_id is not null))
);

create unique index one_live_application_of_a_company on registration (registration_no) where status in (2, 4, 5, 6, 7);
create unique index one_open_application_of_a_person on registration (person_id) where status in (1, 2, 4, 5);
create index registrations_of_declaration on registration (declaration_id);
create unique index one_application_of_a_bulk_account on registration (bulk_id);
create index registrations_of_person on registration (person_id, created_at);
create index registrations_by_time on registration (submitted_at desc, registration_id desc) where status <> 1;

-- The accounts of an application: under 0 those that the customer sees and edits, under each submission those that were
-- to be taken by it.
create table registration_account (
    registration_id uuid not null references registration,
    submission integer not null,
    place integer not null,
    account_no text not null,
    reference_id text,
    is_select boolean not null,
    source text not null check (source in ('auto', 'manual', 'upload')),
    primary key (registration_id, submission, place)
);

-- What was submitted each time: what staff review, and what changed since the time before.
create table registration_submission (
    registration_id uuid not null references registration,
    submission integer not null,
    form jsonb not null,
    declaration_id uuid not null references stored_file,
    accounts integer not null check (accounts > 0),
    submitted_at timestamptz not null,
    primary key (registration_id, submission)
);

create index submissions_of_declaration on registration_submission (declaration_id);

create table registration_event (
    event_id bigint generated always as identity primary key,
    registration_id uuid not null references registration,
    at timestamptz not null,
    by_id uuid references person,
    by_name text not null,
    step text not null,
    status smallint not null,
    remark text
);

create index events_of_registration on registration_event (registration_id, event_id);
create trigger append_only before update or delete on registration_event for each row execute function refuse_change();
create trigger append_only_all before truncate on registration_event for each statement execute function refuse_change();

-- People of government entities who want to be told when they may register.
create table government_notice (
    person_id uuid primary key references person,
    asked_at timestamptz not null,
    on_day date not null,
    sent_at timestamptz
);

-- What is to be done with accounts, and what became of it.
create table tagging (
    tagging_id bigint generated always as identity primary key,
    bulk_id text not null references bulk_account,
    account_no text not null check (account_no ~ '^2[12][0-9]{10}$'),
    -- 1 into the bulk account, 2 out of it, 3 another reference ID.
    action smallint not null check (action in (1, 2, 3)),
    reference_id text check (length(reference_id) between 1 and 16),
    requested_by uuid references person,
    requested_by_name text not null,
    requested_at timestamptz not null,
    done_at timestamptz,
    error_type text check (error_type in ('notFound', 'inactive', 'belongsToAnother', 'duplicate')),
    -- Somebody took the error off the list.
    forgotten_at timestamptz,
    constraint errors_are_done check (error_type is null or done_at is not null)
);

create unique index one_waiting_tagging_of_an_account on tagging (bulk_id, account_no) where done_at is null;
create index taggings_waiting on tagging (tagging_id) where done_at is null;
create unique index one_error_of_an_account on tagging (bulk_id, account_no) where error_type is not null and forgotten_at is null;
create index taggings_of_account on tagging (bulk_id, account_no, tagging_id desc);
create index errors_by_time on tagging (requested_at desc, tagging_id desc) where error_type is not null and forgotten_at is null;

create index accounts_of_group on electricity_account (bulk_id, group_id);

-- What is owed on each account and each group of a list, without a look at the bills themselves.
create index unpaid_bills_of_account on bill (bulk_id, account_no) include (total_amount_payable) where status <> 4;

-- Staff find any customer's accounts by a part of a name, among a million.
create extension if not exists pg_trgm;
create index companies_by_part on account_master using gin (company_name gin_trgm_ops);
create index references_by_part on electricity_account using gin (reference_id gin_trgm_ops);
