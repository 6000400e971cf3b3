-- A bill is explained line by line. The utility delivers the lines in a file of their own, after the bills; they are
-- kept as they came, one row for each bill, and always add up to the amounts of the bill that they belong to.

create table bill_charges (
    -- The bill's, so that a tenant's rows are found by the tenant; a bill of an untagged account waits with its lines.
    bulk_id text references bulk_account,
    invoice_no text primary key references bill on delete cascade,
    charges jsonb not null check (jsonb_typeof(charges) = 'object')
);

create index charges_of_bulk on bill_charges (bulk_id, invoice_no);

-- Lines go where their bill goes. Other amounts are other lines: until those come, the bill shows its totals.
create function follow_bill() returns trigger language plpgsql as $$
begin
    if (old.current_charge, old.outstanding_amount, old.tax_amount, old.total_amount_payable, old.consumption_kwh)
       is distinct from
       (new.current_charge, new.outstanding_amount, new.tax_amount, new.total_amount_payable, new.consumption_kwh) then
        delete from bill_charges where invoice_no = new.invoice_no;
    elsif old.bulk_id is distinct from new.bulk_id then
        update bill_charges set bulk_id = new.bulk_id where invoice_no = new.invoice_no;
    end if;
    return null;
end
$$;

create trigger charges_follow
    after update of bulk_id, current_charge, outstanding_amount, tax_amount, total_amount_payable, consumption_kwh on bill
    for each row when (old is distinct from new) execute function follow_bill();

-- The last bills of an account, for what it used in twelve months.
create index bills_of_account_by_day on bill (account_no, invoice_date desc, invoice_no desc);
drop index bills_of_account;
