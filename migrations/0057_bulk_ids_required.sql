-- What 0055 added and 0056 filled is never empty. Each table is read once, while nobody uses it. The triggers of 0055 fill what the
-- version before adds before this is checked.

-- All locks at once, or none, as in 0052. They are waited for longer than `deadlock_timeout`: only then does autovacuum make
-- way, to which 0056 has given work.
do $$
begin
    for attempt in 1..100 loop
        begin
            set local lock_timeout = '1500ms';
            lock table account_credit, fpx_request, payment_item, payment_reference, receipt, statement_recipient
                in access exclusive mode;
            exit;
        exception when lock_not_available then
            if attempt = 100 then
                raise;
            end if;
            perform pg_sleep(0.1);
        end;
    end loop;
    set local lock_timeout = 0;
end
$$;

alter table account_credit alter column bulk_id set not null;
alter table fpx_request alter column tenant set not null;
alter table payment_item alter column bulk_id set not null;
alter table payment_reference alter column bulk_id set not null;
alter table receipt alter column bulk_id set not null;
alter table statement_recipient alter column bulk_id set not null;
