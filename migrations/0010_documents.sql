-- Files that jobs make for users (statements of account, downloads), and saved views of lists.

-- Statements of account. A job makes the file and commits it together with the row, so a statement is never ready without its
-- file.
create table statement (
    statement_id uuid primary key,
    bulk_id text not null references bulk_account,
    account_no text not null references account_master,
    -- Whether the account is tagged to the bulk account. If not, it is untagged and the utility has it under the company's number.
    is_own boolean not null,
    months integer not null check (months between 1 and 24),
    first_day date not null,
    last_day date not null check (last_day >= first_day),
    language text not null check (language in ('en', 'ms')),
    requested_by uuid not null references person,
    requested_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
    -- Failed attempts since the last request.
    attempts integer not null default 0,
    -- The error code of a failed statement.
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

-- A request that repeats a waiting one joins it. The same request on another day is another statement.
create unique index one_waiting_statement on statement (bulk_id, account_no, months, language, last_day) where state = 'waiting';
create index statements_of_bulk on statement (bulk_id, requested_at desc, statement_id desc);
create index statements_waiting on statement (requested_at) where state = 'waiting';
create index statements_made on statement (made_at desc) where state = 'ready';
create index statements_by_expiry on statement (expires_at);

-- Users who are e-mailed when the statement is ready: all who requested it while it waited.
create table statement_recipient (
    statement_id uuid not null references statement on delete cascade,
    -- Lower case.
    email text not null check (email = lower(email)),
    name text,
    bulk_id text not null,
    primary key (statement_id, email)
);

-- Fills the bulk account if an insert omits it, as `fill_bulk_id_of_payment` does.
create function fill_bulk_id_of_statement() returns trigger language plpgsql as $$
begin
    new.bulk_id := (select s.bulk_id from statement s where s.statement_id = new.statement_id);
    return new;
end
$$;

create trigger fill_bulk_id before insert on statement_recipient
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_statement();

-- Downloads: exported lists, and documents of many bills. Jobs make large ones. The row exists from the request until the download
-- is cancelled, deleted or expired.
create table download (
    download_id uuid primary key,
    person_id uuid not null references person,
    -- The bulk account of the data. Null if staff export data of all bulk accounts.
    bulk_id text references bulk_account,
    name text not null check (length(name) between 1 and 200),
    -- The request, so that the file can be made again.
    what jsonb not null,
    language text not null check (language in ('en', 'ms')),
    state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
    -- Numbers the attempts. A process that was presumed dead and still runs stops writing, because its number is stale.
    attempt integer not null default 0,
    done bigint not null default 0 check (done >= 0),
    total bigint not null check (total >= 0),
    -- The error code of a failed download.
    code text,
    file_id uuid unique,
    bytes bigint check (bytes >= 0),
    sha256 bytea,
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    -- The slot in which the file is or was made. A free slot takes the next file of the user who was served least recently. Each
    -- user has at most one running file, so a long queue of one user does not block the others.
    slot smallint,
    -- The order in which files were begun, over all users.
    begun bigint,
    check ((state = 'ready') = (file_id is not null)),
    check ((state = 'failed') = (code is not null)),
    check ((file_id is null) = (bytes is null) and (file_id is null) = (sha256 is null))
);

create sequence download_begun;

create index download_by_person on download (person_id, requested_at desc);
create index download_by_expiry on download (expires_at);
create index download_by_tenant on download (bulk_id) where state in ('waiting', 'running');
create index downloads_to_make on download (person_id, requested_at) where state in ('waiting', 'running');
create index downloads_by_begin on download (person_id, begun desc) where begun is not null;

-- Saved views: the address of a list under a name, private or shared with all users of the bulk account.
create table saved_view (
    view_id uuid primary key,
    -- Null for staff.
    bulk_id text references bulk_account,
    -- `bulk_id` for indexes: the empty string for staff.
    tenant text not null generated always as (coalesce(bulk_id, '')) stored,
    owner_id uuid not null references person,
    list text not null check (length(list) between 1 and 60),
    name text not null check (length(trim(name)) between 1 and 60),
    address jsonb not null check (jsonb_typeof(address) = 'object'),
    is_shared boolean not null,
    saved_at timestamptz not null,
    -- Soft delete: the user can undo it for a day.
    deleted_at timestamptz
);

create index saved_views_of_list on saved_view (tenant, list);
create unique index view_names_differ on saved_view (tenant, owner_id, list, lower(name)) where deleted_at is null;
create index deleted_views on saved_view (deleted_at) where deleted_at is not null;
