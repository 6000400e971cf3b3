-- Findings of the bill audit, with published prices, thresholds and muted rules (docs/domain/audit.md).

-- Published prices. The feed delivers them. Prices of one key neither overlap nor leave a gap; core checks this.
create table price (
    -- '' for a price of all tariffs.
    tariff text not null check (length(tariff) <= 60),
    kind text not null check (kind in ('energy', 'capacity', 'network', 'retail', 'afa', 'kwtbb', 'tax')),
    -- '' for a price without blocks.
    block text not null check (block in ('', 'peak', 'offPeak', 'first', 'second', 'third', 'demand')),
    from_day date not null,
    -- Null while the price has no end.
    to_day date check (to_day >= from_day),
    rate numeric(14, 2) not null,
    unit text not null check (unit in ('kwh', 'kw', 'month', 'percent')),
    primary key (tariff, kind, block, from_day)
);

-- Whether an earlier delivery had this number with another period or total.
alter table bill add column was_replaced boolean not null default false;

create function note_replaced_bill() returns trigger language plpgsql as $$
begin
    new.was_replaced := true;
    return new;
end
$$;

create trigger replaced_bills_noted before update of reading_start, reading_end, total_amount_payable on bill
    for each row
    when ((old.reading_start, old.reading_end, old.total_amount_payable)
          is distinct from (new.reading_start, new.reading_end, new.total_amount_payable))
    execute function note_replaced_bill();

-- A finding of one rule on one bill. Account, batch and day are copies of the bill's, for orders and filters. Each audit of the
-- bill refreshes them.
create table finding (
    bulk_id text not null references bulk_account,
    finding_id bigint generated always as identity,
    invoice_no text not null references bill on delete cascade,
    rule text not null,
    account_no text not null,
    bill_batch_id text not null,
    invoice_date date not null,
    state text not null check (state in ('open', 'dismissed', 'asked', 'answered', 'settled', 'withdrawn')),
    -- The figures of the last audit that reported it.
    evidence jsonb not null check (jsonb_typeof(evidence) = 'object'),
    at_stake numeric(16, 2) not null,
    -- The other bill that proves it.
    proof text,
    found_at timestamptz not null,
    -- Whether users were notified of it, or it is too old for a notification.
    is_announced boolean not null default false,
    -- Whether a user dismissed this evidence. Stays true while the finding is withdrawn.
    was_dismissed boolean not null default false,
    -- The user who dismissed it or opened it again last, when, and why.
    decided_by uuid references person,
    decided_at timestamptz,
    reason text check (length(reason) between 1 and 500),
    primary key (bulk_id, finding_id),
    constraint one_finding_of_a_rule_on_a_bill unique (bulk_id, invoice_no, rule),
    constraint a_decision_has_a_user_and_a_time check ((decided_by is null) = (decided_at is null)),
    constraint a_dismissed_finding_has_a_reason
        check (state <> 'dismissed' or (was_dismissed and decided_by is not null and reason is not null))
);

-- Each order of the list has an index, and so have the open findings.
create index findings_by_stake on finding (bulk_id, at_stake, finding_id);
create index findings_by_state on finding (bulk_id, state, at_stake, finding_id);
create index findings_by_invoice_date on finding (bulk_id, invoice_date, finding_id);
create index findings_by_time on finding (bulk_id, found_at, finding_id);
create index findings_by_account on finding (bulk_id, account_no, finding_id);
create index findings_by_rule on finding (bulk_id, rule, finding_id);
create index findings_to_announce on finding (bulk_id, bill_batch_id) where not is_announced;
-- The foreign key's deletes.
create index findings_of_bill on finding (invoice_no);

-- Accounts whose bills must be audited. Rows are only inserted, so writers never wait for each other. An audit deletes the rows
-- that it read, in the transaction that stores its findings: a change during the audit has a row of its own and is audited again.
create table audit_due (
    bulk_id text not null,
    account_no text not null,
    stamp bigint generated always as identity,
    -- The day from which the audit is due. A later day is set by the audit itself, when its result depends on the day.
    due_on date not null default '-infinity',
    primary key (bulk_id, account_no, stamp)
);

