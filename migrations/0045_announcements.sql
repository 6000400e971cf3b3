-- Staff announce downtime, maintenance and upgrades in both languages. An announcement can freeze features for its time, which
-- the guard asks before each call that is part of one: it has an end then, and is shown to whoever meets it.

create table announcement (
    announcement_id uuid primary key,
    -- How often it was written: of two officers who change it at once, the second one is told.
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
    -- None for an end that is not known.
    to_at timestamptz,
    -- When the services are expected back, where that is not the end.
    returns_at timestamptz,
    freezes text[] not null default '{}',
    changed_at timestamptz not null,
    -- Who wrote it last.
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

-- What is not over yet is asked for by every visitor; what was announced before stays listed for staff.
create index announcements_by_end on announcement (coalesce(to_at, 'infinity')) where withdrawn_at is null;
