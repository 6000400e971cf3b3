-- Queries about bills: what customers ask the utility, its answers, and the hold of a bill until its query is settled.

-- Whether a query is not settled yet; core's `QueryState::is_open`.
create function query_is_open(state text) returns boolean language sql immutable parallel safe
    return state in ('open', 'answered', 'reopened');

create table bill_query (
    query_id uuid primary key,
    bulk_id text not null references bulk_account,
    invoice_no text not null references bill,
    account_no text not null references account_master,
    kind text not null
        check (kind in ('amount', 'reading', 'tariff', 'period', 'duplicate', 'payment', 'eInvoice', 'other')),
    -- The line of the bill, from 1. Null if the query is about the whole bill.
    line integer check (line >= 1),
    state text not null check (state in ('open', 'answered', 'reopened', 'accepted', 'closed', 'withdrawn')),
    -- Detects concurrent changes by two users.
    version integer not null default 1 check (version >= 1),
    opened_by uuid not null references person,
    opened_at timestamptz not null,
    -- The amount of the bill when the query was opened.
    amount numeric(16, 2) not null,
    -- The day on which the next answer is due. Null while no answer is awaited.
    answer_due date,
    -- When staff last answered.
    answered_at timestamptz,
    ended_at timestamptz,
    -- The staff user who handles the query.
    assigned_to uuid references person,
    -- The utility's own case number.
    case_no text check (length(case_no) between 1 and 40),
    -- The corrected bill that the feed delivered since: the bill itself, or the one that replaces it.
    corrected_invoice_no text references bill,
    corrected_amount numeric(16, 2),
    corrected_at timestamptz,
    constraint an_answer_is_due_while_it_is_awaited check ((answer_due is not null) = (state in ('open', 'reopened'))),
    constraint an_answered_query_has_its_answer check (state not in ('answered', 'reopened', 'accepted') or answered_at is not null),
    constraint a_query_has_an_end_once_it_ended check ((ended_at is null) = query_is_open(state)),
    constraint a_correction_is_complete
        check (num_nonnulls(corrected_invoice_no, corrected_amount, corrected_at) in (0, 3))
);

-- A bill has at most one open query. The index also finds the bills on hold.
create unique index one_open_query_of_a_bill on bill_query (bulk_id, invoice_no) where query_is_open(state);
create index queries_by_time on bill_query (bulk_id, opened_at, query_id);
create index queries_by_answer on bill_query (bulk_id, coalesce(answer_due, 'infinity'::date), query_id);
-- The staff's list. Its expression differs from that of the customers' index, so that a customer's list never reads it.
create index all_queries_by_answer on bill_query (coalesce(answer_due, '9999-12-31'::date), query_id);
create index all_queries_by_time on bill_query (opened_at, query_id);
-- The job that follows queries up.
create index open_queries on bill_query (query_id) where query_is_open(state);

-- The query that asks about a finding. Its state decides the finding's (core's `QueryState::finding_state`).
alter table finding
    add column query_id uuid references bill_query,
    add constraint an_asked_finding_has_its_query check (state not in ('asked', 'answered') or query_id is not null);

create index findings_of_query on finding (query_id) where query_id is not null;

-- The messages of a query. Place 1 is the question.
create table query_message (
    query_id uuid not null references bill_query,
    place integer not null check (place >= 1),
    bulk_id text not null,
    is_staff boolean not null,
    author_id uuid not null references person,
    message text not null check (length(message) between 1 and 4000),
    written_at timestamptz not null,
    -- The day on which this answer was due. Null for customers' messages, and for answers that no one awaited.
    answer_due date check (is_staff or answer_due is null),
    primary key (query_id, place)
);

-- The service figure: answers by the month in which they were due.
create index answers_by_due_day on query_message (answer_due) where answer_due is not null;

-- The files of a query. Their bytes are in the file store.
create table query_file (
    file_id uuid primary key,
    query_id uuid not null references bill_query,
    bulk_id text not null,
    is_staff boolean not null,
    author_id uuid not null references person,
    name text not null,
    kind text not null check (kind in ('pdf', 'png', 'jpeg')),
    size bigint not null check (size > 0),
    sha256 bytea not null check (length(sha256) = 32),
    added_at timestamptz not null
);

create index files_of_query on query_file (query_id, added_at, file_id);

-- A bill with an open query is on hold as well.
drop view bill_on_hold;
drop function bill_hold_cause(smallint, numeric, numeric, boolean, text);

-- `bills::hold_cause` of core: why a bill is on hold, or null. Every selection of many bills leaves out bills on hold.
create function bill_hold_cause(status smallint, amount numeric, current_charge numeric, disable_payment boolean,
                                e_invoice_status text, has_open_query boolean)
    returns text language sql immutable parallel safe
    return case
        when not bill_is_selectable(status, amount, current_charge, disable_payment) then null
        when has_open_query then 'query'
        when e_invoice_status = 'cancelled' then 'eInvoice'
    end;

-- The bills on hold. Each part is found by its own index; the conditions on the columns are those of the index.
create view bill_on_hold as
select bulk_id, bill_batch_id, invoice_no, 'query' as cause
from bill b
where (bulk_id, invoice_no) in (select q.bulk_id, q.invoice_no from bill_query q where query_is_open(q.state))
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status, true) is not null
union all
select bulk_id, bill_batch_id, invoice_no, 'eInvoice' as cause
from bill b
where e_invoice_status = 'cancelled' and status <> 4
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status, false) is not null
  and not exists (select from bill_query q where q.bulk_id = b.bulk_id and q.invoice_no = b.invoice_no and query_is_open(q.state));
