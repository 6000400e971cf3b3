-- Payments: what was promised is held by constraints, so that no code can break it.

create sequence transaction_number;

create table payment (
    payment_id uuid primary key,
    transaction_no text not null unique check (transaction_no ~ '^P[0-9]{13}$'),
    bulk_id text not null references bulk_account,
    method text not null check (method in ('FPX', 'EFT_GIRO', 'EFT_RENTAS', 'CHEQUE')),
    status smallint not null check (status between 2 and 11),
    amount numeric(16, 2) not null check (amount > 0),
    invoices integer not null check (invoices > 0),
    accounts integer not null check (accounts > 0),
    version integer not null default 1,
    bank_id text,
    bank_name text,
    requested_by uuid not null references person,
    requested_at timestamptz not null,
    -- The reconciliation asked for last (1 insufficient, 2 overpayment), and what was paid by it.
    reconcile_type smallint check (reconcile_type in (1, 2)),
    reconcile_amount numeric(16, 2) check (reconcile_amount > 0),
    paid_amount numeric(16, 2),
    credit_account_no text,
    decided_by uuid references person,
    decided_at timestamptz,
    -- The answer code of the bank where it failed or was declined.
    bank_code text,
    posted_at timestamptz,
    constraint reconciliation_is_whole check ((reconcile_type is null) = (reconcile_amount is null)),
    constraint paid_is_billed_and_reconciliation check (
        paid_amount is null
        or paid_amount = amount + case reconcile_type when 1 then -reconcile_amount when 2 then reconcile_amount else 0 end
    ),
    constraint only_fpx_has_fpx_states check (method = 'FPX' or status not in (5, 9, 10, 11)),
    constraint fpx_has_no_other_states check (method <> 'FPX' or status in (4, 5, 9, 10, 11))
);

create index payments_of_bulk on payment (bulk_id, requested_at desc, transaction_no desc);
create index payments_by_time on payment (requested_at desc, transaction_no desc);
create index payments_waiting on payment (status, requested_at) where status in (2, 3, 7, 8, 9, 10);

create table payment_item (
    payment_id uuid not null references payment,
    invoice_no text not null references bill,
    account_no text not null,
    amount numeric(16, 2) not null,
    -- True while the payment holds the bill.
    live boolean not null,
    primary key (payment_id, invoice_no)
);

-- Invariant 1: a bill is in at most one live payment.
create unique index one_live_payment_of_a_bill on payment_item (invoice_no) where live;
create index items_of_invoice on payment_item (invoice_no);

create table payment_reference (
    payment_id uuid not null references payment,
    version integer not null,
    place integer not null,
    number text not null,
    amount numeric(16, 2) not null check (amount > 0),
    method text not null,
    bank_name text,
    primary key (payment_id, version, place)
);

create index references_by_number on payment_reference (number);

-- Every change of a payment: who, when, from, to, amounts. Never changed, never removed.
create table payment_event (
    event_id bigint generated always as identity primary key,
    payment_id uuid not null references payment,
    event text not null,
    at timestamptz not null,
    person_id uuid references person,
    -- The person's name then, or the bank or job that acted.
    actor text not null,
    from_status smallint,
    to_status smallint not null,
    amount numeric(16, 2) not null,
    paid_amount numeric(16, 2),
    version integer not null,
    note text
);

create index events_of_payment on payment_event (payment_id, event_id);

-- A payment begins once, and an approval of a version happens once (invariant 8).
create unique index a_payment_begins_once on payment_event (payment_id) where from_status is null;
create unique index a_version_is_decided_once on payment_event (payment_id, version, event)
    where event in ('accepted', 'rejected', 'insufficientRequested', 'overpaymentRequested', 'posted', 'fpxApproved');

create table account_credit (
    payment_id uuid primary key references payment,
    account_no text not null references account_master,
    amount numeric(16, 2) not null check (amount > 0),
    at timestamptz not null
);

create table receipt (
    payment_id uuid primary key references payment,
    receipt_no text not null unique,
    amount numeric(16, 2) not null,
    at timestamptz not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name;
end
$$;

create trigger append_only before update or delete on payment_event for each row execute function refuse_change();
create trigger append_only_all before truncate on payment_event for each statement execute function refuse_change();

-- The answers of calls that are done once (api, "Doing a thing once"), written with their effect.
create table answered_call (
    person_id uuid not null references person,
    key text not null,
    endpoint text not null,
    request_hash bytea not null,
    answer bytea not null,
    at timestamptz not null,
    primary key (person_id, key)
);

-- When a way to pay is closed.
create table method_window (
    method text primary key check (method in ('FPX', 'EFT_GIRO', 'EFT_RENTAS', 'CHEQUE')),
    from_at timestamptz not null,
    to_at timestamptz not null check (to_at > from_at)
);
