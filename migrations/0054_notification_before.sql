-- The table that notifications were in, which 0052 emptied. What refers to other tables is dropped with a lock on those that
-- keeps their readers off: for a moment, in a transaction of its own, and only once all of them can be had at once.

do $$
begin
    for attempt in 1..300 loop
        begin
            set local lock_timeout = '200ms';
            lock table person, bulk_account, fact, notification_before in access exclusive mode;
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

drop table notification_before;
