-- Bulk accounts, users and their sessions. Users are customers of one bulk account, users without one, or the utility's staff.
-- A session is a row, so ending it takes effect on the next request.

-- Trigram indexes, for searches by part of a name or a number.
create extension if not exists pg_trgm;

-- Bulk accounts that the portal creates are numbered from here. Lower numbers come from the utility.
create sequence bulk_account_number start 3050000001;

create table bulk_account (
    bulk_id text primary key check (bulk_id ~ '^30[0-9]{8}$'),
    company_name text not null,
    -- Normalised by `normal_registration_no` of core: trimmed, single spaces, upper case.
    registration_no text not null unique,
    -- 1 government entity, 2 organisation.
    business_type smallint not null check (business_type in (1, 2)),
    -- The status of its registration. 999: its users can read everything and change nothing.
    registration_status smallint not null default 7
        check (registration_status between 1 and 7 or registration_status = 999),
    created_at timestamptz not null,
    -- Company, address and contacts, as core serialises them.
    details jsonb not null default '{}',
    -- Detects concurrent edits of `details`.
    version integer not null default 1
);

-- Staff search bulk accounts by part of the number, the company's name or the company's registration number.
create index bulk_accounts_by_part on bulk_account
    using gin (company_name gin_trgm_ops, registration_no gin_trgm_ops, bulk_id gin_trgm_ops);

create table person (
    person_id uuid primary key,
    -- Lower case, because users are found without regard to case.
    email text not null check (email = lower(email)),
    name text not null,
    -- Null until the user sets a password.
    password_hash text,
    role text check (role in ('master', 'member', 'viewer', 'pccrAdmin', 'glbAccountManager', 'ict')),
    make_payments boolean not null default false,
    manage_accounts boolean not null default false,
    bulk_id text references bulk_account,
    is_staff boolean not null,
    activated_at timestamptz,
    disabled_at timestamptz,
    password_reset_required boolean not null default false,
    last_login_at timestamptz,
    -- The sign-in before the last one. The profile shows it.
    previous_login_at timestamptz,
    created_at timestamptz not null,
    nickname text,
    -- Without the country code.
    mobile_no text check (mobile_no ~ '^1[0-9]{7,10}$'),
    identification_type text check (identification_type in ('ic', 'passport')),
    identification_no text,
    email_opting boolean not null default false,
    -- The language of the user's e-mails.
    language text not null default 'en' check (language in ('en', 'ms')),
    theme text check (theme in ('light', 'dark', 'system')),
    favourite_from date,
    favourite_to date,
    -- Sessions that began earlier are over: the password changed, or the master role was transferred.
    sessions_ended_at timestamptz,
    -- Soft delete. The row stays for the user's facts; the e-mail address can be registered again.
    deleted_at timestamptz,
    -- The terms that the user accepted at registration.
    terms_version text,
    terms_accepted_at timestamptz,
    -- Preferences for lists, which follow the user to another browser.
    density text check (density in ('compact', 'comfortable')),
    -- JSON: the name of a list to its hidden columns.
    hidden_columns text check (length(hidden_columns) <= 2000),
    -- When notifications are e-mailed: each one immediately, or the unread ones once a day.
    notification_email text check (notification_email in ('never', 'atOnce', 'daily')),
    -- The last day for which the daily e-mail was processed, and the last notification that it covered.
    digested_on date,
    digested_through bigint not null default 0,
    -- Shortcuts of a single key. Users of speech input turn them off.
    single_keys text check (single_keys in ('on', 'off')),
    constraint staff_have_a_staff_role
        check (is_staff = (role is not null and role in ('pccrAdmin', 'glbAccountManager', 'ict'))),
    constraint staff_have_no_bulk_account check (not (is_staff and bulk_id is not null)),
    constraint customers_of_a_bulk_account_have_a_role check (is_staff or (bulk_id is null) = (role is null)),
    constraint favourite_dates_are_a_range
        check ((favourite_from is null) = (favourite_to is null) and favourite_from <= favourite_to),
    constraint the_deleted_are_disabled check (deleted_at is null or disabled_at is not null),
    constraint terms_are_accepted_at_a_time check ((terms_version is null) = (terms_accepted_at is null))
);

create unique index one_person_of_an_email on person (email) where deleted_at is null;
create unique index one_master_of_a_bulk_account on person (bulk_id) where role = 'master';
create index people_of_bulk on person (bulk_id) where deleted_at is null;
create index people_by_digest on person (digested_on) where notification_email = 'daily';
create index staff_by_role on person (role) where is_staff and deleted_at is null;
-- Staff's Home counts staff users.
create index staff_people on person (created_at) where is_staff and deleted_at is null;

-- Streams outlive the call that opened them. Each process is notified when a user's access changes, in the order of commits.
create function notify_access_changed() returns trigger language plpgsql as $$
begin
    perform pg_notify('access_ended', new.person_id::text);
    return null;
end
$$;

create trigger notify_access_changed after update on person
    for each row when ((old.role, old.bulk_id, old.activated_at, old.disabled_at, old.sessions_ended_at)
        is distinct from (new.role, new.bulk_id, new.activated_at, new.disabled_at, new.sessions_ended_at))
    execute function notify_access_changed();

