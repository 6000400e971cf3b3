-- Tables that grow with time and whose rows have an age limit are partitioned by month, so that what is too old is dropped by
-- whole tables, and a list reads only the months that it shows. The program may not create or drop tables: functions that run
-- as their owner do it, for these tables and for nothing else (docs/decisions.md, "Partitions").

-- The partitions' own schema, on which nobody has a right: rows are reached by the partitioned table only.
create schema months;

-- The first instant, at +08:00, of the month of that instant, or of one so many months further.
create function month_of(instant timestamptz, further integer default 0)
    returns timestamptz language sql immutable parallel safe
    return (date_trunc('month', instant at time zone interval '8 hours') + further * interval '1 month')
        at time zone interval '8 hours';

-- The partition of that month. Names are in the order of time.
create function month_table(parent text, instant timestamptz) returns text language sql stable parallel safe
    return parent || to_char(instant at time zone interval '8 hours', '_YYYY_MM');

-- By which column a table is partitioned. There is no such table but these.
create function month_key(parent text) returns text language plpgsql immutable parallel safe as $$
begin
    case parent
        when 'notification' then return 'notified_at';
        when 'security_event' then return 'happened_at';
    end case;
end
$$;

-- Adds the first missing one of these partitions: of this month, of the next two, and of the oldest row of the default partition,
-- whose rows of that month move into it. False when none is missing. Nobody waits for longer than the lock timeout.
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
    -- A row of that month that came meanwhile would keep the partition from being attached.
    execute format('lock table months.%I in access exclusive mode', fallback);
    execute format(
        'with moved as (delete from months.%I where %I >= %L and %I < %L returning *)
         insert into months.%I select * from moved', fallback, key, since, key, month_of(since, 1), part);
    execute format('alter table public.%I attach partition months.%I for values from (%L) to (%L)',
                   parent, part, since, month_of(since, 1));
    return true;
end
$$;

-- Drops the oldest partition whose month was over by then. False when there is none.
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

-- How many rows are in no month, of the first thousand: none, as long as partitions are added ahead.
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

revoke execute on function add_month(text, timestamptz), drop_month(text, timestamptz), outside_months(text) from public;

-- Whoever may delete such rows may also drop their months.
do $$
declare
    program regrole;
begin
    for program in
        select distinct a.grantee::regrole
        from pg_class c cross join lateral aclexplode(c.relacl) a
        where c.oid = 'public.notification'::regclass and a.privilege_type = 'DELETE' and a.grantee <> 0
    loop
        execute format('grant execute on function add_month(text, timestamptz), drop_month(text, timestamptz),
                                                  outside_months(text) to %s', program);
    end loop;
end
$$;
