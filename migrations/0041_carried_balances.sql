-- Bills whose totals contain the account's earlier bills. Until now both were demanded.

-- What `settlements::allocate` of core says of a bill.
alter table bill
    -- The newer bill that contains what was open of this bill, and how much that was. If the portal's payment holds the bill, it is not
    -- closed: the money of a later payment came twice.
    add column carried_to text,
    add column carried_amount numeric(16, 2),
    -- What the total contains of bills and payments that the portal knows.
    add column contained numeric(16, 2) not null default 0,
    drop constraint closed_reasons,
    add constraint closed_reasons
        check (closed in ('disabled', 'partlyPaid', 'reportedPaid', 'paidElsewhere', 'carried')),
    add constraint carried_bills_have_their_bill
        check ((carried_to is null) = (carried_amount is null)
               and (closed is distinct from 'carried' or status = 4 and carried_to is not null));

create index bills_with_balance on bill (account_no) where outstanding_amount <> 0 or carried_to is not null;
create index bills_carried_to on bill (carried_to) where carried_to is not null;

-- Why a bill without a payment of the portal is closed: `Closure::of` of core. A test compares the two.
create function bill_closure(total numeric, settled numeric, is_carried boolean, is_stopped boolean, is_reported boolean)
    returns text language sql immutable parallel safe
    return case when is_carried then 'carried'
                when settled > 0 then case when settled >= total then 'paidElsewhere' else 'partlyPaid' end
                when is_stopped then 'disabled'
                when is_reported then 'reportedPaid' end;

-- Whether a bill that is closed for a reason is still unpaid: `Closure::disables_payment` of core.
create function closure_disables_payment(closed text)
    returns boolean language sql immutable parallel safe
    return coalesce(closed not in ('paidElsewhere', 'carried'), false);

alter table settlement_part drop constraint settlement_part_state_check;
alter table settlement_part add constraint settlement_part_state_check
    check (state in ('applied', 'confirms', 'paidTwice', 'waits', 'unmatched', 'reversed', 'carried'));

-- Accounts with settlements, or with a bill that may contain others.
create function is_settled_account(account text) returns boolean language sql stable
    return exists (select from settlement s where s.account_no = account)
        or exists (select from bill b where b.account_no = account and (b.outstanding_amount <> 0 or b.carried_to is not null));

create or replace function settle_new_bills() returns trigger language plpgsql as $$
begin
    insert into settlement_due (account_no)
    select account_no from (select distinct account_no from new_rows) n where is_settled_account(account_no);
    return null;
end
$$;

-- A payment ended, or the utility changed the bill.
create or replace function settle_changed_bills() returns trigger language plpgsql as $$
begin
    insert into settlement_due (account_no)
    select account_no
    from (select distinct account_no
          from (select invoice_no, account_no, bulk_id, status, total_amount_payable, outstanding_amount, current_charge, due_date,
                       extraction_date, invoice_date, e_invoice_status, closed from new_rows where not bill_is_in_payment(status)
                except
                select invoice_no, account_no, bulk_id, status, total_amount_payable, outstanding_amount, current_charge, due_date,
                       extraction_date, invoice_date, e_invoice_status, closed from old_rows) changed) accounts
    where is_settled_account(account_no);
    return null;
end
$$;

-- A payment of a bill that a newer bill contained already: a case of the queue of late receipts, with the numbers of the two bills.
alter table fpx_alert drop constraint alert_reasons;
alter table fpx_alert add constraint alert_reasons
    check (reason in ('lateApproval', 'paidTwice', 'paidElsewhere', 'paidAndCarried', 'answerCode', 'otherField', 'malformed', 'unanswered'));

-- The job finds the balances of bills that are stored already.
insert into settlement_due (account_no) select distinct account_no from bill where outstanding_amount <> 0;
