-- Where the utility's people land, they see what waits, how much of it and since when. Each figure is read by an index of
-- what waits and of nothing else, so that it does not grow with bills, payments and companies.

create function payment_awaits_reconciliation(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (7, 8);

create function registration_awaits_approval(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 2;

create index registrations_to_review on registration (submitted_at) where status = 2;
create index emails_not_taken on mail (created_at) where accepted_at is null and attempts > 0;
create index staff_people on person (created_at) where is_staff and deleted_at is null;
