-- E-mails, reminders and announcements.

-- Outgoing e-mails. The text is deleted once the mail server has accepted the e-mail.
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
-- Staff's Home and /metrics count the e-mails that the mail server has not accepted.
create index unsent_mail on mail (created_at) where accepted_at is null;

-- Reminders of bills that fall due, sent to users who pay: each once for a due date.
create table due_reminder (
    bulk_id text not null references bulk_account,
    due_date date not null,
    -- Maximum days before the due date.
    days bigint not null,
    reminded_at timestamptz not null,
    primary key (bulk_id, due_date, days)
);

-- Announcements of downtime, maintenance and upgrades, in both languages. An announcement can freeze features while it lasts: the
-- guard checks it before each call of such a feature. It then has an end and is shown on every screen.
create table announcement (
    announcement_id uuid primary key,
    -- Detects concurrent edits by two officers.
    version int not null default 1 check (version >= 1),
    kind text not null check (kind in ('plannedDowntime', 'unplannedDowntime', 'fpxMaintenance', 'tariffUpgrade', 'notice')),
    placement text not null check (placement in ('signIn', 'everywhere')),
    title_en text not null check (length(title_en) between 1 and 120),
    title_ms text not null check (length(title_ms) between 1 and 120),
    text_en text not null check (length(text_en) between 1 and 1000),
    text_ms text not null check (length(text_ms) between 1 and 1000),
    services_en text check (length(services_en) between 1 and 200),
    services_ms text check (length(services_ms) between 1 and 200),
    shown_from timestamptz not null,
    from_at timestamptz not null,
    -- Null if the end is not known.
    to_at timestamptz,
    -- When the services are expected back, if that differs from the end.
    returns_at timestamptz,
    freezes text[] not null default '{}',
    changed_at timestamptz not null,
    -- The user who last changed it.
    changed_by uuid not null references person,
    withdrawn_at timestamptz,
    constraint an_announcement_ends_after_it_begins check (to_at > from_at),
    constraint an_announcement_is_shown_when_it_begins check (shown_from <= from_at),
    constraint services_are_named_in_both_languages check ((services_en is null) = (services_ms is null)),
    constraint features_that_can_be_frozen
        check (freezes <@ array['registration', 'accounts', 'groups', 'details', 'statements']),
    constraint a_freeze_has_an_end_and_is_seen
        check (freezes = '{}' or (to_at is not null and placement = 'everywhere'))
);

-- Every visitor's page asks for announcements that are not over. Staff list earlier ones too.
create index announcements_by_end on announcement (coalesce(to_at, 'infinity')) where withdrawn_at is null;
