-- Decisions of two officers, reasons that customers read, payments that were given up, and what becomes of money that came too
-- late. Each is kept beside what is locked for it, and decided once.

alter table payment
    -- The officer who accepted it, as long as a second one must confirm.
    add column proposed_by uuid references person,
    add column proposed_at timestamptz,
    -- Why it was declined, as the customer reads it.
    add column remark text check (length(remark) between 1 and 1000),
    add constraint whoever_proposed_is_known check ((proposed_by is null) = (proposed_at is null)),
    add constraint only_what_waits_is_proposed check (proposed_by is null or payment_awaits_approval(status));

create index payments_proposed on payment (requested_at) where proposed_by is not null;

-- The maker or staff gave it up. FPX is asked on, since it may have been wrong.
alter table fpx_request add column given_up_at timestamptz;

-- What becomes of money that came after its payment had ended, or came twice: once for each.
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

-- The bills of a payment are paid once.
create unique index late_money_pays_bills_once on late_decision (payment_id) where way = 'bills';

create trigger append_only before update or delete on late_decision for each row execute function refuse_change();
create trigger append_only_all before truncate on late_decision for each statement execute function refuse_change();

-- The same as long as a second officer must confirm it.
create table late_proposal (
    alert_id bigint primary key references fpx_alert,
    way text not null check (way in ('bills', 'account', 'refund')),
    account_no text,
    reference text,
    proposed_by uuid not null references person,
    proposed_at timestamptz not null
);

-- An account is also credited with money that came too late or twice, several times for one payment.
alter table account_credit
    drop constraint account_credit_pkey,
    add column alert_id bigint unique references late_decision;

create unique index an_overpayment_is_credited_once on account_credit (payment_id) where alert_id is null;
create index credits_of_payment on account_credit (payment_id);
