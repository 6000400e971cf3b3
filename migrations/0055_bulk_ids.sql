-- The bulk account in every table that grows with bulk accounts (docs/capacity.md#one-primary-is-not-enough): six tables had it by
-- their payment or statement only. The column comes here, 0056 fills it, 0057 refuses rows without it: three transactions, so that
-- nobody is kept waiting while rows are filled. In `fpx_request` it is `tenant`, as in `saved_view`: the version before joins that
-- table and `payment` with `bulk_account using (bulk_id)`, which PostgreSQL refuses once both have a `bulk_id`.

-- All locks at once, or none, as in 0052.
do $$
begin
    for attempt in 1..300 loop
        begin
            set local lock_timeout = '200ms';
            lock table account_credit, fpx_request, payment_item, payment_reference, receipt, statement_recipient
                in access exclusive mode;
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

alter table account_credit add column bulk_id text;
alter table fpx_request add column tenant text;
alter table payment_item add column bulk_id text;
alter table payment_reference add column bulk_id text;
alter table receipt add column bulk_id text;
alter table statement_recipient add column bulk_id text;

-- Processes of the version before know nothing of the column: what they add is filled here, before it is checked for being empty.
-- This version names it in each insert. The triggers and their functions are dropped with the version after this one.
create function fill_bulk_id_of_payment() returns trigger language plpgsql as $$
begin
    new.bulk_id := (select p.bulk_id from payment p where p.payment_id = new.payment_id);
    return new;
end
$$;

create function fill_tenant_of_payment() returns trigger language plpgsql as $$
begin
    new.tenant := (select p.bulk_id from payment p where p.payment_id = new.payment_id);
    return new;
end
$$;

create function fill_bulk_id_of_statement() returns trigger language plpgsql as $$
begin
    new.bulk_id := (select s.bulk_id from statement s where s.statement_id = new.statement_id);
    return new;
end
$$;

create trigger fill_bulk_id before insert on account_credit
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_payment();
create trigger fill_tenant before insert on fpx_request
    for each row when (new.tenant is null) execute function fill_tenant_of_payment();
create trigger fill_bulk_id before insert on payment_item
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_payment();
create trigger fill_bulk_id before insert on payment_reference
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_payment();
create trigger fill_bulk_id before insert on receipt
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_payment();
create trigger fill_bulk_id before insert on statement_recipient
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_statement();
