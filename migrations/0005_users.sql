-- Users come by registering or by an invitation, prove their address by an e-mailed link, and change; whatever they do leaves a line.

-- No password until the person sets one.
alter table person alter column password_hash drop not null;
alter table person
    add column nickname text,
    -- Without the country's code.
    add column mobile_no text check (mobile_no ~ '^1[0-9]{7,10}$'),
    add column identification_type text check (identification_type in ('ic', 'passport')),
    add column identification_no text,
    add column email_opting boolean not null default false,
    -- The language of their e-mails.
    add column language text not null default 'en' check (language in ('en', 'ms')),
    add column theme text check (theme in ('light', 'dark', 'system')),
    add column favourite_from date,
    add column favourite_to date,
    -- Sessions that began before are over: the password changed, or the master role was given away.
    add column sessions_ended_at timestamptz,
    -- Gone for good; the row stays for what they did, and the address is free again.
    add column deleted_at timestamptz,
    add constraint favourite_dates_are_a_range
        check ((favourite_from is null) = (favourite_to is null) and favourite_from <= favourite_to),
    add constraint the_deleted_are_disabled check (deleted_at is null or disabled_at is not null);
alter table person drop constraint person_email_key;
create unique index one_person_of_an_email on person (email) where deleted_at is null;
create index people_of_bulk on person (bulk_id) where deleted_at is null;

-- 999: its people may look at everything and change nothing.
alter table bulk_account drop constraint bulk_account_registration_status_check;
alter table bulk_account add constraint bulk_account_registration_status_check
    check (registration_status between 1 and 7 or registration_status = 999);

-- The browser or program, as it names itself.
alter table session add column device text not null default '';

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

-- E-mailed links. The token itself is in the letter only.
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

-- How often somebody asked for something within a window of time.
create table rate (
    bucket text not null,
    subject text not null,
    began_at timestamptz not null,
    hits integer not null,
    primary key (bucket, subject)
);

create index rates_by_time on rate (began_at);

-- Letters on their way. What they say is forgotten once the mail server has taken them.
create table mail (
    mail_id uuid primary key,
    recipient text not null,
    language text not null check (language in ('en', 'ms')),
    subject text not null,
    body_text text,
    body_html text,
    created_at timestamptz not null,
    accepted_at timestamptz,
    attempts integer not null default 0,
    last_error text,
    constraint letters_are_kept_until_accepted
        check (accepted_at is not null or (body_text is not null and body_html is not null))
);

create index mail_by_time on mail (created_at desc, mail_id);

-- Guided tours that somebody has seen or skipped.
create table tutorial (
    person_id uuid not null references person,
    tutorial_id text not null,
    completed_at timestamptz not null,
    primary key (person_id, tutorial_id)
);

-- Who changed what of people and their sessions (invariant 11): written in the change's own transaction.
create table activity (
    activity_id bigint generated always as identity primary key,
    happened_at timestamptz not null,
    bulk_id text references bulk_account,
    -- None for the portal itself, or a visitor.
    actor_id uuid references person,
    actor_name text not null,
    -- Whom or what it happened to, as people know it.
    subject text not null,
    kind text not null,
    details jsonb not null default '{}'
);

create index activity_of_bulk on activity (bulk_id, happened_at desc, activity_id desc);
create index activity_of_actor on activity (actor_id, happened_at desc, activity_id desc);
create trigger append_only before update or delete or truncate on activity
    for each statement execute function refuse_change();
