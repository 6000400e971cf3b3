-- An application that nobody answers ends: staff close it, its maker withdraws it, or it lapses some time after more was
-- asked for, with two reminders before. Once ended (8) it is neither live nor open, so it holds neither its company's number
-- nor its person; the functions of 0017 say so without a change.

alter table registration drop constraint registration_status_check;
alter table registration add constraint registration_status_check check (status between 1 and 8);

alter table registration
    -- The last day for an answer, as it was told to the customer: another setting does not move it.
    add column answer_by date,
    -- The days of the reminders that were not sent yet.
    add column remind_on date[] not null default '{}';

-- Nobody loses an application by a rule that was not there when they were asked.
update registration
set answer_by = (now() at time zone '+08')::date + 30,
    remind_on = array[(now() at time zone '+08')::date + 10, (now() at time zone '+08')::date + 20]
where status = 4;

alter table registration add constraint an_answer_has_its_last_day check ((status = 4) = (answer_by is not null));
alter table registration add constraint reminders_are_of_an_answer check (answer_by is not null or remind_on = '{}');

-- Its customer is to answer what the utility asked.
create function registration_awaits_answer(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 4;

create index registrations_awaiting_answer on registration (answer_by) where status = 4;

create or replace function registration_led_to(status smallint, kind text)
    returns smallint language sql immutable parallel safe
    return case kind
        when 'RegistrationSubmitted' then case when status in (1, 4) then 2 end
        when 'RegistrationApproved' then case status when 2 then 5 end
        when 'RegistrationInfoRequested' then case status when 2 then 4 end
        when 'RegistrationRejected' then case status when 2 then 3 end
        when 'RegistrationClosed' then case status when 4 then 8 end
        when 'RegistrationWithdrawn' then case when status in (2, 4) then 8 end
        when 'RegistrationReminded' then case status when 4 then 4 end
        when 'RegistrationLapsed' then case status when 4 then 8 end
        when 'RegistrationFinished' then case status when 5 then 7 end
        when 'RegistrationFinishedWithErrors' then case status when 5 then 6 end
        when 'RegistrationPutRight' then case status when 6 then 7 end
    end::smallint;