create index audits_by_day on audit_due (due_on, bulk_id);

-- The median change in use of a company's bills of a month, in percent. Changes that the whole company shares are not reported.
create table use_median (
    bulk_id text not null references bulk_account,
    -- The first day of the month of the invoice date.
    month date not null,
    percent bigint not null,
    bills bigint not null check (bills > 0),
    primary key (bulk_id, month)
);

-- The thresholds of a company that has set its own.
create table audit_setting (
    bulk_id text primary key references bulk_account,
    settings jsonb not null check (jsonb_typeof(settings) = 'object'),
    version bigint not null check (version > 0),
    changed_by uuid not null references person,
    changed_at timestamptz not null
);

-- Rules that a company muted for an account.
create table audit_mute (
    bulk_id text not null references bulk_account,
    account_no text not null references account_master,
    rule text not null,
    -- The last day on which the rule is muted.
    until date not null,
    reason text not null check (length(reason) between 1 and 500),
    muted_by uuid not null references person,
    muted_at timestamptz not null,
    primary key (bulk_id, account_no, rule)
);

create index mutes_by_day on audit_mute (bulk_id, until);

-- Marks the accounts of new, deleted and changed bills. A payment marks an account only when it is posted or undone. A bill that
-- leaves its company loses its findings there, after the account was marked.
create function mark_bills_to_audit() returns trigger language plpgsql as $$
declare
    gone record;
begin
    if tg_op = 'INSERT' then
        insert into audit_due (bulk_id, account_no)
        select distinct bulk_id, account_no from new_rows where bulk_id is not null;
    elsif tg_op = 'DELETE' then
        insert into audit_due (bulk_id, account_no)
        select distinct bulk_id, account_no from old_rows where bulk_id is not null;
    else
        -- Set operations, because a cached plan of a join could be quadratic for a statement that changes many bills.
        insert into audit_due (bulk_id, account_no)
        select distinct bulk_id, account_no
        from ((select invoice_no, bulk_id, account_no, bill_batch_id, invoice_date, due_date, bill_type, reading_type, reading_start,
                    reading_end, tariff, consumption_kwh, maximum_demand_kw, current_charge, outstanding_amount, tax_amount,
                    total_amount_payable, was_replaced, bill_is_unpaid(status),
                    coalesce(e_invoice_status = 'cancelled', false) from new_rows
               except select invoice_no, bulk_id, account_no, bill_batch_id, invoice_date, due_date, bill_type, reading_type, reading_start,
                    reading_end, tariff, consumption_kwh, maximum_demand_kw, current_charge, outstanding_amount, tax_amount,
                    total_amount_payable, was_replaced, bill_is_unpaid(status),
                    coalesce(e_invoice_status = 'cancelled', false) from old_rows)
              union all
              (select invoice_no, bulk_id, account_no, bill_batch_id, invoice_date, due_date, bill_type, reading_type, reading_start,
                    reading_end, tariff, consumption_kwh, maximum_demand_kw, current_charge, outstanding_amount, tax_amount,
                    total_amount_payable, was_replaced, bill_is_unpaid(status),
                    coalesce(e_invoice_status = 'cancelled', false) from old_rows
               except select invoice_no, bulk_id, account_no, bill_batch_id, invoice_date, due_date, bill_type, reading_type, reading_start,
                    reading_end, tariff, consumption_kwh, maximum_demand_kw, current_charge, outstanding_amount, tax_amount,
                    total_amount_payable, was_replaced, bill_is_unpaid(status),
                    coalesce(e_invoice_status = 'cancelled', false) from new_rows)) changed
        where bulk_id is not null;
        -- Bill by bill, because the plan of one statement for all could read the whole table.
        for gone in select bulk_id, invoice_no from old_rows where bulk_id is not null
                    except select bulk_id, invoice_no from new_rows
        loop
            delete from finding where bulk_id = gone.bulk_id and invoice_no = gone.invoice_no;
        end loop;
    end if;
    return null;
end
$$;

