-- Requests about personal data with their legal deadlines, and the register of breaches (docs/domain/personal-data.md). The
-- Personal Data Protection Act 2010, as amended in 2024, sets deadlines for both.

-- Whether a request awaits an answer; core's `DataRequestState::is_open`.
create function data_request_is_open(state text) returns boolean language sql immutable parallel safe
    return state in ('open', 'extended');

create table data_request (
    request_no bigint primary key generated always as identity,
    kind text not null check (kind in ('access', 'correction', 'erasure', 'portability', 'consent', 'objection')),
    state text not null check (state in ('open', 'extended', 'answered', 'refused', 'withdrawn')),
    -- Detects concurrent changes by two users.
    version integer not null default 1 check (version >= 1),
    channel text not null check (channel in ('portal', 'letter', 'email', 'telephone')),
    -- The user whose request it is. Null for a person without an account.
    person_id uuid references person,
    person_name text not null check (length(person_name) between 1 and 200),
    email text check (email = lower(email)),
    request_text text not null check (length(request_text) between 1 and 4000),
    received_on date not null,
    due_on date not null check (due_on > received_on),
    recorded_by uuid not null references person,
    recorded_at timestamptz not null,
    extended_by uuid references person,
    extended_at timestamptz,
    extension_reason text check (length(extension_reason) between 1 and 4000),
    ended_by uuid references person,
    ended_at timestamptz,
    answer text check (length(answer) between 1 and 4000),
    -- The days before the deadline of the last reminder; null if none was sent for this deadline.
    reminded_days smallint,
    constraint a_request_in_the_portal_has_its_user check (channel <> 'portal' or person_id is not null),
    constraint an_extension_has_its_reason check (num_nonnulls(extended_by, extended_at, extension_reason) in (0, 3)),
    constraint an_extended_request_has_its_extension check (state <> 'extended' or extended_at is not null),
    constraint a_request_has_an_end_once_it_ended
        check ((ended_at is null) = data_request_is_open(state) and (ended_by is null) = (ended_at is null)),
    constraint an_answer_has_its_text check (state not in ('answered', 'refused') or answer is not null)
);

-- A user has at most one open request of each kind that they made in the portal.
create unique index one_open_request_of_a_kind on data_request (person_id, kind)
    where channel = 'portal' and data_request_is_open(state);
create index data_requests_of_person on data_request (person_id, request_no) where person_id is not null;
create index data_requests_by_deadline on data_request (due_on, request_no);
create index data_requests_by_receipt on data_request (received_on, request_no);
create index open_data_requests on data_request (due_on) where data_request_is_open(state);

-- Personal data breaches. What is known of a breach is in its versions.
create table breach (
    breach_no bigint primary key generated always as identity,
    -- The number of its newest version.
    version integer not null default 1 check (version >= 1),
    -- The reminders that were sent, such as `commissioner` and `commissionerLate`.
    reminders text[] not null default '{}'
);

create table breach_version (
    breach_no bigint not null references breach,
    version integer not null check (version >= 1),
    known_at timestamptz not null,
    summary text not null check (length(summary) between 1 and 200),
    -- The personal data concerned.
    data text not null check (length(data) between 1 and 4000),
    -- The number of affected persons. Null while it is not known.
    persons bigint check (persons between 0 and 100000000),
    causes text not null check (length(causes) between 1 and 4000),
    measures text not null check (length(measures) between 1 and 4000),
    is_harm_likely boolean not null,
    -- Null if the law asks for no notification.
    commissioner_due timestamptz,
    commissioner_notified_at timestamptz check (commissioner_notified_at >= known_at),
    persons_due timestamptz,
    persons_notified_at timestamptz check (persons_notified_at >= known_at),
    -- Why the entry was changed.
    reason text check (length(reason) between 1 and 4000),
    recorded_by uuid not null references person,
    recorded_at timestamptz not null,
    primary key (breach_no, version),
    constraint a_correction_has_its_reason check ((version = 1) = (reason is null)),
    constraint likely_harm_is_told check (is_harm_likely = (persons_due is not null)),
    constraint the_commissioner_is_told_of_harm check (persons_due is null or commissioner_due is not null)
);

create index breaches_by_time on breach_version (known_at, breach_no, version);

-- A breach is never deleted, and a version is never changed.
create trigger append_only before delete on breach for each row execute function refuse_change();
create trigger append_only_all before truncate on breach for each statement execute function refuse_change();
create trigger append_only before update or delete on breach_version for each row execute function refuse_change();
create trigger append_only_all before truncate on breach_version for each statement execute function refuse_change();

-- The earliest deadline of a notification that was not made; core's `BreachEntry::open_steps`. Null if all were made.
create function breach_next_due(v breach_version) returns timestamptz language sql immutable parallel safe
    return least(case when (v).commissioner_notified_at is null then (v).commissioner_due end,
                 case when (v).persons_notified_at is null then (v).persons_due end);
