-- E-invoices. Since 1 January 2026 every bill of an electricity supplier has an e-invoice of its own. The billing system submits
-- it to MyInvois and delivers its state with the bill.

alter table bill
    -- The number that MyInvois issued, as issued. It is not a UUID of RFC 4122.
    add column e_invoice_uuid text check (e_invoice_uuid ~ '^[0-9A-Za-z]{10,40}$'),
    -- The second part of the validation link.
    add column e_invoice_long_id text check (e_invoice_long_id ~ '^[0-9A-Za-z-]{10,100}$'),
    add column e_invoice_status text check (e_invoice_status in ('submitted', 'valid', 'invalid', 'cancelled', 'rejected')),
    add column e_invoice_validated_at timestamptz,
    add column e_invoice_cancelled_at timestamptz,
    add constraint e_invoices_are_complete check ((e_invoice_uuid is null) = (e_invoice_status is null)
        and (e_invoice_status is not null
             or (e_invoice_long_id is null and e_invoice_validated_at is null and e_invoice_cancelled_at is null))
        and (e_invoice_status is null or (e_invoice_status = 'cancelled') = (e_invoice_cancelled_at is not null)));

-- Few bills have a cancelled e-invoice. Selections find them here.
create index bills_with_cancelled_e_invoice on bill (bulk_id, bill_batch_id) where e_invoice_status = 'cancelled' and status <> 4;

-- `bills::hold_cause` of core: why a bill is on hold, or null. Every selection of many bills leaves out bills on hold.
create function bill_hold_cause(status smallint, amount numeric, current_charge numeric, disable_payment boolean, e_invoice_status text)
    returns text language sql immutable parallel safe
    return case
        when not bill_is_selectable(status, amount, current_charge, disable_payment) then null
        when e_invoice_status = 'cancelled' then 'eInvoice'
    end;

-- The bills on hold. The conditions on the columns are those of the index.
create view bill_on_hold as
select bulk_id, bill_batch_id, invoice_no,
       bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status) as cause
from bill
where e_invoice_status = 'cancelled' and status <> 4
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status) is not null;
