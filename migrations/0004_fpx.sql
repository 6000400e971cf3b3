-- The bank gateway: the request as it was sent, every message as it came, and what people must look at.

create table fpx_request (
    payment_id uuid primary key references payment,
    -- `fpx_sellerExOrderNo`, the merchant transaction ID.
    order_no text not null unique,
    -- The AR's fields in order, value for value: an enquiry repeats them.
    fields jsonb not null,
    sent_at timestamptz not null,
    -- When the gateway is asked next; none when nothing is open.
    next_requery_at timestamptz,
    requeries integer not null default 0,
    last_requery_at timestamptz,
    -- The gateway's own number and time, once it answered.
    fpx_txn_id text,
    fpx_txn_time text
);

create index requeries_due on fpx_request (next_requery_at) where next_requery_at is not null;

create table fpx_message (
    message_id bigint generated always as identity primary key,
    at timestamptz not null,
    -- direct, indirect, enquiry or request.
    way text not null,
    order_no text,
    raw text not null,
    -- What became of it: applied, repeated, ignored, badSignature, mismatch, unknown, unreadable, late.
    verdict text not null,
    -- The amount that a believed message confirmed as paid (AC 00), once for each payment.
    confirmed_amount numeric(16, 2)
);

create index messages_of_order on fpx_message (order_no);
create unique index an_order_is_confirmed_once on fpx_message (order_no) where confirmed_amount is not null;

create trigger append_only before update or delete on fpx_message for each row execute function refuse_change();
create trigger append_only_all before truncate on fpx_message for each statement execute function refuse_change();

-- A confirmation after the portal gave up ("reconfirm"), or an answer that an operator must look at: never dropped.
create table fpx_alert (
    alert_id bigint generated always as identity primary key,
    at timestamptz not null,
    order_no text not null,
    kind text not null check (kind in ('reconfirm', 'operator')),
    detail text not null,
    settled_at timestamptz,
    unique (order_no, kind, detail)
);

create table fpx_bank (
    bank_id text primary key,
    name text not null,
    online boolean not null,
    fetched_at timestamptz not null
);
