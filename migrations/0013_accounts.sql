-- Who looked up accounts that are not their own leaves a line; and which terms somebody agreed to is kept, with when.

create table account_lookup (
    lookup_id bigint generated always as identity primary key,
    looked_up_at timestamptz not null,
    person_id uuid not null references person,
    -- The bulk account of whoever asked, if they had one.
    bulk_id text references bulk_account,
    kind text not null check (kind in ('company', 'account', 'list')),
    -- The company's number, or the account's; of a list none.
    subject text,
    asked integer not null check (asked > 0),
    not_known integer not null default 0,
    -- Those of the accounts that belong to another bulk account.
    others text[] not null default '{}',
    constraint lists_have_no_subject check ((kind = 'list') = (subject is null))
);

create index lookups_of_person on account_lookup (person_id, subject, looked_up_at desc);
create index lookups_by_time on account_lookup (looked_up_at);

-- Whoever registered before this has none.
alter table person
    add column terms_version text,
    add column terms_accepted_at timestamptz,
    add constraint terms_are_accepted_at_a_time check ((terms_version is null) = (terms_accepted_at is null));

-- With the application, at the time of its submission.
alter table registration_submission add column terms_version text;
