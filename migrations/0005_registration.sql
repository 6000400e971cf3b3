-- Registration of companies. An approved registration gets a bulk account.

-- Uploaded files. Their bytes are in the file store.
create table stored_file (
    file_id uuid primary key,
    owner_id uuid not null references person,
    name text not null,
    kind text not null check (kind in ('pdf', 'png', 'jpeg')),
    size bigint not null check (size > 0),
    sha256 bytea not null,
    stored_at timestamptz not null
);

create index files_of_owner on stored_file (owner_id, stored_at desc);

-- Orphans: bytes that are being written to the file store or deleted from it. The row is written first, so a job deletes the bytes
-- even if the process dies, unless a `stored_file` was made of them.
create table stray_file (
    file_id uuid primary key,
    since timestamptz not null,
    -- The bytes are being deleted. Set in a transaction of its own, so that no process makes a file of them at the same time.
    is_going boolean not null default false
);

-- Meanings of a registration's status, as in core. See the functions of bills.

create function registration_is_submitted(status smallint)
    returns boolean language sql immutable parallel safe
    return status <> 1;

create function registration_is_editable(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (1, 4);

-- The user can begin no other registration.
create function registration_is_open(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (1, 2, 4, 5);

-- No other registration can have the company's number.
create function registration_is_live(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (2, 4, 5, 6, 7);

create function registration_awaits_approval(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 2;

-- The utility asked for more information.
create function registration_awaits_answer(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 4;

-- Approved, with accounts that are still to be tagged or corrected.
create function registration_awaits_accounts(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (5, 6);

-- Approved, and its bulk account exists.
create function registration_is_processed(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (6, 7);

-- The status after an event. Null if the event cannot happen in this status.
create function registration_led_to(status smallint, kind text)
    returns smallint language sql immutable parallel safe
    return case kind
        when 'RegistrationSubmitted' then case when status in (1, 4) then 2 end
        when 'RegistrationApproved' then case status when 2 then 5 end
        when 'RegistrationInfoRequested' then case status when 2 then 4 end
        when 'RegistrationRejected' then case status when 2 then 3 end
        when 'RegistrationClosed' then case status when 4 then 8 end
        when 'RegistrationWithdrawn' then case when status in (2, 4) then 8 end
        when 'RegistrationReminded' then case status when 4 then 4 end
        when 'RegistrationLapsed' then case status when 4 then 8 end
        when 'RegistrationFinished' then case status when 5 then 7 end
        when 'RegistrationFinishedWithErrors' then case status when 5 then 6 end
        when 'RegistrationPutRight' then case status when 6 then 7 end
    end::smallint;

create table registration (
    registration_id uuid primary key,
    person_id uuid not null references person,
    -- 8 is the end of a registration that the customer did not answer: staff close it, the customer withdraws it, or it lapses.
    -- It is neither live nor open, so the company's number and the user are free for another registration.
    status smallint not null check (status between 1 and 8),
    business_type smallint check (business_type in (1, 2)),
    -- Normalised by core. Null while it is missing or wrong in a draft.
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
    -- The last day for an answer, as the customer was told. A later change of the setting does not move it.
    answer_by date,
    -- The days of the reminders that are still to be sent.
    remind_on date[] not null default '{}',
    constraint submitted_applications_are_whole
        check (status = 1 or (registration_no is not null and business_type is not null and submitted_at is not null)),
    constraint approved_applications_have_a_bulk_account check ((status in (6, 7)) <= (bulk_id is not null)),
    constraint an_answer_has_its_last_day check ((status = 4) = (answer_by is not null)),
    constraint reminders_are_of_an_answer check (answer_by is not null or remind_on = '{}')
);

create unique index one_live_application_of_a_company on registration (registration_no) where status in (2, 4, 5, 6, 7);
create unique index one_open_application_of_a_person on registration (person_id) where status in (1, 2, 4, 5);
create unique index one_application_of_a_bulk_account on registration (bulk_id);
create index registrations_of_declaration on registration (declaration_id);
create index registrations_of_person on registration (person_id, created_at);
create index registrations_by_time on registration (submitted_at desc, registration_id desc) where status <> 1;
create index registrations_awaiting_answer on registration (answer_by) where status = 4;
create index registrations_to_review on registration (submitted_at) where status = 2;

-- The accounts of a registration. Submission 0 has the accounts that the customer edits; each other submission has a copy of the
-- accounts that it asked for.
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

-- A copy of the form at each submission. Staff review it, and see what changed since the previous submission.
create table registration_submission (
    registration_id uuid not null references registration,
    submission integer not null,
    form jsonb not null,
    declaration_id uuid not null references stored_file,
    accounts integer not null check (accounts > 0),
    submitted_at timestamptz not null,
    -- The terms that the customer accepted with this submission.
    terms_version text,
    primary key (registration_id, submission)
);

create index submissions_of_declaration on registration_submission (declaration_id);

-- Users of government entities who asked for an e-mail when registration opens for them.
create table government_notice (
    person_id uuid primary key references person,
    asked_at timestamptz not null,
    on_day date not null,
    sent_at timestamptz
);
