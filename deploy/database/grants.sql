-- Rights of the roles in the database `gridbill`. Run as gridbill_owner after every `gridbill migrate`:
--   psql -f grants.sql postgres://gridbill_owner@…/gridbill
\set ON_ERROR_STOP on
begin;

revoke create on schema public from public;
grant usage on schema public, graphile_worker to gridbill;
grant usage on schema public to gridbill_reports;

-- The program may only change rows. All roles may call functions, which run with the caller's rights. Functions that add and drop
-- monthly partitions (migrations/0008_months.sql) run as their owner, so only the program may call them.
grant select, insert, update, delete on all tables in schema public, graphile_worker to gridbill;
grant usage, select on all sequences in schema public, graphile_worker to gridbill;
grant execute on function add_month(text, timestamptz), drop_month(text, timestamptz), outside_months(text) to gridbill;
grant execute on function erase_fact_texts(bigint[], boolean[], boolean[], text[], jsonb[], bigint) to gridbill;
revoke insert, update, delete on _sqlx_migrations, graphile_worker.migrations from gridbill;

-- The program gets rights on tables of new migrations immediately, so that its new version can run before this file does.
alter default privileges in schema public, graphile_worker grant select, insert, update, delete on tables to gridbill;
alter default privileges in schema public, graphile_worker grant usage, select on sequences to gridbill;

-- Tables that a trigger makes append-only.
do $$
declare
    append_only regclass;
begin
    for append_only in select distinct tgrelid::regclass from pg_trigger where tgname like 'append_only%'
    loop
        execute format('revoke update, delete, truncate on %s from gridbill', append_only);
    end loop;
end $$;

-- Row level security restricts the job queue's tables to their owner, so let the program in: it runs the jobs.
do $$
declare
    queue_table regclass;
begin
    for queue_table in
        select oid from pg_class c
        where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
          and not exists (select from pg_policy where polrelid = c.oid and polname = 'program')
    loop
        execute format('create policy program on %s to gridbill using (true) with check (true)', queue_table);
    end loop;
end $$;

-- Reports read business tables. They read no passwords, sessions, links, e-mails, uploaded files, messages of the gateway or facts.
-- A table that is not named here cannot be read.
revoke all on all tables in schema public from gridbill_reports;
grant select on
    account_group, account_master, account_total, bank_statement, bank_statement_line, bill, bill_charges,
    bill_total, bulk_account, charge_kind, electricity_account, feed_import, feed_rejected, fpx_alert, fpx_bank, government_notice,
    method_window, payment, payment_item, payment_reference, receipt, registration, registration_account, statement
    to gridbill_reports;
grant select (person_id, name, role, bulk_id) on person to gridbill_reports;

commit;
