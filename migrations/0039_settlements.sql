-- Payments of bills outside the portal (JomPAY, counter, bank transfer …), as the billing system delivers them. Until now such a bill
-- stayed unpaid for ever.

-- A payment that the utility booked outside the portal, or the reversal of one.
create table settlement (
    settlement_no text primary key check (length(settlement_no) between 1 and 40),
    account_no text not null references account_master,
    -- The bulk account that had the account when the row was delivered.
    bulk_id text references bulk_account,
    -- The bill that the payer named. It may arrive later than the payment.
    invoice_no text check (invoice_no ~ '^[0-9]{12}$'),
    method text not null check (method in ('jompay', 'duitNowQr', 'counter', 'bankTransfer', 'directDebit', 'cheque', 'card',
                                           'eWallet', 'postOffice', 'kiosk', 'agent', 'portal')),
    paid_on date not null,
    amount numeric(16, 2) not null check (amount > 0),
    -- The settlement that this row takes back, wholly or in part.
    reversal_of text check (length(reversal_of) between 1 and 40),
    reference text not null check (length(reference) <= 60),
    delivered_at timestamptz not null default now()
);

create index settlements_of_account on settlement (account_no);
create index settlements_of_bill on settlement (invoice_no) where invoice_no is not null;
create index reversals_of_settlement on settlement (reversal_of) where reversal_of is not null;

-- The use of each settlement: `settlements::allocate` of core. Written anew when a bill, a payment or a further row changes it.
create table settlement_part (
    settlement_no text not null references settlement on delete cascade,
    place smallint not null,
    bulk_id text references bulk_account,
    account_no text not null,
    -- The bill that it pays, or that the payer named.
    invoice_no text,
    -- Copied from the settlement, for the order of lists.
    paid_on date not null,
    amount numeric(16, 2) not null check (amount > 0),
    -- applied: pays the bill. confirms: is the portal's own payment. paidTwice: the portal's payment has paid the bill.
    -- waits: for its bill, or for the end of the portal's payment. unmatched: pays nothing. reversed: was taken back.
    state text not null check (state in ('applied', 'confirms', 'paidTwice', 'waits', 'unmatched', 'reversed')),
    primary key (settlement_no, place)
);

create index settlement_parts_of_bill on settlement_part (invoice_no) where invoice_no is not null;
create index settlement_parts_of_bulk on settlement_part (bulk_id, paid_on desc, settlement_no desc, place);
create index settlement_parts_unmatched on settlement_part (paid_on, settlement_no, place) where state in ('waits', 'unmatched');

-- What settlements say of a bill. A bill that they pay in full has the status 4 without a payment; its reason is in `closed`.
alter table bill
    -- Why the utility has closed the bill; null while it has not.
    add column stop_reason text constraint stop_reasons check (length(stop_reason) between 1 and 200),
    -- The account's next bill, if it names this one as paid.
    add column reported_by text,
    -- Why a bill without a payment cannot be paid in the portal: `Closure::of` of core. `disable_payment` is true while it has a reason and is unpaid.
    add column closed text constraint closed_reasons check (closed in ('disabled', 'partlyPaid', 'reportedPaid', 'paidElsewhere')),
    add column settled_amount numeric(16, 2) not null default 0 constraint settled_is_paid check (settled_amount >= 0),
    -- The day of the payment that settled it in full.
    add column settled_on date,
    add constraint settled_bills_are_paid check (closed is distinct from 'paidElsewhere' or status = 4 and settled_on is not null);

update bill set closed = 'disabled', stop_reason = 'closed by the utility' where disable_payment;

create index bills_by_last_bill on bill (last_bill_no) where last_bill_no is not null and last_amount_paid is not null;

-- The reason for which a bill is closed. Programs of the previous version write `disable_payment` alone.
create function bill_closed(closed text, disable_payment boolean)
    returns text language sql immutable parallel safe
    return coalesce(closed, case when disable_payment then 'disabled' end);

-- Accounts whose settlements must be allocated again, because a bill or its payment changed. Rows are only inserted, so that payments
-- never wait for each other; a job deletes what it has handled.
create table settlement_due (
    due_id bigint generated always as identity primary key,
    account_no text not null
);

-- Statement triggers, which write nothing for accounts without settlements. Settling itself, which sets `gridbill.settling`, notes none.
create function settle_new_bills() returns trigger language plpgsql as $$
begin
    insert into settlement_due (account_no)
    select distinct account_no from new_rows n
    where exists (select from settlement s where s.account_no = n.account_no);
    return null;
end
$$;

-- A payment ended, or the utility changed the bill.
create function settle_changed_bills() returns trigger language plpgsql as $$
begin
    insert into settlement_due (account_no)
    select distinct account_no
    from (select invoice_no, account_no, status, total_amount_payable, due_date from new_rows where not bill_is_in_payment(status)
          except select invoice_no, account_no, status, total_amount_payable, due_date from old_rows) changed
    where exists (select from settlement s where s.account_no = changed.account_no);
    return null;
end
$$;

create trigger new_bills_are_settled after insert on bill
    referencing new table as new_rows for each statement execute function settle_new_bills();
create trigger changed_bills_are_settled after update on bill
    referencing old table as old_rows new table as new_rows for each statement
    when (coalesce(current_setting('gridbill.settling', true), '') <> 'on') execute function settle_changed_bills();

-- What was paid of a bill is seen by the company that has the bill. Other money is seen by the company that had the account when it came.
create function settlement_parts_follow_bill() returns trigger language plpgsql as $$
begin
    update settlement_part set bulk_id = new.bulk_id where invoice_no = new.invoice_no and account_no = new.account_no;
    return null;
