-- Payments. Constraints hold the promises of the portal, so that no code can break them.

-- Raises an error. Triggers of append-only tables call it.
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name;
end
$$;

-- Meanings of a payment's status, as in core. See the functions of bills.

-- The payment holds its bills.
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

create function payment_awaits_reconciliation(status smallint)
    returns boolean language sql immutable parallel safe
    return status in (7, 8);

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
    -- The last requested reconciliation: 1 insufficient, 2 overpayment, and its amount.
    reconcile_type smallint check (reconcile_type in (1, 2)),
    reconcile_amount numeric(16, 2) check (reconcile_amount > 0),
    paid_amount numeric(16, 2),
    credit_account_no text,
    decided_by uuid references person,
    decided_at timestamptz,
    -- The bank's answer code of a failed or declined payment.
    bank_code text,
    posted_at timestamptz,
    -- The officer who accepted the payment, while a second officer must confirm it.
    proposed_by uuid references person,
    proposed_at timestamptz,
    -- Why the payment was declined. The customer reads it.
    remark text check (length(remark) between 1 and 1000),
    constraint reconciliation_is_whole check ((reconcile_type is null) = (reconcile_amount is null)),
    constraint paid_is_billed_and_reconciliation check (
        paid_amount is null
        or paid_amount = amount + case reconcile_type when 1 then -reconcile_amount when 2 then reconcile_amount else 0 end
    ),
    constraint only_fpx_has_fpx_states check (method = 'FPX' or status not in (5, 9, 10, 11)),
    constraint fpx_has_no_other_states check (method <> 'FPX' or status in (4, 5, 9, 10, 11)),
    constraint whoever_proposed_is_known check ((proposed_by is null) = (proposed_at is null)),
    constraint only_what_waits_is_proposed check (proposed_by is null or payment_awaits_approval(status))
);

-- Each order and each filter of a list has an index: staff list the payments of all bulk accounts.
create index payments_by_time on payment (requested_at desc, transaction_no desc);
create index payments_by_amount on payment (amount desc, transaction_no desc);
create index payments_by_method on payment (method, requested_at desc, transaction_no desc);
create index payments_by_bank on payment (bank_id, requested_at desc, transaction_no desc);
create index payments_by_status on payment (status, transaction_no);
create index payments_by_paid_amount on payment (paid_amount) where paid_amount is not null;
create index payments_waiting on payment (status, requested_at) where status in (2, 3, 7, 8, 9, 10);
create index payments_proposed on payment (requested_at) where proposed_by is not null;
create index payments_of_person on payment (requested_by);
create index payments_by_part_of_number on payment using gin (transaction_no gin_trgm_ops);
create index payments_by_part_of_bank on payment using gin (bank_name gin_trgm_ops);

-- The same for the payments of one bulk account.
create index payments_of_bulk on payment (bulk_id, requested_at desc, transaction_no desc);
create index payments_of_account_by_amount on payment (bulk_id, amount desc, transaction_no desc);
create index payments_of_account_by_status on payment (bulk_id, status, transaction_no);
create index payments_of_account_by_number on payment (bulk_id, transaction_no);

-- The bills of a payment.
create table payment_item (
    payment_id uuid not null references payment,
    invoice_no text not null references bill,
    account_no text not null,
    amount numeric(16, 2) not null,
    -- True while the payment holds the bill.
    live boolean not null,
    bulk_id text not null,
    primary key (payment_id, invoice_no)
);

-- Invariant 1: a bill is in at most one live payment.
create unique index one_live_payment_of_a_bill on payment_item (invoice_no) where live;
create index items_of_invoice on payment_item (invoice_no);
create index items_of_account on payment_item (account_no);
create index items_by_part_of_invoice on payment_item using gin (invoice_no gin_trgm_ops);
create index items_by_part_of_account on payment_item using gin (account_no gin_trgm_ops);

-- The numbers under which a customer transferred the money, for each version of the payment.
create table payment_reference (
    payment_id uuid not null references payment,
    version integer not null,
    place integer not null,
    number text not null,
    amount numeric(16, 2) not null check (amount > 0),
    method text not null,
    bank_name text,
    bulk_id text not null,
    primary key (payment_id, version, place)
);

create index references_by_number on payment_reference (number);
-- Finds one EFT or cheque number in two payments, compared by `payments::reference_key` of core.
create index references_by_key on payment_reference (upper(ltrim(number, '0')));
create index references_by_amount on payment_reference (amount);
create index references_by_part_of_number on payment_reference using gin (number gin_trgm_ops);
create index references_by_part_of_bank on payment_reference using gin (bank_name gin_trgm_ops);

create table receipt (
    payment_id uuid primary key references payment,
    receipt_no text not null unique,
    amount numeric(16, 2) not null,
    at timestamptz not null,
    bulk_id text not null
);

-- Tables that grow with payments repeat the payment's bulk account (docs/capacity.md#one-primary-is-not-enough). The program writes
-- the column; this trigger function fills it if an insert omits it.
create function fill_bulk_id_of_payment() returns trigger language plpgsql as $$
begin
    new.bulk_id := (select p.bulk_id from payment p where p.payment_id = new.payment_id);
    return new;
end
$$;

create trigger fill_bulk_id before insert on payment_item
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_payment();
create trigger fill_bulk_id before insert on payment_reference
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_payment();
create trigger fill_bulk_id before insert on receipt
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_payment();

-- When colleagues were last reminded of a payment that awaits approval at their bank.
create table payment_reminder (
    payment_id uuid primary key references payment,
    bulk_id text not null references bulk_account,
    reminded_by uuid not null references person,
    reminded_at timestamptz not null
);

-- Bills that a user sent to a colleague who may pay them. Only the invoice numbers are stored; amounts are read when the colleague
-- opens the selection.
create table sent_selection (
    selection_id uuid primary key,
    bulk_id text not null references bulk_account,
    sent_by uuid not null references person,
    sent_to uuid not null references person,
    note text check (length(note) <= 500),
    invoice_nos text[] not null check (cardinality(invoice_nos) between 1 and 20000),
    sent_at timestamptz not null,
    expires_at timestamptz not null check (expires_at > sent_at)
);

create index sent_selection_by_expiry on sent_selection (expires_at);

-- Time windows in which a payment method is closed.
create table method_window (
    method text primary key check (method in ('FPX', 'EFT_GIRO', 'EFT_RENTAS', 'CHEQUE')),
    from_at timestamptz not null,
    to_at timestamptz not null check (to_at > from_at)
);

-- Responses of calls with an `Idempotency-Key`, written in the transaction of their effect.
create table answered_call (
    person_id uuid not null references person,
    key text not null,
    endpoint text not null,
    request_hash bytea not null,
    answer bytea not null,
    at timestamptz not null,
    primary key (person_id, key)
);

-- How long a response is kept depends on the endpoint.
create index answers_by_time on answered_call (endpoint, at);
