-- Stored totals of bills, accounts and payments. Triggers maintain them, so every way to write rows is covered. A statement that
-- writes bills appends the differences, in its own transaction; a total is the sum of a few rows. Rows are only ever inserted, so
-- writers never wait for each other. A job folds the rows of a bulk account into one row for each key. A reader sees either the
-- differences or the folded row, so a sum is exact in every snapshot. `gridbill check` compares all totals with the rows.

create table bill_total (
    bulk_id text not null,
    bill_batch_id text not null,
    extraction_date date not null,
    -- The first day of the month of the invoice date.
    invoice_month date not null,
    due_date date,
    -- The result of `bill_standing`.
    standing text not null,
    disable_payment boolean not null,
    bills bigint not null,
    -- Bills with a negative amount.
    credits bigint not null,
    amount numeric(20, 2) not null,
    current_charge numeric(20, 2) not null,
    outstanding_amount numeric(20, 2) not null,
    -- Bills with a charge from earlier bills, and the sum of those charges: `outstanding_amount` without negative amounts.
    with_charges bigint not null,
    charges numeric(20, 2) not null,
    is_folded boolean not null default false,
    -- The energy, for cost and use by month.
    kwh numeric(20, 2) not null default 0
);

create index totals_of_bulk on bill_total (bulk_id);
create index totals_to_fold on bill_total (bulk_id) where not is_folded;
create index bill_totals_by_due_date on bill_total (due_date) where standing = 'payable';

-- `bill_is_overdue` for all bills of one standing.
create function standing_is_overdue(standing text, due_date date, today date)
    returns boolean language sql immutable parallel safe
    return standing in ('payable', 'notPayable') and bill_is_overdue(1::smallint, 1, due_date, today);

-- Counting distinct accounts cannot be done by adding differences. Changes of an account's bills are queued here until they are
-- folded into `billed_account` and counted in `billed_accounts`. The view `account_counts` adds the queued changes.
create table billed_account_change (
    bulk_id text not null,
    bill_batch_id text not null,
    account_no text not null,
    unpaid integer not null,
    payable integer not null
);

create index account_changes_of_bulk on billed_account_change (bulk_id);

-- Unpaid bills of an account in a batch. The batch '' stands for all batches.
create table billed_account (
    bulk_id text not null,
    bill_batch_id text not null,
    account_no text not null,
    unpaid integer not null check (unpaid > 0),
    payable integer not null check (payable between 0 and unpaid),
    primary key (bulk_id, bill_batch_id, account_no)
);

-- The number of accounts with an unpaid bill, and with a bill that can be paid.
create table billed_accounts (
    bulk_id text not null,
    bill_batch_id text not null,
    unpaid bigint not null,
    payable bigint not null,
    primary key (bulk_id, bill_batch_id)
);

-- Totals of electricity accounts.
create table account_total (
    bulk_id text not null,
    state text not null,
    active boolean not null,
    accounts bigint not null,
    is_folded boolean not null default false
);

create index account_totals_of_bulk on account_total (bulk_id);
create index account_totals_to_fold on account_total (bulk_id) where not is_folded;

-- Totals of payments by status, for the cards of staff: counting all payments takes longer with every payment.
create table payment_total (
    status smallint not null,
    payments bigint not null,
    amount numeric(20, 2) not null,
    is_folded boolean not null default false
);

create index payment_totals_to_fold on payment_total (status) where not is_folded;

-- Returns the query that reads the removed and the added rows from the transition tables of a trigger.
create function changed_rows(operation text) returns text language sql immutable
    return case operation
        when 'INSERT' then 'select 1 as sign, n.* from new_rows n'
        when 'DELETE' then 'select -1 as sign, o.* from old_rows o'
        else 'select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o'
    end;

