-- Cost and use by month: the stored totals of bills (0023) also hold the energy, so that 25 months of a bulk account are read
-- without reading its bills. New changes of bills count from here on; 0084 adds the bills that are here already.

-- Both locks at once, or none, as in 0052. Whoever writes bills meanwhile has finished, so nobody still runs the old function.
do $$
begin
    for attempt in 1..300 loop
        begin
            set local lock_timeout = '200ms';
            lock table bill in share row exclusive mode;
            lock table bill_total in access exclusive mode;
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

alter table bill_total add column kwh numeric(20, 2) not null default 0;

-- As before, and the energy.
create or replace function add_up_bills() returns trigger language plpgsql as $$
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

-- Makes one row of a bulk account's rows of the same key. Two that do it at once do it after one another.
create or replace function fold_totals(tenant text) returns void language plpgsql as $$
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