end
$$;

create trigger settlement_parts_follow after update of bulk_id on bill
    for each row when (new.bulk_id is distinct from old.bulk_id) execute function settlement_parts_follow_bill();

create function settlement_parts_leave_company() returns trigger language plpgsql as $$
begin
    update settlement_part p set bulk_id = null
    where p.bulk_id = old.bulk_id and p.account_no = old.account_no
      and not exists (select from bill b where b.invoice_no = p.invoice_no and b.account_no = p.account_no);
    return null;
end
$$;

create trigger settlement_parts_leave after delete on electricity_account
    for each row execute function settlement_parts_leave_company();

-- Money that paid a bill which the portal's payment had paid: a case of the queue of late receipts. Its number is that of the
-- settlement, and its payment is not one of the gateway.
alter table fpx_alert add column payment_id uuid references payment;
alter table fpx_alert drop constraint alert_reasons;
alter table fpx_alert add constraint alert_reasons
    check (reason in ('lateApproval', 'paidTwice', 'paidElsewhere', 'answerCode', 'otherField', 'malformed', 'unanswered'));

-- Whether a bill counts as cost and use: `EInvoiceStatus::is_counted` of core. Of a bill with a cancelled e-invoice and its
-- replacement, only the replacement does; both are owed until the utility changes the first.
create function bill_counts(e_invoice_status text)
    returns boolean language sql immutable parallel safe
    return e_invoice_status is distinct from 'cancelled';

-- Totals by the reason for which bills are closed. Of a bill that is paid in part, the rest is due. Cost and use have counted bills only.
alter table bill_total
    add column closed text,
    add column counted bigint not null default 0,
    add column cost numeric(20, 2) not null default 0;

create function bill_rest(status smallint, total numeric, settled numeric)
    returns numeric language sql immutable parallel safe
    return case when status = 1 then total - settled else total end;

do $do$
declare
    operation text;
    verb text;
begin
    foreach operation in array array['INSERT', 'UPDATE', 'DELETE'] loop
        verb := case operation when 'INSERT' then 'inserted' when 'UPDATE' then 'updated' else 'deleted' end;
        execute replace(replace($statement$
create or replace function add_up_VERB_bills() returns trigger language plpgsql as $$
begin
    with changed as materialized (
        select c.*, date_trunc('month', c.invoice_date)::date as invoice_month,
               bill_rest(c.status, c.total_amount_payable, c.settled_amount) as due,
               case when bill_counts(c.e_invoice_status) then c.sign else 0 end as counted,
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
                            disable_payment, closed, bills, credits, amount, current_charge, outstanding_amount,
                            with_charges, charges, kwh, counted, cost)
    select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed,
           sum(sign), sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end),
           sum(sign * due), sum(sign * current_charge), sum(sign * outstanding_amount),
           sum(case when outstanding_amount > 0 then sign else 0 end),
           sum(sign * greatest(outstanding_amount, 0)), sum(counted * coalesce(consumption_kwh, 0)), sum(counted),
           sum(counted * current_charge)
    from changed
    group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed
    having sum(sign) <> 0 or sum(sign * due) <> 0 or sum(sign * current_charge) <> 0
        or sum(sign * outstanding_amount) <> 0 or sum(sign * greatest(outstanding_amount, 0)) <> 0
        or sum(case when outstanding_amount > 0 then sign else 0 end) <> 0
        or sum(counted * coalesce(consumption_kwh, 0)) <> 0 or sum(counted) <> 0 or sum(counted * current_charge) <> 0
        or sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end) <> 0;
    return null;
end
$$;
$statement$, 'VERB', verb), 'CHANGED', changed_rows(operation));
    end loop;
end
$do$;

-- The totals that are stored already, without bills that do not count.
update bill_total set counted = bills, cost = current_charge;
insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed, bills,
                        credits, amount, current_charge, outstanding_amount, with_charges, charges, kwh, counted, cost)
select bulk_id, bill_batch_id, extraction_date, date_trunc('month', invoice_date)::date, due_date,
       bill_standing(status, total_amount_payable, current_charge, disable_payment), disable_payment, null, 0, 0, 0, 0, 0, 0, 0,
       -sum(coalesce(consumption_kwh, 0)), -count(*), -sum(current_charge)
from bill where bulk_id is not null and not bill_counts(e_invoice_status)
group by 1, 2, 3, 4, 5, 6, 7;
-- Totals of bills that the utility has closed carry their reason.
update bill_total set closed = 'disabled' where disable_payment;

create or replace function fold_totals(tenant text) returns void language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('fold totals of ' || tenant, 0));
    with gone as (delete from bill_total where bulk_id = tenant returning *)
    insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed, bills,
                            credits, amount, current_charge, outstanding_amount, with_charges, charges, kwh, counted, cost, is_folded)
    select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed, sum(bills),
           sum(credits), sum(amount), sum(current_charge), sum(outstanding_amount), sum(with_charges), sum(charges), sum(kwh),
           sum(counted), sum(cost), true
    from gone group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed
    having sum(bills) <> 0 or sum(amount) <> 0 or sum(current_charge) <> 0 or sum(outstanding_amount) <> 0
        or sum(credits) <> 0 or sum(with_charges) <> 0 or sum(charges) <> 0 or sum(kwh) <> 0
        or sum(counted) <> 0 or sum(cost) <> 0;
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

alter table feed_import drop constraint feed_import_kind_check;
alter table feed_import add constraint feed_import_kind_check
    check (kind in ('accounts', 'bills', 'charges', 'prices', 'factors', 'settlements'));
