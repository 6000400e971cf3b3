-- Customer view mode: which member of staff looks at which bulk account as its customers do. A row for each time, open until
-- they go back or their session is over; what is kept for good are the facts of its beginning and its end.

create table customer_view (
    view_id uuid primary key,
    session_id uuid not null references session on delete cascade,
    bulk_id text not null references bulk_account,
    entered_at timestamptz not null,
    left_at timestamptz,
    constraint views_end_after_they_began check (left_at >= entered_at)
);

-- Calls of one session that come at once begin one view.
create unique index one_open_view on customer_view (session_id, bulk_id) where left_at is null;

-- Staff look for a bulk account by a part of its number, its company or the company's number.
create index bulk_accounts_by_part on bulk_account
    using gin (company_name gin_trgm_ops, registration_no gin_trgm_ops, bulk_id gin_trgm_ops);
