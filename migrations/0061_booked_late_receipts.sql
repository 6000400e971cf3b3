-- The billing system may book the money of a payment that had ended by its number, before or after officers decide about it as a
-- late receipt. It is one transfer.

-- What is booked of a payment that has not paid its bills.
create function booked_late(of_payment uuid) returns numeric language sql stable as $$
    select coalesce(sum(t.amount), 0)
    from payment p
    join (select distinct payment_id, account_no from payment_item) i using (payment_id)
    join settlement s on s.account_no = i.account_no and btrim(s.reference) = p.transaction_no and s.reversal_of is null
    join settlement_part t using (settlement_no)
    where p.payment_id = of_payment and not payment_is_paid(p.status) and t.state <> 'reversed'
$$;

-- Whether only the booking of the payment has paid the bill.
create function is_paid_by_booking(of_invoice text, of_payment uuid) returns boolean language sql stable as $$
    select not exists (select from payment_item where invoice_no = of_invoice and live)
       and coalesce(bool_and(btrim(s.reference) = p.transaction_no), false)
    from settlement_part t join settlement s using (settlement_no) cross join payment p
    where t.invoice_no = of_invoice and t.state = 'applied' and p.payment_id = of_payment
$$;

-- When officers refunded or credited the money of the payment that a settlement books. Null if its payment has paid its bills.
create function given_back_late(of_account text, of_reference text) returns timestamptz language sql stable as $$
    select min(d.decided_at)
    from payment p
    join late_decision d using (payment_id)
    join fpx_alert a using (alert_id)
    where p.transaction_no = btrim(of_reference) and not payment_is_paid(p.status)
      and d.way <> 'bills' and a.reason = 'lateApproval'
      and exists (select from payment_item i where i.payment_id = p.payment_id and i.account_no = of_account)
$$;
