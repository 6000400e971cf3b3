-- What people look for again and again: the bills of the last six months, and lists as they have narrowed them.

-- History in its order, and all of a bulk account's within a period.
create index bills_by_invoice_date on bill (bulk_id, invoice_date, invoice_no);

-- The payments from a bank, for everybody's payments.
create index payments_by_bank on payment (bank_id, requested_at desc, transaction_no desc);

-- What the address of a list says, under a name: somebody's own, or shared with everybody of the bulk account. The
-- utility's people belong to none.
create table saved_view (
    view_id uuid primary key,
    bulk_id text references bulk_account,
    tenant text not null generated always as (coalesce(bulk_id, '')) stored,
    owner_id uuid not null references person,
    list text not null check (length(list) between 1 and 60),
    name text not null check (length(trim(name)) between 1 and 60),
    address jsonb not null check (jsonb_typeof(address) = 'object'),
    is_shared boolean not null,
    saved_at timestamptz not null,
    -- It can be brought back for a day.
    deleted_at timestamptz
);
create index saved_views_of_list on saved_view (tenant, list);
create unique index view_names_differ on saved_view (tenant, owner_id, list, lower(name)) where deleted_at is null;
create index deleted_views on saved_view (deleted_at) where deleted_at is not null;
