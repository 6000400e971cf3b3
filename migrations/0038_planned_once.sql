-- Makes the triggers of payments cheaper. PL/pgSQL keeps the plan of a statement, but not that of a text that it executes, so planning
-- took most of the time in which a payment changes one bill. Differences are added up as before (0011).

-- Each operation has a function of its own, because a statement with plans names only tables that its trigger has.
do $do$
declare
    operation text;
    verb text;
    tables text;
begin
    foreach operation in array array['INSERT', 'UPDATE', 'DELETE'] loop
        verb := case operation when 'INSERT' then 'inserted' when 'UPDATE' then 'updated' else 'deleted' end;
        tables := case operation when 'INSERT' then 'new table as new_rows' when 'DELETE' then 'old table as old_rows'
                      else 'old table as old_rows new table as new_rows' end;
        execute replace(replace(replace(replace($statement$
create function add_up_VERB_bills() returns trigger language plpgsql as $$
begin
    with changed as materialized (
        select c.*, date_trunc('month', c.invoice_date)::date as invoice_month,
               bill_standing(c.status, c.total_amount_payable, c.current_charge, c.disable_payment) as standing
        from (CHANGED) c where c.bulk_id is not null
    ), accounts as (
        insert into billed_account_change (bulk_id, bill_batch_id, account_no, unpaid, payable)
        select bulk_id, bill_batch_id, account_no, sum(case when standing <> 'paid' then sign else 0 end),
               sum(case when standing = 'payable' then sign else 0 end)
        from changed group by bulk_id, bill_batch_id, account_no
        having sum(case when standing <> 'paid' then sign else 0 end) <> 0
            or sum(case when standing = 'payable' then sign else 0 end) <> 0
    )
    insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing,
                            disable_payment, bills, credits, amount, current_charge, outstanding_amount,
                            with_charges, charges, kwh)
    select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment,
           sum(sign), sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end),
           sum(sign * total_amount_payable), sum(sign * current_charge), sum(sign * outstanding_amount),
           sum(case when outstanding_amount > 0 then sign else 0 end),
           sum(sign * greatest(outstanding_amount, 0)), sum(sign * coalesce(consumption_kwh, 0))
    from changed
    group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment
    having sum(sign) <> 0 or sum(sign * total_amount_payable) <> 0 or sum(sign * current_charge) <> 0
        or sum(sign * outstanding_amount) <> 0 or sum(sign * greatest(outstanding_amount, 0)) <> 0
        or sum(case when outstanding_amount > 0 then sign else 0 end) <> 0
        or sum(sign * coalesce(consumption_kwh, 0)) <> 0
        or sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end) <> 0;
    return null;
end
$$;
create function add_up_VERB_payments() returns trigger language plpgsql as $$
begin
    insert into payment_total (status, payments, amount)
    select status, sum(sign), sum(sign * amount) from (CHANGED) c
    group by status having sum(sign) <> 0 or sum(sign * amount) <> 0;
    return null;
end
$$;
create or replace trigger VERB_bills_added_up after OPERATION on bill
    referencing TABLES for each statement execute function add_up_VERB_bills();
create or replace trigger VERB_payments_added_up after OPERATION on payment
    referencing TABLES for each statement execute function add_up_VERB_payments();
$statement$, 'VERB', verb), 'OPERATION', operation), 'TABLES', tables), 'CHANGED', changed_rows(operation));
    end loop;
end
$do$;
drop function add_up_bills();
drop function add_up_payments();

-- The same text. As SQL it was not inlined for arguments that are expressions, and prepared for each of a fact's sixteen fields.
create or replace function fact_field(value text) returns text language plpgsql immutable parallel safe as $$
begin
    return coalesce(octet_length(value) || ':' || value, '-') || ',';
end
$$;

-- Whether a person has the role, the permissions and the bulk account with which their call was admitted. PL/pgSQL, which keeps the plan.
create function person_is_unchanged(one uuid, its_role text, may_pay boolean, may_manage boolean, of_bulk text)
returns boolean language plpgsql stable parallel safe as $$
begin
    return exists (select from person where person_id = one and role = its_role and make_payments = may_pay
                   and manage_accounts = may_manage and bulk_id is not distinct from of_bulk and disabled_at is null);
end
$$;