-- Appends the differences of changed bills.
create function add_up_bills() returns trigger language plpgsql as $$
begin
    execute 'with changed as materialized (
            select c.*, date_trunc(''month'', c.invoice_date)::date as invoice_month,
                   bill_standing(c.status, c.total_amount_payable, c.current_charge, c.disable_payment) as standing
            from (' || changed_rows(tg_op) || ') c where c.bulk_id is not null
        ), accounts as (
            insert into billed_account_change (bulk_id, bill_batch_id, account_no, unpaid, payable)
            select bulk_id, bill_batch_id, account_no, sum(case when standing <> ''paid'' then sign else 0 end),
                   sum(case when standing = ''payable'' then sign else 0 end)
            from changed group by bulk_id, bill_batch_id, account_no
            having sum(case when standing <> ''paid'' then sign else 0 end) <> 0
                or sum(case when standing = ''payable'' then sign else 0 end) <> 0
        )
        insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing,
                                disable_payment, bills, credits, amount, current_charge, outstanding_amount,
                                with_charges, charges, kwh)
        select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment,
               sum(sign), sum(case when standing = ''credit'' and total_amount_payable < 0 then sign else 0 end),
               sum(sign * total_amount_payable), sum(sign * current_charge), sum(sign * outstanding_amount),
               sum(case when outstanding_amount > 0 then sign else 0 end),
               sum(sign * greatest(outstanding_amount, 0)), sum(sign * coalesce(consumption_kwh, 0))
        from changed
        group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment
        having sum(sign) <> 0 or sum(sign * total_amount_payable) <> 0 or sum(sign * current_charge) <> 0
            or sum(sign * outstanding_amount) <> 0 or sum(sign * greatest(outstanding_amount, 0)) <> 0
            or sum(case when outstanding_amount > 0 then sign else 0 end) <> 0
            or sum(sign * coalesce(consumption_kwh, 0)) <> 0
            or sum(case when standing = ''credit'' and total_amount_payable < 0 then sign else 0 end) <> 0';
    return null;
end
$$;

create trigger inserted_bills_added_up after insert on bill
    referencing new table as new_rows for each statement execute function add_up_bills();
create trigger updated_bills_added_up after update on bill
    referencing old table as old_rows new table as new_rows for each statement execute function add_up_bills();
create trigger deleted_bills_added_up after delete on bill
    referencing old table as old_rows for each statement execute function add_up_bills();

-- Appends the differences of tagged and untagged accounts.
create function add_up_accounts() returns trigger language plpgsql as $$
begin
    execute 'insert into account_total (bulk_id, state, active, accounts)
        select c.bulk_id, m.state, m.active, sum(c.sign)
        from (' || changed_rows(tg_op) || ') c join account_master m on m.account_no = c.account_no
        group by c.bulk_id, m.state, m.active having sum(c.sign) <> 0';
    return null;
end
$$;

create trigger inserted_accounts_added_up after insert on electricity_account
    referencing new table as new_rows for each statement execute function add_up_accounts();
create trigger updated_accounts_added_up after update on electricity_account
    referencing old table as old_rows new table as new_rows for each statement execute function add_up_accounts();
create trigger deleted_accounts_added_up after delete on electricity_account
    referencing old table as old_rows for each statement execute function add_up_accounts();

-- Appends the differences of accounts that the feed changed. Tagging locks the row of `account_master`, so no change is missed.
create function add_up_known_accounts() returns trigger language plpgsql as $$
begin
    insert into account_total (bulk_id, state, active, accounts)
    select e.bulk_id, c.state, c.active, sum(c.sign)
    from (select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o) c
    join electricity_account e on e.account_no = c.account_no
    group by e.bulk_id, c.state, c.active having sum(c.sign) <> 0;
    return null;
end
$$;

create trigger known_accounts_added_up after update on account_master
    referencing old table as old_rows new table as new_rows for each statement execute function add_up_known_accounts();

-- Appends the differences of changed payments.
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

