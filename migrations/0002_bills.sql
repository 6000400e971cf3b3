-- What the utility's billing system delivers, and which bulk account each electricity account is tagged to.

create table account_master (
    account_no text primary key check (account_no ~ '^2[12][0-9]{10}$'),
    registration_no text not null,
    company_name text not null,
    premises_address text not null,
    city text not null,
    postal_code text not null,
    state text not null,
    sector text not null,
    tariff text not null,
    active boolean not null
);

create index account_master_of_company on account_master (registration_no);

create table account_group (
    group_id uuid primary key,
    bulk_id text not null references bulk_account,
    name text not null check (length(trim(name)) between 1 and 60),
    created_at timestamptz not null,
    unique (bulk_id, group_id)
);

create unique index group_names_differ on account_group (bulk_id, lower(name));

create table electricity_account (
    account_no text primary key references account_master,
    bulk_id text not null references bulk_account,
    reference_id text check (length(reference_id) between 1 and 16),
    group_id uuid,
    tagged_at timestamptz not null,
    foreign key (bulk_id, group_id) references account_group (bulk_id, group_id)
);

create index accounts_of_bulk on electricity_account (bulk_id, account_no);

create table bill (
    invoice_no text primary key check (invoice_no ~ '^[0-9]{12}$'),
    collective_invoice_no text not null check (collective_invoice_no ~ '^[0-9]{12}$'),
    account_no text not null references account_master,
    -- The bulk account that the account is tagged to; a bill of an untagged account waits.
    bulk_id text references bulk_account,
    bill_batch_id text not null check (bill_batch_id ~ '^28[0-9]{8}$'),
    extraction_date date not null,
    invoice_date date not null,
    due_date date,
    bill_type text not null,
    reading_type text not null check (reading_type in ('actual', 'estimated', 'final', 'special', 'unmetered')),
    reading_start date,
    reading_end date,
    tariff text not null,
    consumption_kwh numeric(14, 2),
    maximum_demand_kw numeric(14, 2),
    current_charge numeric(16, 2) not null,
    outstanding_amount numeric(16, 2) not null,
    tax_amount numeric(16, 2) not null,
    total_amount_payable numeric(16, 2) not null,
    last_bill_no text,
    last_amount_paid numeric(16, 2),
    -- The state of the payment that holds it; 1 when none does.
    status smallint not null default 1 check (status in (1, 2, 3, 4, 7, 8, 9, 10)),
    disable_payment boolean not null default false
);

-- Lists of what is owed, in the order in which they are paid: without a due date last.
create index unpaid_bills_by_due_date on bill (bulk_id, (coalesce(due_date, 'infinity'::date)), invoice_no) where status <> 4;
-- By batch; small enough (equal entries are stored once) that all of a bulk account's bills are counted in it.
create index unpaid_bills_by_batch on bill (bulk_id, bill_batch_id) where status <> 4;
create index bills_of_account on bill (account_no);

-- Core's `bills::refusal` is nothing, for counting in the database. A test compares the two.
create function bill_is_selectable(status smallint, amount numeric, current_charge numeric, disable_payment boolean)
    returns boolean language sql immutable parallel safe
    return status = 1 and not disable_payment and amount > 0 and current_charge > 0;

-- Core's `bills::bill_state` is Payment Overdue. A test compares the two.
create function bill_is_overdue(status smallint, amount numeric, due_date date, today date)
    returns boolean language sql immutable parallel safe
    return status = 1 and amount > 0 and due_date is not null and due_date < today - 30;
