-- Money that pays no bill belongs to the company that had the account when it was delivered, also if it names a bill of another.

create or replace function settlement_parts_follow_bill() returns trigger language plpgsql as $$
begin
    update settlement_part set bulk_id = new.bulk_id
    where invoice_no = new.invoice_no and account_no = new.account_no and state <> 'unmatched';
    return null;
end
$$;

create or replace function settlement_parts_leave_company() returns trigger language plpgsql as $$
begin
    update settlement_part p set bulk_id = null
    where p.bulk_id = old.bulk_id and p.account_no = old.account_no
      and (p.state = 'unmatched'
           or not exists (select from bill b where b.invoice_no = p.invoice_no and b.account_no = p.account_no));
    return null;
end
$$;

update settlement_part p
set bulk_id = (select e.bulk_id from settlement s join electricity_account e using (account_no)
               where s.settlement_no = p.settlement_no and e.bulk_id = s.bulk_id)
where p.state = 'unmatched' and p.invoice_no is not null;
