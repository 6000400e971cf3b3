-- The parts of an account that leaves are found by its settlements: those of the whole company were read for each account.

create or replace function settlement_parts_leave_company() returns trigger language plpgsql as $$
begin
    update settlement_part p set bulk_id = null
    from settlement s
    where s.account_no = old.account_no and p.settlement_no = s.settlement_no and p.bulk_id = old.bulk_id
      and (p.state = 'unmatched'
           or not exists (select from bill b where b.invoice_no = p.invoice_no and b.account_no = p.account_no));
    return null;
end
$$;
