-- The bank gateway (FPX): requests as they were sent, messages as they arrived, and cases that an operator must examine.

create table fpx_request (
    payment_id uuid primary key references payment,
    -- `fpx_sellerExOrderNo`, the merchant transaction ID.
    order_no text not null unique,
    -- The fields of the request in order, value for value. An enquiry repeats them.
    fields jsonb not null,
    sent_at timestamptz not null,
    -- When the gateway is queried next. Null when the result is final.
    next_requery_at timestamptz,
    requeries integer not null default 0,
    last_requery_at timestamptz,
    -- The gateway's own number and time, once it has answered.
    fpx_txn_id text,
    fpx_txn_time text,
    -- The last answer code of the debit, its time, and the last answer code of the credit.
    heard_code text,
    heard_at timestamptz,
    credit_code text,
    -- When the payer or staff abandoned the payment. The gateway is still queried, because the money may have been paid.
    given_up_at timestamptz,
    -- The bulk account of the payment. Not named `bulk_id`, because queries join this table, `payment` and `bulk_account` with
    -- `using (bulk_id)`, which would be ambiguous.
    tenant text not null,
    -- Until then, one process alone queries the gateway about this payment.
    asking_until timestamptz
);

create index requeries_due on fpx_request (next_requery_at) where next_requery_at is not null;

-- Fills the tenant if an insert omits it, as `fill_bulk_id_of_payment` does.
create function fill_tenant_of_payment() returns trigger language plpgsql as $$
begin
    new.tenant := (select p.bulk_id from payment p where p.payment_id = new.payment_id);
    return new;
end
$$;

create trigger fill_tenant before insert on fpx_request
    for each row when (new.tenant is null) execute function fill_tenant_of_payment();

-- Messages that FPX signed, and the portal's own. They are kept forever.
create table fpx_message (
    message_id bigint generated always as identity primary key,
    at timestamptz not null,
    -- direct, indirect, enquiry or request.
    way text not null,
    order_no text,
    raw text not null,
    -- The result: applied, repeated, ignored, badSignature, mismatch, unknown, unreadable or late.
    verdict text not null,
    -- The amount that a verified message confirmed as paid (answer code 00), once for each payment.
    confirmed_amount numeric(16, 2),
    -- The fingerprint of FPX's key that verified the message. Null for the portal's own messages and for unsigned ones.
    key_id text
);

create index messages_of_order on fpx_message (order_no);
create unique index an_order_is_confirmed_once on fpx_message (order_no) where confirmed_amount is not null;
create index signed_messages_without_order on fpx_message (message_id) where order_no is null and key_id is not null;

create trigger append_only before update or delete on fpx_message for each row execute function refuse_change();
create trigger append_only_all before truncate on fpx_message for each statement execute function refuse_change();

-- A sample of the messages that FPX did not sign: a ring buffer of the newest 1,000, each truncated.
create table fpx_rejected (
    place smallint primary key check (place between 0 and 999),
    at timestamptz not null,
    -- direct or indirect.
    way text not null,
    -- badSignature or unreadable.
    verdict text not null,
    network text not null check (length(network) <= 64),
    -- The number of bytes read of the message.
    bytes integer not null,
    raw text not null check (length(raw) <= 2048)
);

create sequence fpx_rejected_place as smallint minvalue 0 maxvalue 999 start 0 cycle;

-- Cases for an operator, such as a confirmation after the portal gave up. They are never dropped.
create table fpx_alert (
    alert_id bigint generated always as identity primary key,
    at timestamptz not null,
    order_no text not null,
    settled_at timestamptz,
    reason text not null,
    -- What the alert is about: an FPX number, an answer code or a field.
    value text not null default '',
    -- Money that arrived after the portal gave up, or arrived twice.
    amount numeric(16, 2),
    constraint alert_reasons
        check (reason in ('lateApproval', 'paidTwice', 'answerCode', 'otherField', 'malformed', 'unanswered')),
    constraint an_alert_is_raised_once unique (order_no, reason, value)
);

create index open_alerts on fpx_alert (at desc, alert_id desc) where settled_at is null;

-- The decision on money that arrived after its payment had ended, or arrived twice: one for each alert.
create table late_decision (
    alert_id bigint primary key references fpx_alert,
    payment_id uuid not null references payment,
    way text not null check (way in ('bills', 'account', 'refund')),
    amount numeric(16, 2) not null check (amount > 0),
    account_no text references account_master,
    -- The bank's number of a refund.
    reference text check (length(reference) between 1 and 40),
    decided_by uuid not null references person,
    decided_at timestamptz not null,
    constraint an_account_is_named_to_be_credited check ((way = 'account') = (account_no is not null)),
    constraint a_refund_has_its_number check ((way = 'refund') = (reference is not null))
);

-- Late money pays the bills of a payment at most once.
create unique index late_money_pays_bills_once on late_decision (payment_id) where way = 'bills';

create trigger append_only before update or delete on late_decision for each row execute function refuse_change();
create trigger append_only_all before truncate on late_decision for each statement execute function refuse_change();

-- A decision that a second officer must still confirm.
create table late_proposal (
    alert_id bigint primary key references fpx_alert,
    way text not null check (way in ('bills', 'account', 'refund')),
    account_no text,
    reference text,
    proposed_by uuid not null references person,
    proposed_at timestamptz not null
);

-- Money that is credited to an electricity account: the overpayment of a payment, or money of an alert. A payment may have several
-- alerts.
create table account_credit (
    payment_id uuid not null references payment,
    account_no text not null references account_master,
    amount numeric(16, 2) not null check (amount > 0),
    at timestamptz not null,
    alert_id bigint unique references late_decision,
    bulk_id text not null
);

create unique index an_overpayment_is_credited_once on account_credit (payment_id) where alert_id is null;
create index credits_of_payment on account_credit (payment_id);

create trigger fill_bulk_id before insert on account_credit
    for each row when (new.bulk_id is null) execute function fill_bulk_id_of_payment();

-- Banks of the gateway, as it listed them last.
create table fpx_bank (
    bank_id text primary key,
    name text not null,
    online boolean not null,
    fetched_at timestamptz not null
);
