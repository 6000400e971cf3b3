-- Why a bill is closed for payment; programs of the previous version use the function without the status. Nothing while a payment of the portal holds it, or once one has paid it (`Closure::status` of core).
create function bill_closed(status smallint, closed text, disable_payment boolean)
    returns text language sql immutable parallel safe
    return case when status = case when closed in ('paidElsewhere', 'carried') then 4 else 1 end
                then coalesce(closed, case when disable_payment then 'disabled' end) end;

-- Alerts of money that came after the portal had given up its payment, or came twice, and that officers decide about.
create function is_late_money(reason text)
    returns boolean language sql immutable parallel safe
    return reason in ('lateApproval', 'paidTwice', 'paidElsewhere', 'paidAndCarried');
