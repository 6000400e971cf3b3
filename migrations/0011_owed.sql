-- What is owed is added up in one way everywhere: what can be paid now, without what a payment holds, and without taking
-- credits off. Core's `bills::standing`; a test compares the two.

create function bill_standing(status smallint, amount numeric, current_charge numeric, disable_payment boolean)
    returns text language sql immutable parallel safe
    return case
        when status = 4 then 'paid'
        when status <> 1 then 'inPayment'
        when amount <= 0 then 'credit'
        when disable_payment or current_charge <= 0 then 'notPayable'
        else 'payable'
    end;

-- Processes of the version before still ask it.
create or replace function bill_is_selectable(status smallint, amount numeric, current_charge numeric, disable_payment boolean)
    returns boolean language sql immutable parallel safe
    return bill_standing(status, amount, current_charge, disable_payment) = 'payable';