-- Folds the rows of a bulk account into one row for each key. Concurrent calls run one after the other.
create function fold_totals(tenant text) returns void language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('fold totals of ' || tenant, 0));
    with gone as (delete from bill_total where bulk_id = tenant returning *)
    insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, bills,
                            credits, amount, current_charge, outstanding_amount, with_charges, charges, kwh, is_folded)
    select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, sum(bills),
           sum(credits), sum(amount), sum(current_charge), sum(outstanding_amount), sum(with_charges), sum(charges), sum(kwh), true
    from gone group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment
    having sum(bills) <> 0 or sum(amount) <> 0 or sum(current_charge) <> 0 or sum(outstanding_amount) <> 0
        or sum(credits) <> 0 or sum(with_charges) <> 0 or sum(charges) <> 0 or sum(kwh) <> 0;
    with gone as (delete from account_total where bulk_id = tenant returning *)
    insert into account_total
    select bulk_id, state, active, sum(accounts), true
    from gone group by bulk_id, state, active having sum(accounts) <> 0;
    with gone as (
        delete from billed_account_change where bulk_id = tenant returning bill_batch_id, account_no, unpaid, payable
    ), changed as materialized (
        select bill_batch_id, account_no, sum(unpaid) as unpaid, sum(payable) as payable
        from gone group by bill_batch_id, account_no
        union all
        select '', account_no, sum(unpaid), sum(payable) from gone group by account_no
    ), known as materialized (
        select c.bill_batch_id, c.account_no, coalesce(k.unpaid, 0) as unpaid_before,
               coalesce(k.payable, 0) as payable_before, coalesce(k.unpaid, 0) + c.unpaid as unpaid_now,
               coalesce(k.payable, 0) + c.payable as payable_now
        from changed c left join billed_account k
            on k.bulk_id = tenant and k.bill_batch_id = c.bill_batch_id and k.account_no = c.account_no
    ), without as (
        delete from billed_account k using known n
        where k.bulk_id = tenant and k.bill_batch_id = n.bill_batch_id and k.account_no = n.account_no
          and n.unpaid_now = 0
    ), kept as (
        insert into billed_account
        select tenant, bill_batch_id, account_no, unpaid_now, payable_now from known where unpaid_now <> 0
        on conflict (bulk_id, bill_batch_id, account_no) do update
        set unpaid = excluded.unpaid, payable = excluded.payable
    )
    insert into billed_accounts as a
    select tenant, bill_batch_id, sum((unpaid_now > 0)::int - (unpaid_before > 0)::int),
           sum((payable_now > 0)::int - (payable_before > 0)::int)
    from known group by bill_batch_id
    on conflict (bulk_id, bill_batch_id) do update
    set unpaid = a.unpaid + excluded.unpaid, payable = a.payable + excluded.payable;
    delete from billed_accounts where bulk_id = tenant and unpaid = 0;
end
$$;

-- Folds the rows of payments into one row for each status. Concurrent calls run one after the other.
create function fold_payment_totals() returns void language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('fold totals of payments', 0));
    with gone as (delete from payment_total returning *)
    insert into payment_total
    select status, sum(payments), sum(amount), true
    from gone group by status having sum(payments) <> 0 or sum(amount) <> 0;
end
$$;

-- The number of accounts of each batch ('' for all batches): the folded numbers, corrected by the queued changes.
create view account_counts as
select bulk_id, bill_batch_id, sum(unpaid)::bigint as unpaid, sum(payable)::bigint as payable
from (
    select bulk_id, bill_batch_id, unpaid, payable from billed_accounts
    union all
    select c.bulk_id, c.bill_batch_id,
           (coalesce(k.unpaid, 0) + c.unpaid > 0)::int - (coalesce(k.unpaid, 0) > 0)::int,
           (coalesce(k.payable, 0) + c.payable > 0)::int - (coalesce(k.payable, 0) > 0)::int
    from (
        select bulk_id, bill_batch_id, account_no, sum(unpaid) as unpaid, sum(payable) as payable
        from billed_account_change group by bulk_id, bill_batch_id, account_no
        union all
        select bulk_id, '', account_no, sum(unpaid), sum(payable)
        from billed_account_change group by bulk_id, account_no
    ) c
    left join billed_account k
        on k.bulk_id = c.bulk_id and k.bill_batch_id = c.bill_batch_id and k.account_no = c.account_no
) counted
group by bulk_id, bill_batch_id;

-- Totals of the unpaid bills of each batch.
create view batch_total as
select t.*, coalesce(a.unpaid, 0) as total_accounts
from (
    select bulk_id, bill_batch_id, min(extraction_date) as extraction_date, min(due_date) as due_date,
           sum(bills)::bigint as total_bills,
           coalesce(sum(bills) filter (where standing = 'payable'), 0)::bigint as selectable_bills,
           coalesce(sum(current_charge) filter (where standing = 'payable'), 0) as current_charge,
           coalesce(sum(outstanding_amount) filter (where standing = 'payable'), 0) as outstanding_amount,
           coalesce(sum(amount) filter (where standing = 'payable'), 0) as selectable_amount,
           coalesce(sum(amount) filter (where standing = 'inPayment'), 0) as amount_in_payment
    from (
        select bulk_id, bill_batch_id, extraction_date, due_date, standing, sum(bills) as bills, sum(amount) as amount,
               sum(current_charge) as current_charge, sum(outstanding_amount) as outstanding_amount
        from bill_total where standing <> 'paid'
        group by bulk_id, bill_batch_id, extraction_date, due_date, standing having sum(bills) <> 0
    ) unpaid
    group by bulk_id, bill_batch_id
) t
left join account_counts a on a.bulk_id = t.bulk_id and a.bill_batch_id = t.bill_batch_id;
