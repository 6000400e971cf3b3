-- Tables that are partitioned by month: they grow with time and their rows expire. Expired rows are dropped by whole partitions,
-- and a query reads only the months that it needs. The program has no right to create or drop tables. It calls the functions of
-- this file, which run as their owner and accept these tables only (docs/decisions.md, "Partitions").

-- The schema of the partitions. No role has a right on it: rows are read and written through the partitioned table.
create schema months;

-- The first instant of a month in the time zone +08:00: the month of the instant, or the given number of months later.
create function month_of(instant timestamptz, further integer default 0)
    returns timestamptz language sql immutable parallel safe
    return (date_trunc('month', instant at time zone interval '8 hours') + further * interval '1 month')
        at time zone interval '8 hours';

-- The name of the partition of that month. Names sort by time.
create function month_table(parent text, instant timestamptz) returns text language sql stable parallel safe
    return parent || to_char(instant at time zone interval '8 hours', '_YYYY_MM');

-- The column by which a table is partitioned. Raises an error for any other table.
create function month_key(parent text) returns text language plpgsql immutable parallel safe as $$
begin
    case parent
        when 'notification' then return 'notified_at';
        when 'security_event' then return 'happened_at';
    end case;
end
$$;

-- Adds the first missing partition and returns true, or returns false if none is missing. Needed are the month of the instant, the
-- next two months, and the month of the oldest row in the default partition. Rows of the new month move out of the default
-- partition. Other transactions wait at most for the lock timeout.
create function add_month(parent text, instant timestamptz) returns boolean language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set datestyle = 'ISO' set lock_timeout = '200ms' as $$
declare
    key text := month_key(parent);
    fallback text := parent || '_default';
    since timestamptz;
    part text;
begin
    perform pg_advisory_xact_lock(hashtextextended('months', 0));
    execute format(
        'select begins from (
             select month_of($1, n) as begins from generate_series(0, 2) n
             union all select month_of(min(%I)) from months.%I
         ) wanted
         where begins is not null and to_regclass(''months.'' || quote_ident(month_table($2, begins))) is null
         order by begins limit 1', key, fallback)
    into since using instant, parent;
    if since is null then
        return false;
    end if;
    part := month_table(parent, since);
    execute format('create table months.%I (like public.%I including defaults including constraints)', part, parent);
    -- A row of that month that is inserted now would prevent the partition from being attached.
    execute format('lock table months.%I in access exclusive mode', fallback);
    execute format(
        'with moved as (delete from months.%I where %I >= %L and %I < %L returning *)
         insert into months.%I select * from moved', fallback, key, since, key, month_of(since, 1), part);
    execute format('alter table public.%I attach partition months.%I for values from (%L) to (%L)',
                   parent, part, since, month_of(since, 1));
    return true;
end
$$;

-- Drops the oldest partition whose month ended before the given instant and returns true, or returns false if there is none.
create function drop_month(parent text, before timestamptz) returns boolean language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp set lock_timeout = '200ms' as $$
declare
    key text := month_key(parent);
    part text;
begin
    perform pg_advisory_xact_lock(hashtextextended('months', 0));
    select c.relname into part
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', parent)::regclass and c.relnamespace = 'months'::regnamespace
      and c.relname <> parent || '_default' and c.relname::text collate "C" < month_table(parent, before)
    order by c.relname limit 1;
    if key is null or part is null then
        return false;
    end if;
    execute format('drop table months.%I', part);
    return true;
end
$$;

-- Counts the rows in the default partition, up to 1,000. It is 0 as long as partitions are added ahead of time.
create function outside_months(parent text) returns bigint language plpgsql stable security definer
    set search_path = pg_catalog, public, pg_temp as $$
declare
    key text := month_key(parent);
    found bigint;
begin
    execute format('select count(%I) from (select %I from months.%I limit 1000) few', key, key, parent || '_default')
    into found;
    return found;
end
$$;

-- deploy/database/grants.sql grants them to the program's role.
revoke execute on function add_month(text, timestamptz), drop_month(text, timestamptz), outside_months(text) from public;

-- Notifications: a fact and a user who is notified of it. They are shown for six months. The columns of the fact that lists need
-- are copied, so that a user with very many notifications is answered as fast as any other.
create table notification (
    notification_id bigint generated always as identity,
    fact_id bigint not null references fact,
    person_id uuid not null references person,
    read_at timestamptz,
    deleted_at timestamptz,
    -- The bulk account of the fact. A user who has left the bulk account no longer sees the notification.
    bulk_id text references bulk_account,
    -- The subject as users know it: a number, a company, an e-mail address.
    about text not null,
    -- The time of the fact. `gridbill check` compares the two.
    notified_at timestamptz not null,
    primary key (notification_id, notified_at),
    -- Once for each fact and user. The key of a partitioned table must contain the partition's column.
    unique (fact_id, person_id, notified_at)
) partition by range (notified_at);

create index notifications_of_person on notification (person_id, notified_at desc, notification_id desc) include (bulk_id)
    where deleted_at is null;
create index notifications_unread on notification (person_id, notified_at desc, notification_id desc) include (bulk_id)
    where deleted_at is null and read_at is null;
create index notifications_about on notification (person_id, about) where deleted_at is null;
-- Cleanup removes deleted notifications after some time.
create index notifications_deleted on notification (deleted_at) where deleted_at is not null;

-- Security events: sign-ins, refusals and the like, kept for 13 months. A flood can bring millions; only operators query them.
-- There are no foreign keys, so an event never waits for a lock and stays when the user is deleted.
create table security_event (
    event_id bigint generated always as identity,
    happened_at timestamptz not null,
    kind text not null,
    outcome text not null,
    person_id uuid,
    -- The text that was typed as the e-mail address, if it looks like one.
    email text,
    address text not null,
    user_agent text not null,
    call text not null,
    code text,
    -- Refusals from this network since the previous event that were too many to get a row.
    left_out bigint not null default 0,
    primary key (event_id, happened_at)
) partition by range (happened_at);

create index security_events_by_time on security_event (happened_at);
create index security_events_of_person on security_event (person_id, happened_at) where person_id is not null;

-- The default partitions take rows of months that have no partition.
create table months.notification_default partition of notification default;
create table months.security_event_default partition of security_event default;

-- The previous month, this one and the next two.
do $$
declare
    parent text;
    instant timestamptz;
begin
    foreach parent in array array['notification', 'security_event'] loop
        foreach instant in array array[month_of(now(), -1), now()] loop
            while add_month(parent, instant) loop
            end loop;
        end loop;
    end loop;
end
$$;
