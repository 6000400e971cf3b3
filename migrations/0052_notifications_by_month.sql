-- Notifications by month (0051): they are shown for six months, and were deleted row by row. The key of a partitioned table
-- contains its column, so "once for each fact and person" has the time in it: that of the fact, which `gridbill check` compares.

-- All locks at once, or none: whoever uses one of these tables meanwhile and wants another is not waited for with a lock in hand,
-- so nobody is the victim of a deadlock. People and facts are read on while the rows are copied.
do $$
begin
    for attempt in 1..300 loop
        begin
            set local lock_timeout = '200ms';
            lock table person, bulk_account, fact in share row exclusive mode;
            lock table notification in access exclusive mode;
            exit;
        exception when lock_not_available then
            if attempt = 300 then
                raise;
            end if;
            perform pg_sleep(0.1);
        end;
    end loop;
    set local lock_timeout = 0;
end
$$;

alter table notification rename to notification_before;
alter sequence notification_notification_id_seq rename to notification_before_id;
alter table notification_before rename constraint notification_fact_id_fkey to before_fact_id_fkey;
alter table notification_before rename constraint notification_person_id_fkey to before_person_id_fkey;
alter table notification_before rename constraint notification_bulk_id_fkey to before_bulk_id_fkey;

create table notification (
    notification_id bigint generated always as identity,
    fact_id bigint not null,
    person_id uuid not null,
    read_at timestamptz,
    deleted_at timestamptz,
    -- In which bulk account it happened: whoever left it no longer sees it.
    bulk_id text,
    -- The subject as people know it: a number, a company, an e-mail address.
    about text not null,
    -- When the fact happened.
    notified_at timestamptz not null
) partition by range (notified_at);

-- For a month that nobody prepared.
create table months.notification_default partition of notification default;

-- The months that there are rows of, and the last one, this one and the next two.
do $$
declare
    instant timestamptz;
begin
    for instant in
        select distinct month_of(notified_at) from notification_before union select month_of(now(), -1) union select now()
    loop
        while add_month('notification', instant) loop
        end loop;
    end loop;
end
$$;

insert into notification (notification_id, fact_id, person_id, read_at, deleted_at, bulk_id, about, notified_at)
overriding system value
select notification_id, fact_id, person_id, read_at, deleted_at, bulk_id, about, notified_at from notification_before;

select setval('notification_notification_id_seq', last_value, is_called) from notification_before_id;
-- It goes for good in 0054: that needs a moment in which nobody reads people or facts. Its rows and indexes go now.
truncate notification_before;
alter table notification_before
    drop constraint notification_pkey,
    drop constraint notification_fact_id_person_id_key;
drop index notifications_of_person, notifications_unread, notifications_about, notifications_deleted;

alter table notification
    add primary key (notification_id, notified_at),
    add unique (fact_id, person_id, notified_at),
    add foreign key (fact_id) references fact,
    add foreign key (person_id) references person,
    add foreign key (bulk_id) references bulk_account;

create index notifications_of_person on notification (person_id, notified_at desc, notification_id desc) include (bulk_id)
    where deleted_at is null;
create index notifications_unread on notification (person_id, notified_at desc, notification_id desc) include (bulk_id)
    where deleted_at is null and read_at is null;
create index notifications_about on notification (person_id, about) where deleted_at is null;
create index notifications_deleted on notification (deleted_at) where deleted_at is not null;

analyze notification;
