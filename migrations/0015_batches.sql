-- Reviews of new batches: the share of their bills with findings, and the hold of a batch until it is released.

create table batch_review (
    bill_batch_id text primary key check (bill_batch_id ~ '^28[0-9]{8}$'),
    extraction_date date not null,
    state text not null check (state in ('waiting', 'released')),
    -- When the last new bill of the batch arrived.
    arrived_at timestamptz not null default now(),
    -- Null until the audit of the batch is complete, and again while its bills are audited anew.
    checked_at timestamptz,
    -- Detects changes of the bills while they are counted.
    version bigint not null default 1 check (version >= 1),
    -- The bills that were audited.
    bills bigint not null default 0 check (bills >= 0),
    flagged_bills bigint not null default 0,
    -- Of each bill its largest finding.
    at_stake numeric(16, 2) not null default 0,
    -- Bills with a finding, by rule.
    rules jsonb not null default '{}' check (jsonb_typeof(rules) = 'object'),
    -- The share of bills with a finding, in hundredths of a percent.
    flagged_rate bigint not null generated always as (case when bills = 0 then 0 else flagged_bills * 10000 / bills end) stored,
    -- The first officer's decision, where two must agree.
    proposed_by uuid references person,
    proposed_at timestamptz,
    proposed_reason text check (length(proposed_reason) between 1 and 500),
    -- The officer who released the batch; null if the portal did.
    released_by uuid references person,
    released_at timestamptz,
    reason text check (length(reason) between 1 and 500),
    constraint flagged_bills_are_bills check (flagged_bills between 0 and bills),
    constraint a_proposal_is_complete check (num_nonnulls(proposed_by, proposed_at, proposed_reason) in (0, 3)),
    constraint a_released_batch_has_its_time check ((state = 'released') = (released_at is not null)),
    constraint an_officer_gives_a_reason check ((released_by is null) = (reason is null)),
    constraint two_officers_decide check (proposed_by <> released_by)
);

-- Each order of the list has an index, and so have the batches that wait.
create index batch_reviews_by_day on batch_review (extraction_date, bill_batch_id);
create index batch_reviews_by_rate on batch_review (flagged_rate, bill_batch_id);
create index waiting_batches on batch_review (bill_batch_id) where state = 'waiting';
create index batches_to_check on batch_review (extraction_date) where checked_at is null;

-- A bill of a batch that waits is on hold as well.
drop view bill_on_hold;
drop function bill_hold_cause(smallint, numeric, numeric, boolean, text, boolean);

-- `bills::hold_cause` of core: why a bill is on hold, or null. Every selection of many bills leaves out bills on hold.
create function bill_hold_cause(status smallint, amount numeric, current_charge numeric, disable_payment boolean,
                                e_invoice_status text, has_open_query boolean, does_batch_wait boolean)
    returns text language sql immutable parallel safe
    return case
        when not bill_is_selectable(status, amount, current_charge, disable_payment) then null
        when does_batch_wait then 'batch'
        when has_open_query then 'query'
        when e_invoice_status = 'cancelled' then 'eInvoice'
    end;

-- The bills on hold. Each part is found by its own index; the conditions on the columns are those of the index.
create view bill_on_hold as
select bulk_id, bill_batch_id, invoice_no, 'batch' as cause
from bill b
where bill_batch_id in (select r.bill_batch_id from batch_review r where r.state = 'waiting') and status <> 4
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status, false, true) is not null
union all
select bulk_id, bill_batch_id, invoice_no, 'query' as cause
from bill b
where (bulk_id, invoice_no) in (select q.bulk_id, q.invoice_no from bill_query q where query_is_open(q.state))
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status, true, false) is not null
  and not exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting')
union all
select bulk_id, bill_batch_id, invoice_no, 'eInvoice' as cause
from bill b
where e_invoice_status = 'cancelled' and status <> 4
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status, false, false) is not null
  and not exists (select from bill_query q where q.bulk_id = b.bulk_id and q.invoice_no = b.invoice_no and query_is_open(q.state))
  and not exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting');
