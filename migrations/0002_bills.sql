-- Electricity accounts and bills. The utility's billing system delivers both; the portal records which bulk account an account is
-- tagged to.

-- Every electricity account that the utility knows.
create table account_master (
    account_no text primary key check (account_no ~ '^2[12][0-9]{10}$'),
    -- Normalised like `bulk_account.registration_no`.
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
-- Staff search the accounts of all customers by part of a company's name.
create index companies_by_part on account_master using gin (company_name gin_trgm_ops);

create table account_group (
    group_id uuid primary key,
    bulk_id text not null references bulk_account,
    name text not null check (length(trim(name)) between 1 and 60),
    created_at timestamptz not null,
    unique (bulk_id, group_id)
);

create unique index group_names_differ on account_group (bulk_id, lower(name));

-- Accounts that are tagged to a bulk account. The primary key gives an account one owner.
create table electricity_account (
    account_no text primary key references account_master,
    bulk_id text not null references bulk_account,
    reference_id text check (length(reference_id) between 1 and 16),
    group_id uuid,
    tagged_at timestamptz not null,
    foreign key (bulk_id, group_id) references account_group (bulk_id, group_id)
);

create index accounts_of_bulk on electricity_account (bulk_id, account_no);
create index accounts_of_group on electricity_account (bulk_id, group_id);
create index references_by_part on electricity_account using gin (reference_id gin_trgm_ops);

-- Requested changes of a bulk account's accounts, and their results. A job processes each once.
create table tagging (
    tagging_id bigint generated always as identity primary key,
    bulk_id text not null references bulk_account,
    account_no text not null check (account_no ~ '^2[12][0-9]{10}$'),
    -- 1 add to the bulk account, 2 remove from it, 3 change the reference ID.
    action smallint not null check (action in (1, 2, 3)),
    reference_id text check (length(reference_id) between 1 and 16),
    requested_by uuid references person,
    requested_by_name text not null,
    requested_at timestamptz not null,
    done_at timestamptz,
    error_type text check (error_type in ('notFound', 'inactive', 'belongsToAnother', 'duplicate')),
    -- When a user dismissed the error.
    forgotten_at timestamptz,
    constraint errors_are_done check (error_type is null or done_at is not null)
);

create unique index one_waiting_tagging_of_an_account on tagging (bulk_id, account_no) where done_at is null;
create index taggings_waiting on tagging (tagging_id) where done_at is null;
create unique index one_error_of_an_account on tagging (bulk_id, account_no) where error_type is not null and forgotten_at is null;
create index taggings_of_account on tagging (bulk_id, account_no, tagging_id desc);
create index errors_by_time on tagging (requested_at desc, tagging_id desc) where error_type is not null and forgotten_at is null;

-- Lookups of accounts that do not belong to the user, kept for a year as evidence.
create table account_lookup (
    lookup_id bigint generated always as identity primary key,
    looked_up_at timestamptz not null,
    person_id uuid not null references person,
    -- The user's bulk account at that time, if any.
    bulk_id text references bulk_account,
    kind text not null check (kind in ('company', 'account', 'list')),
    -- The company's registration number or the account number. Null for a list.
    subject text,
    asked integer not null check (asked > 0),
    not_known integer not null default 0,
    -- The accounts that belong to another bulk account.
    others text[] not null default '{}',
    constraint lists_have_no_subject check ((kind = 'list') = (subject is null))
);

create index lookups_of_person on account_lookup (person_id, subject, looked_up_at desc);
create index lookups_by_time on account_lookup (looked_up_at);

create table bill (
    invoice_no text primary key check (invoice_no ~ '^[0-9]{12}$'),
    collective_invoice_no text not null check (collective_invoice_no ~ '^[0-9]{12}$'),
    account_no text not null references account_master,
    -- The bulk account that the account is tagged to. Null while the account is untagged.
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
    -- The status of the payment that holds the bill; 1 when no payment does.
    status smallint not null default 1 check (status in (1, 2, 3, 4, 7, 8, 9, 10)),
    disable_payment boolean not null default false
);

-- Unpaid bills in the order in which they are paid: bills without a due date last.
create index unpaid_bills_by_due_date on bill (bulk_id, (coalesce(due_date, 'infinity'::date)), invoice_no) where status <> 4;
-- By batch. Equal entries are stored once, so the index is small enough for counting all bills of a bulk account in it.
create index unpaid_bills_by_batch on bill (bulk_id, bill_batch_id) where status <> 4;
-- Amounts due of each account and each group of a list, by an index-only scan.
create index unpaid_bills_of_account on bill (bulk_id, account_no) include (total_amount_payable) where status <> 4;
-- The last bills of an account, for its consumption in twelve months.
create index bills_of_account_by_day on bill (account_no, invoice_date desc, invoice_no desc);
-- The bills of a bulk account in a period, in the order of the history.
create index bills_by_invoice_date on bill (bulk_id, invoice_date, invoice_no);
create index bills_by_collective_invoice on bill (bulk_id, collective_invoice_no);
create index bills_of_batch on bill (bill_batch_id);

-- Queries never name a status number; they call these functions. A test compares each with core. The planner inlines them, so an
-- index with the same condition is used.

create function bill_is_unpaid(status smallint)
    returns boolean language sql immutable parallel safe
    return status <> 4;

create function bill_has_no_payment(status smallint)
    returns boolean language sql immutable parallel safe
    return status = 1;

-- A payment that is in progress holds the bill.
create function bill_is_in_payment(status smallint)
    returns boolean language sql immutable parallel safe
    return status not in (1, 4);

-- `bills::standing` of core: whether a bill counts as due. Bills in a payment and credits do not.
create function bill_standing(status smallint, amount numeric, current_charge numeric, disable_payment boolean)
    returns text language sql immutable parallel safe
    return case
        when status = 4 then 'paid'
        when status <> 1 then 'inPayment'
        when amount <= 0 then 'credit'
        when disable_payment or current_charge <= 0 then 'notPayable'
        else 'payable'
    end;

-- True where `bills::refusal` of core returns nothing.
create function bill_is_selectable(status smallint, amount numeric, current_charge numeric, disable_payment boolean)
    returns boolean language sql immutable parallel safe
    return bill_standing(status, amount, current_charge, disable_payment) = 'payable';

-- True where `bills::bill_state` of core is Payment Overdue.
create function bill_is_overdue(status smallint, amount numeric, due_date date, today date)
    returns boolean language sql immutable parallel safe
    return status = 1 and amount > 0 and due_date is not null and due_date < today - 30;

-- The lines that explain a bill. The utility delivers them in a file of their own, after the bills. They are stored as delivered,
-- one row for each bill, and always add up to the amounts of their bill.
create table bill_charges (
    -- Copied from the bill, so that rows are found by bulk account. Null while the account is untagged.
    bulk_id text references bulk_account,
    invoice_no text primary key references bill on delete cascade,
    charges jsonb not null check (jsonb_typeof(charges) = 'object')
);

create index charges_of_bulk on bill_charges (bulk_id, invoice_no);

-- Copies the bill's new bulk account to its lines. If amounts change, deletes the lines: the bill shows its totals until new lines
-- arrive.
create function follow_bill() returns trigger language plpgsql as $$
begin
    if (old.current_charge, old.outstanding_amount, old.tax_amount, old.total_amount_payable, old.consumption_kwh)
       is distinct from
       (new.current_charge, new.outstanding_amount, new.tax_amount, new.total_amount_payable, new.consumption_kwh) then
        delete from bill_charges where invoice_no = new.invoice_no;
    elsif old.bulk_id is distinct from new.bulk_id then
        update bill_charges set bulk_id = new.bulk_id where invoice_no = new.invoice_no;
    end if;
    return null;
end
$$;

create trigger charges_follow
    after update of bulk_id, current_charge, outstanding_amount, tax_amount, total_amount_payable, consumption_kwh on bill
    for each row when (old is distinct from new) execute function follow_bill();

-- Imports of the utility's files, with their results, for operators without a shell.
create table feed_import (
    import_id bigint generated always as identity primary key,
    kind text not null check (kind in ('accounts', 'bills', 'charges')),
    file_name text not null check (length(file_name) between 1 and 255),
    began_at timestamptz not null default now(),
    -- The last progress. An import that has not ended and makes no progress was interrupted.
    touched_at timestamptz not null default now(),
    ended_at timestamptz,
    row_count bigint not null default 0,
    new_count bigint not null default 0,
    changed_count bigint not null default 0,
    unchanged_count bigint not null default 0,
    rejected_count bigint not null default 0,
    -- Why the file could not be read, or not to its end.
    problem text check (length(problem) <= 1000),
    constraint only_what_has_ended_failed check (problem is null or ended_at is not null)
);

-- The first rejected rows of an import. A file in which every row is wrong must not fill the database; the importer writes all
-- rejected rows to a file next to the imported one.
create table feed_rejected (
    import_id bigint not null references feed_import on delete cascade,
    line bigint not null,
    -- The account or invoice number, as written in the row.
    number text check (length(number) <= 40),
    reason text not null check (length(reason) <= 500),
    primary key (import_id, line)
);
