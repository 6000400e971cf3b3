-- Those who pay are reminded of bills that fall due: of each day, each time once.

create table due_reminder (
    bulk_id text not null references bulk_account,
    due_date date not null,
    -- So many days before, at most.
    days bigint not null,
    reminded_at timestamptz not null,
    primary key (bulk_id, due_date, days)
);

create index bill_totals_by_due_date on bill_total (due_date) where standing = 'payable';
