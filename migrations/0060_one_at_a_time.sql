-- A statement goes to the day on which it was requested: the same request on another day is another statement, also while the
-- first one still waits. The version before finds any that waits, and adds none that this refuses.
--
-- And until when somebody who asks FPX about a payment is the only one. The version before neither reads nor writes it.

-- All locks at once, or none, as in 0052.
do $$
begin
    for attempt in 1..300 loop
        begin
            set local lock_timeout = '200ms';
            lock table fpx_request, statement in access exclusive mode;
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

drop index one_waiting_statement;
create unique index one_waiting_statement on statement (bulk_id, account_no, months, language, last_day) where state = 'waiting';

alter table fpx_request add column asking_until timestamptz;