create table session (
    session_id uuid primary key,
    person_id uuid not null references person,
    started_at timestamptz not null,
    last_active_at timestamptz not null,
    ended_at timestamptz,
    -- The generation of the newest pair of tokens.
    generation integer not null default 1,
    -- Whether the newest pair was used. Until then, a client that lost the response can request the pair again.
    generation_used boolean not null default false,
    -- The browser or program, as it names itself.
    device text not null default '',
    -- The generation whose refresh token was exchanged for the newest pair. Pairs between the two were never used and are revoked.
    previous_generation integer not null default 0,
    generation_at timestamptz,
    -- Derives the newest refresh token from the spent one, for tabs that refresh at the same moment.
    generation_seed bytea,
    -- When the user last proved their identity, by signing in or by the password. Some calls require a recent proof.
    proved_at timestamptz
);

create index session_of_person on session (person_id) where ended_at is null;

-- Notifies each process that a session ended, so that a stream need not check its session at each event.
create function notify_session_ended() returns trigger language plpgsql as $$
begin
    perform pg_notify('access_ended', new.session_id::text);
    return null;
end
$$;

create trigger notify_session_ended after update of ended_at on session
    for each row when (old.ended_at is null and new.ended_at is not null)
    execute function notify_session_ended();

create table refresh_token (
    token_hash bytea primary key,
    session_id uuid not null references session on delete cascade,
    generation integer not null,
    issued_at timestamptz not null
);

create index refresh_token_of_session on refresh_token (session_id);

-- Browsers from which a user has signed in, recognised by a long-lived cookie. Only the cookie's hash is stored.
create table known_device (
    token_hash bytea not null,
    person_id uuid not null references person,
    first_used_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (token_hash, person_id)
);

create index known_devices_of_person on known_device (person_id, last_used_at);
create index known_devices_by_time on known_device (last_used_at);

-- Wrong passwords, by e-mail address. Unknown addresses are counted too, so a visitor cannot tell them from known ones.
create table login_attempts (
    email text not null,
    is_staff boolean not null,
    attempts integer not null,
    last_at timestamptz not null,
    -- The network of the attempts, or the known device. A lock holds for it only, so an attacker cannot lock out the user.
    network text not null default '',
    primary key (email, is_staff, network)
);

create index login_attempts_by_time on login_attempts (last_at);

-- Rate limits: hits of a subject in the current time window.
create table rate (
    bucket text not null,
    subject text not null,
    began_at timestamptz not null,
    hits integer not null,
    primary key (bucket, subject)
);

create index rates_by_time on rate (began_at);

create table invitation (
    invitation_id uuid primary key,
    bulk_id text not null references bulk_account,
    email text not null check (email = lower(email)),
    nickname text,
    role text not null check (role in ('member', 'viewer')),
    make_payments boolean not null,
    manage_accounts boolean not null,
    invited_by uuid not null references person,
    invited_at timestamptz not null,
    sent_at timestamptz not null,
    accepted_at timestamptz,
    withdrawn_at timestamptz
);

create unique index one_open_invitation on invitation (bulk_id, email) where accepted_at is null and withdrawn_at is null;

-- E-mailed links. The token itself is in the e-mail only.
create table link (
    token_hash bytea primary key,
    kind text not null check (kind in ('activation', 'staffActivation', 'reset', 'staffReset', 'invitation')),
    person_id uuid references person,
    invitation_id uuid references invitation,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    constraint invitations_are_to_nobody_yet
        check ((kind = 'invitation') = (invitation_id is not null) and (kind = 'invitation') = (person_id is null))
);

create index links_of_person on link (person_id, kind, created_at);
create index links_of_invitation on link (invitation_id, created_at);

-- A staff user who decides payments, until a second officer confirms the appointment. Otherwise an officer could appoint the
-- second officer whom decisions require.
create table staff_proposal (
    proposal_id uuid primary key,
    -- The user whose role changes, or the id that the new user will have.
    person_id uuid not null unique,
    -- The current role. Null for a new user, whose other values follow.
    role_before text,
    role text not null,
    email text,
    name text,
    nickname text,
    mobile_no text,
    proposed_by uuid not null references person,
    proposed_at timestamptz not null,
    constraint a_new_user_is_described check (
        (role_before is null) = (email is not null and name is not null and mobile_no is not null)
    )
);

create unique index one_proposal_of_an_address on staff_proposal (email) where email is not null;

-- Customer view mode: a staff user sees a bulk account as its customers do. Each visit has a row, open until the staff user leaves
-- or the session ends. The facts of its beginning and its end are kept forever.
create table customer_view (
    view_id uuid primary key,
    session_id uuid not null references session on delete cascade,
    bulk_id text not null references bulk_account,
    entered_at timestamptz not null,
    left_at timestamptz,
    constraint views_end_after_they_began check (left_at >= entered_at)
);

-- Concurrent calls of one session begin one view.
create unique index one_open_view on customer_view (session_id, bulk_id) where left_at is null;

-- Guided tours that a user has completed or skipped.
create table tutorial (
    person_id uuid not null references person,
    tutorial_id text not null,
    completed_at timestamptz not null,
    primary key (person_id, tutorial_id)
);

-- Keys that all processes share. The first process that starts creates them.
create table secret (
    name text primary key,
    value bytea not null
);
