-- A query can be about several bills of its bulk account (docs/domain/queries.md). Until now a company that found the same mistake
-- on many bills had a conversation for each. Programs of the previous version write `bill_query` alone, with one bill: a trigger
-- keeps the bills of queries in step. `amount`, `corrected_invoice_no`, `corrected_amount` and `corrected_at` of `bill_query`, its
-- index `one_open_query_of_a_bill`, and the trigger's insert can be dropped one version later.

create table query_bill (
    query_id uuid not null references bill_query,
    invoice_no text not null references bill,
    bulk_id text not null,
    -- The order in which the customer asked about the bills, from 1.
    place integer not null check (place >= 1),
    account_no text not null references account_master,
    -- The amount of the bill when the query was opened.
    amount numeric(16, 2) not null,
    -- When the bill left the bulk account while the query was open. The query goes on about the others.
    left_at timestamptz,
    -- Whether the query holds the bill: it is open, and the bill has not left it. Set by `hold_bills_of_query`.
    is_open boolean not null,
    -- The corrected bill that the feed delivered since: the bill itself, or the one that replaces it.
    corrected_invoice_no text references bill,
    corrected_amount numeric(16, 2),
    corrected_at timestamptz,
    primary key (query_id, invoice_no),
    constraint a_bill_that_left_is_not_held check (left_at is null or not is_open),
    constraint a_corrected_bill_is_complete
        check (num_nonnulls(corrected_invoice_no, corrected_amount, corrected_at) in (0, 3))
);

-- A bill is in at most one open query. The index also finds the bills on hold.
create unique index one_open_query_of_each_bill on query_bill (bulk_id, invoice_no) where is_open;
create index queries_of_bill on query_bill (bulk_id, invoice_no, query_id);

-- Adds the first bill of a new query. Holds the bills while their query is open, and releases them when it ends.
create function hold_bills_of_query() returns trigger language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        insert into query_bill (query_id, invoice_no, bulk_id, place, account_no, amount, is_open)
        values (new.query_id, new.invoice_no, new.bulk_id, 1, new.account_no, new.amount, query_is_open(new.state));
    else
        update query_bill set is_open = query_is_open(new.state) and left_at is null
        where query_id = new.query_id and is_open <> (query_is_open(new.state) and left_at is null);
    end if;
    return null;
end
$$;

create trigger bills_of_query_held after insert or update of state on bill_query
    for each row execute function hold_bills_of_query();

-- The trigger's lock keeps other programs from opening queries until the commit.
insert into query_bill (query_id, invoice_no, bulk_id, place, account_no, amount, is_open, corrected_invoice_no, corrected_amount,
                        corrected_at)
select query_id, invoice_no, bulk_id, 1, account_no, amount, query_is_open(state), corrected_invoice_no, corrected_amount, corrected_at
from bill_query;

-- What caused a hold: the open query or the e-invoice of the bill.
create or replace function bill_hold_source(of_bulk_id text, of_invoice_no text, cause text) returns text
    language sql stable parallel safe
    return case cause
        when 'query' then (select q.query_id::text from query_bill q
                           where q.bulk_id = of_bulk_id and q.invoice_no = of_invoice_no and q.is_open)
        when 'eInvoice' then (select b.e_invoice_uuid from bill b
                              where b.bulk_id = of_bulk_id and b.invoice_no = of_invoice_no)
        else ''
    end;

-- The bills on hold. Each part is found by its own index; the conditions on the columns are those of the index.
create or replace view bill_on_hold as
select bulk_id, bill_batch_id, invoice_no, 'batch' as cause
from bill b
where bill_batch_id in (select r.bill_batch_id from batch_review r where r.state = 'waiting') and status <> 4
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status, false, true) is not null
union all
select bulk_id, bill_batch_id, invoice_no, 'query' as cause
from bill b
where (bulk_id, invoice_no) in (select q.bulk_id, q.invoice_no from query_bill q where q.is_open)
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status, true, false) is not null
  and not exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting')
union all
select bulk_id, bill_batch_id, invoice_no, 'eInvoice' as cause
from bill b
where e_invoice_status = 'cancelled' and status <> 4
  and bill_hold_cause(status, total_amount_payable, current_charge, disable_payment, e_invoice_status, false, false) is not null
  and not exists (select from query_bill q where q.bulk_id = b.bulk_id and q.invoice_no = b.invoice_no and q.is_open)
  and not exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting');
