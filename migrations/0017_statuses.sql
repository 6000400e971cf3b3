-- What a status means is said once: queries ask these functions, and no query knows a status's number. Core says the same of
-- each (`payments::Status`, `registration::RegistrationStatus`), and a test compares the two. Each is one expression, which the
-- planner puts in its place, so indexes with such a condition are used as before.

-- Bills.

create function bill_is_unpaid(status smallint)
    returns boolean language sql immutable parallel safe
    return status <> 4;

create function bill_has_no_payment(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 1;

-- A payment holds it that is still on its way.
create function bill_is_in_payment(status smallint)
    returns boolean language sql immutable parallel safe
    return status not in (1, 4);

-- Payments.

-- It holds its bills.
create function payment_is_live(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (2, 3, 4, 7, 8, 9, 10);

create function payment_is_paid(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 4;

create function payment_awaits_approval(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 2;

create function payment_is_being_posted(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 3;

-- Registrations.

create function registration_is_submitted(status smallint)
    returns boolean language sql immutable parallel safe
    return status <> 1;

create function registration_is_editable(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (1, 4);

-- Its person can begin no other.
create function registration_is_open(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (1, 2, 4, 5);

-- It holds its company's number.
create function registration_is_live(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (2, 4, 5, 6, 7);

-- Approved, with accounts that are still to be tagged or put right.
create function registration_awaits_accounts(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (5, 6);

-- Approved, and its bulk account is made.
create function registration_is_processed(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (6, 7);

-- Where what happened leads from there; nothing where it cannot happen.
create function registration_led_to(status smallint, kind text)
    returns smallint language sql immutable parallel safe
    return case kind
        when 'RegistrationSubmitted' then case when status in (1, 4) then 2 end
        when 'RegistrationApproved' then case status when 2 then 5 end
        when 'RegistrationInfoRequested' then case status when 2 then 4 end
        when 'RegistrationRejected' then case status when 2 then 3 end
        when 'RegistrationFinished' then case status when 5 then 7 end
        when 'RegistrationFinishedWithErrors' then case status when 5 then 6 end
        when 'RegistrationPutRight' then case status when 6 then 7 end
    end::smallint;
