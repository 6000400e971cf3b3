-- The portal is run without a shell: what became of each file of the feed is kept, with the rows that were refused, and one
-- query counts the e-mails that the mail server has not taken, for the landing of staff and for /metrics.

create table feed_import (
    import_id bigint generated always as identity primary key,
    kind text not null check (kind in ('accounts', 'bills', 'charges')),
    file_name text not null check (length(file_name) between 1 and 255),
    began_at timestamptz not null default now(),
    -- When it went on last: one that has not ended and does not go on was interrupted.
    touched_at timestamptz not null default now(),
    ended_at timestamptz,
    row_count bigint not null default 0,
    new_count bigint not null default 0,
    changed_count bigint not null default 0,
    unchanged_count bigint not null default 0,
    rejected_count bigint not null default 0,
    -- Why it could not be read, or not to its end.
    problem text check (length(problem) <= 1000),
    constraint only_what_has_ended_failed check (problem is null or ended_at is not null)
);

-- The first of them only: a file of which every row is wrong does not fill the database. All are in the file beside it.
create table feed_rejected (
    import_id bigint not null references feed_import on delete cascade,
    line bigint not null,
    -- The account or the invoice, as it stands in the row.
    number text check (length(number) <= 40),
    reason text not null check (length(reason) <= 500),
    primary key (import_id, line)
);

-- `unsent_mail` serves the one query that there is now.
drop index emails_not_taken;
