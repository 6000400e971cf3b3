-- Staff's cards show how many payments there are in each state and what they come to. Counting all payments for each of them
-- takes longer with every payment that was ever made, so the counts are kept, as those of bills are (0023): a statement that
-- writes payments appends what it changed as differences, in its own transaction, and a job folds those rows into one for each
-- state. Nobody waits for anybody, and a sum is exact in every snapshot. `gridbill check` compares it with the payments.

create table payment_total (
    status smallint not null,
    payments bigint not null,
    amount numeric(20, 2) not null,
    is_folded boolean not null default false
);

create index payment_totals_to_fold on payment_total (status) where not is_folded;

create function add_up_payments() returns trigger language plpgsql as $$
begin
    execute 'insert into payment_total (status, payments, amount)
        select status, sum(sign), sum(sign * amount)
        from (' || changed_rows(tg_op) || ') c
        group by status having sum(sign) <> 0 or sum(sign * amount) <> 0';
    return null;
end
$$;

create trigger inserted_payments_added_up after insert on payment
    referencing new table as new_rows for each statement execute function add_up_payments();
create trigger updated_payments_added_up after update on payment
    referencing old table as old_rows new table as new_rows for each statement execute function add_up_payments();
create trigger deleted_payments_added_up after delete on payment
    referencing old table as old_rows for each statement execute function add_up_payments();

-- Makes one row of all rows of a state. Two that do it at the same time do it one after the other.
create function fold_payment_totals() returns void language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('fold totals of payments', 0));
    with gone as (delete from payment_total returning *)
    insert into payment_total
    select status, sum(payments), sum(amount), true
    from gone group by status having sum(payments) <> 0 or sum(amount) <> 0;
end
$$;

-- What there is already. The triggers hold off everybody who writes payments meanwhile.
insert into payment_total select status, count(*), sum(amount), true from payment group by status;