create trigger inserted_bills_marked after insert on bill
    referencing new table as new_rows for each statement execute function mark_bills_to_audit();
create trigger updated_bills_marked after update on bill
    referencing old table as old_rows new table as new_rows for each statement execute function mark_bills_to_audit();
create trigger deleted_bills_marked after delete on bill
    referencing old table as old_rows for each statement execute function mark_bills_to_audit();

-- Marks the accounts of bills whose lines changed. A bill that moves has a statement of its own for its lines, so each bill is looked
-- up by its key: a join could read the whole table for each of them. `offset 0` keeps the planner from making a join of it.
create function mark_charges_to_audit() returns trigger language plpgsql as $$
begin
    execute 'insert into audit_due (bulk_id, account_no)
        select distinct b.bulk_id, b.account_no
        from (' || changed_rows(tg_op) || ') c
        cross join lateral (select bulk_id, account_no from bill where invoice_no = c.invoice_no offset 0) b
        where b.bulk_id is not null';
    return null;
end
$$;

create trigger inserted_charges_marked after insert on bill_charges
    referencing new table as new_rows for each statement execute function mark_charges_to_audit();
create trigger updated_charges_marked after update on bill_charges
    referencing old table as old_rows new table as new_rows for each statement execute function mark_charges_to_audit();
create trigger deleted_charges_marked after delete on bill_charges
    referencing old table as old_rows for each statement execute function mark_charges_to_audit();

-- Marks accounts whose record changed.
create function mark_accounts_to_audit() returns trigger language plpgsql as $$
begin
    insert into audit_due (bulk_id, account_no)
    select e.bulk_id, e.account_no
    from (select account_no, tariff, active from new_rows
          except select account_no, tariff, active from old_rows) changed
    cross join lateral (select bulk_id, account_no from electricity_account where account_no = changed.account_no offset 0) e;
    return null;
end
$$;

create trigger known_accounts_marked after update on account_master
    referencing old table as old_rows new table as new_rows for each statement execute function mark_accounts_to_audit();

-- Marks every account, because a price of any tariff counts for the comparison of tariffs.
create function mark_all_to_audit() returns trigger language plpgsql as $$
declare
    has_changed boolean;
begin
    execute 'select exists (select from (' || changed_rows(tg_op) || ') c)' into has_changed;
    if has_changed then
        insert into audit_due (bulk_id, account_no) select bulk_id, account_no from electricity_account;
    end if;
    return null;
end
$$;

create trigger inserted_prices_marked after insert on price
    referencing new table as new_rows for each statement execute function mark_all_to_audit();
create trigger updated_prices_marked after update on price
    referencing old table as old_rows new table as new_rows for each statement execute function mark_all_to_audit();
create trigger deleted_prices_marked after delete on price
    referencing old table as old_rows for each statement execute function mark_all_to_audit();

-- Marks the accounts of a company whose thresholds changed.
create function mark_company_to_audit() returns trigger language plpgsql as $$
begin
    insert into audit_due (bulk_id, account_no)
    select bulk_id, account_no from electricity_account where bulk_id = coalesce(new.bulk_id, old.bulk_id);
    return null;
end
$$;

create trigger changed_settings_marked after insert or update or delete on audit_setting
    for each row execute function mark_company_to_audit();

-- Marks an account of which a rule was muted or unmuted.
create function mark_muted_to_audit() returns trigger language plpgsql as $$
begin
    insert into audit_due (bulk_id, account_no)
    values (coalesce(new.bulk_id, old.bulk_id), coalesce(new.account_no, old.account_no));
    return null;
end
$$;

create trigger changed_mutes_marked after insert or update or delete on audit_mute
    for each row execute function mark_muted_to_audit();

-- Bills that were delivered before this migration are audited once.
insert into audit_due (bulk_id, account_no)
select distinct bulk_id, account_no from bill where bulk_id is not null;

alter table feed_import drop constraint feed_import_kind_check;
alter table feed_import add constraint feed_import_kind_check
    check (kind in ('accounts', 'bills', 'charges', 'prices'));
