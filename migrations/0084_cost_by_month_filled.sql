-- no-transaction
-- Fills what 0083 added, one bulk account at a time, each in a transaction of its own: people pay meanwhile. What is missing is the
-- difference between the bills and the stored totals, both read in one statement, so that a change at the same time is counted
-- once. Whoever breaks it off begins again, and finds no difference where it was filled.
do $$
declare
    tenant text;
begin
    for tenant in select bulk_id from bulk_account order by bulk_id loop
        insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment,
                                bills, credits, amount, current_charge, outstanding_amount, with_charges, charges, kwh)
        select tenant, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment,
               0, 0, 0, 0, 0, 0, 0, sum(kwh)
        from (
            select bill_batch_id, extraction_date, date_trunc('month', invoice_date)::date as invoice_month, due_date,
                   bill_standing(status, total_amount_payable, current_charge, disable_payment) as standing, disable_payment,
                   coalesce(consumption_kwh, 0) as kwh
            from bill where bulk_id = tenant
            union all
            select bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, -kwh
            from bill_total where bulk_id = tenant
        ) missing
        group by bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment having sum(kwh) <> 0;
        commit;
    end loop;
end
$$;
