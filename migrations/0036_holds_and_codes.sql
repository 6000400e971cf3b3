-- A bill that a user chose although it was on hold is stored with that hold, so that a later hold is noticed
-- (docs/domain/bills.md#on-hold). A code of an authenticator app counts in three steps, each once. A webhook keeps all secrets
-- of the last 24 hours. An address that stopped its e-mails is not asked again for a year, also after it was removed.

-- The cause of the chosen hold, and the query or e-invoice that caused it. Null for items of earlier versions of the portal,
-- which stored no cause: a release asks about these bills again.
alter table proposal_item
    add column hold_cause text check (hold_cause in ('query', 'eInvoice')),
    add column hold_source text,
    add constraint a_chosen_hold_is_complete check ((hold_cause is null) = (hold_source is null)),
    add constraint only_a_held_bill_has_a_hold check (is_held or hold_cause is null);

-- What caused a hold: the open query or the e-invoice of the bill.
create function bill_hold_source(of_bulk_id text, of_invoice_no text, cause text) returns text
    language sql stable parallel safe
    return case cause
        when 'query' then (select q.query_id::text from bill_query q
                           where q.bulk_id = of_bulk_id and q.invoice_no = of_invoice_no and query_is_open(q.state))
        when 'eInvoice' then (select b.e_invoice_uuid from bill b
                              where b.bulk_id = of_bulk_id and b.invoice_no = of_invoice_no)
        else ''
    end;

alter table payment_group_item
    add column hold_cause text check (hold_cause in ('query', 'eInvoice')),
    add column hold_source text,
    add constraint a_chosen_hold_is_complete check ((hold_cause is null) = (hold_source is null)),
    add constraint only_a_held_bill_has_a_hold check (is_held or hold_cause is null);

-- The steps whose codes were used and could still be accepted.
alter table factor
    add column used_steps bigint[] not null default '{}',
    add constraint only_an_app_has_used_steps check (kind = 'totp' or used_steps = '{}');

-- The keys before `earlier_keys`, and the end of each.
alter table webhook
    add column older_keys bytea[] not null default '{}',
    add column older_until timestamptz[] not null default '{}',
    add constraint each_older_key_has_its_end check (cardinality(older_keys) = cardinality(older_until));

-- When the reader last stopped a topic or all; null if nothing is stopped. A removed address that must not be asked again is
-- kept until then, and no page shows it.
alter table mailbox add column last_stopped_at timestamptz, add column removed_at timestamptz;
update mailbox set last_stopped_at = coalesce(stopped_at, now()) where stopped_at is not null or stopped_topics <> '{}';
