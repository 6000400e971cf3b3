-- What FPX signed is kept for ever, with the key that signed it; what anybody else sends is a sample. An alert says why in a
-- form that has words in both languages, and a request says what was heard of it last.

-- The fingerprint of FPX's key that verified the message; none for ours and for what FPX did not sign.
alter table fpx_message add column key_id text;

create index signed_messages_without_order on fpx_message (message_id) where order_no is null and key_id is not null;

-- The newest messages that FPX did not sign: a ring of 1,000 places, each message cut.
create table fpx_rejected (
    place smallint primary key check (place between 0 and 999),
    at timestamptz not null,
    -- direct or indirect.
    way text not null,
    -- badSignature or unreadable.
    verdict text not null,
    network text not null check (length(network) <= 64),
    -- As much as was read of it.
    bytes integer not null,
    raw text not null check (length(raw) <= 2048)
);

create sequence fpx_rejected_place as smallint minvalue 0 maxvalue 999 start 0 cycle;

-- The answer codes that were heard last, of the debit and of the credit, and when.
alter table fpx_request
    add column heard_code text,
    add column heard_at timestamptz,
    add column credit_code text;

update fpx_request r
set heard_code = m.heard_code, heard_at = m.at, credit_code = m.credit_code
from (
    select distinct on (order_no) order_no, at,
           substring(raw from '(?:^|&)fpx_debitAuthCode=([0-9A-Z]{2})(?:&|$)') as heard_code,
           substring(raw from '(?:^|&)fpx_creditAuthCode=([0-9A-Z]{2})(?:&|$)') as credit_code
    from fpx_message where verdict in ('applied', 'late') and way <> 'request'
    order by order_no, message_id desc
) m
where m.order_no = r.order_no;

-- A payment that expired says what was heard of it last: 99 where it waited for the company's authorizer.
update payment p set bank_code = '99'
where p.status = 5 and p.bank_code is null
  and exists (select from payment_event e
              where e.payment_id = p.payment_id and e.event = 'fpxExpired' and e.from_status = 10);

alter table fpx_alert
    add column reason text,
    -- What it is about: an FPX number, an answer code, a field.
    add column value text not null default '',
    -- Money that came after the portal gave up, or came twice.
    add column amount numeric(16, 2);

update fpx_alert
set reason = case when kind = 'reconfirm' then 'lateApproval'
                  when detail like 'paid, and approved again as %' then 'paidTwice'
                  when detail like 'a signed message with another %' then 'otherField'
                  else 'answerCode' end,
    value = coalesce(substring(detail from 'approved (?:again )?as ([^ ]*) for '),
                     substring(detail from '^a signed message with another (.*)$'),
                     substring(detail from '^answer code (.*)$'), ''),
    amount = substring(detail from ' for ([0-9]+\.[0-9]{2})')::numeric;

delete from fpx_alert a using fpx_alert earlier
where earlier.order_no = a.order_no and earlier.reason = a.reason and earlier.value = a.value
  and earlier.alert_id < a.alert_id;

alter table fpx_alert
    drop column kind,
    drop column detail,
    alter column reason set not null,
    add constraint alert_reasons
        check (reason in ('lateApproval', 'paidTwice', 'answerCode', 'otherField', 'malformed', 'unanswered')),
    add constraint an_alert_is_raised_once unique (order_no, reason, value);

create index open_alerts on fpx_alert (at desc, alert_id desc) where settled_at is null;
