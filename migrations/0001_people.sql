-- People sign in as users of one bulk account or as the utility's staff; a session is a row, so ending it works on the next request.

create table bulk_account (
    bulk_id text primary key check (bulk_id ~ '^30[0-9]{8}$'),
    company_name text not null,
    registration_no text not null unique,
    -- 1 a government entity, 2 an organisation.
    business_type smallint not null check (business_type in (1, 2)),
    registration_status smallint not null default 7 check (registration_status between 1 and 7),
    created_at timestamptz not null
);

create table person (
    person_id uuid primary key,
    -- Lower case: people are looked up without regard to case.
    email text not null unique check (email = lower(email)),
    name text not null,
    password_hash text not null,
    role text check (role in ('master', 'member', 'viewer', 'pccrAdmin', 'glbAccountManager', 'ict')),
    make_payments boolean not null default false,
    manage_accounts boolean not null default false,
    bulk_id text references bulk_account,
    is_staff boolean not null,
    activated_at timestamptz,
    disabled_at timestamptz,
    password_reset_required boolean not null default false,
    last_login_at timestamptz,
    -- The sign-in before that one, which the profile shows.
    previous_login_at timestamptz,
    created_at timestamptz not null,
    constraint staff_have_a_staff_role
        check (is_staff = (role is not null and role in ('pccrAdmin', 'glbAccountManager', 'ict'))),
    constraint staff_have_no_bulk_account check (not (is_staff and bulk_id is not null)),
    constraint customers_of_a_bulk_account_have_a_role check (is_staff or (bulk_id is null) = (role is null))
);

create unique index one_master_of_a_bulk_account on person (bulk_id) where role = 'master';

-- Wrong attempts by e-mail, whether or not somebody has that e-mail: both look the same from outside.
create table login_attempts (
    email text not null,
    is_staff boolean not null,
    attempts integer not null,
    last_at timestamptz not null,
    primary key (email, is_staff)
);

create table session (
    session_id uuid primary key,
    person_id uuid not null references person,
    started_at timestamptz not null,
    last_active_at timestamptz not null,
    ended_at timestamptz,
    -- The newest pair of tokens, and whether it was used: a lost answer may be asked for again until then.
    generation integer not null default 1,
    generation_used boolean not null default false
);

create index session_of_person on session (person_id) where ended_at is null;

create table refresh_token (
    token_hash bytea primary key,
    session_id uuid not null references session on delete cascade,
    generation integer not null,
    issued_at timestamptz not null
);

create index refresh_token_of_session on refresh_token (session_id);

-- Keys that every process shares, made at first start.
create table secret (
    name text primary key,
    value bytea not null
);
