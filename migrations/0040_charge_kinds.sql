-- Kinds of charges are data of the utility (docs/domain/bills.md#kinds-of-charges). A line of another kind was refused with its whole
-- bill, although bills have incentives, premiums, credits, fees and deposits. Published prices may have such kinds and six decimals.

create table charge_kind (
    kind text not null check (octet_length(kind) between 1 and 32),
    -- The first day on which the row applies, until the next row of the kind begins.
    from_day date not null,
    -- The last day on which lines of the kind are expected. Null while it has no end.
    to_day date check (to_day >= from_day),
    name_en text not null check (length(name_en) between 1 and 60),
    name_ms text not null check (length(name_ms) between 1 and 60),
    role text not null check (role in ('energy', 'demand', 'fixed', 'adjustment', 'fund', 'tax', 'credit', 'oneOff', 'deposit',
                                       'late', 'rounding')),
    sign text not null check (sign in ('plus', 'minus', 'any')),
    -- The unit of published prices. Null for the units of the role.
    unit text check (unit in ('kwh', 'kw', 'month', 'percent')),
    in_fund_base boolean not null,
    in_consumption boolean not null,
    primary key (kind, from_day)
);

-- The kinds that the feed had until now. `ChargeKinds::standard` of core has the same.
insert into charge_kind (kind, from_day, name_en, name_ms, role, sign, unit, in_fund_base, in_consumption)
values
    ('energy', '2000-01-01', 'Energy', 'Tenaga', 'energy', 'any', 'kwh', true, true),
    ('capacity', '2000-01-01', 'Capacity', 'Kapasiti', 'demand', 'any', null, true, false),
    ('network', '2000-01-01', 'Network', 'Rangkaian', 'demand', 'any', null, true, false),
    ('retail', '2000-01-01', 'Retail', 'Peruncitan', 'fixed', 'any', 'month', false, false),
    ('afa', '2000-01-01', 'Automatic fuel adjustment (AFA)', 'Pelarasan Bahan Api Automatik (AFA)', 'adjustment', 'any', 'kwh',
     false, false),
    ('kwtbb', '2000-01-01', 'Renewable energy fund (KWTBB)', 'Kumpulan Wang Tenaga Boleh Baharu (KWTBB)', 'fund', 'any', 'percent',
     false, false),
    ('tax', '2000-01-01', 'Tax', 'Cukai', 'tax', 'any', 'percent', false, false),
    ('rounding', '2000-01-01', 'Rounding', 'Penggenapan', 'rounding', 'any', null, false, false),
    ('lateCharge', '2000-01-01', 'Late payment charge', 'Caj lewat bayar', 'late', 'any', null, false, false);

-- A changed kind marks every account, because the audit asks what a line is for.
create trigger inserted_kinds_marked after insert on charge_kind
    referencing new table as new_rows for each statement execute function mark_all_to_audit();
create trigger updated_kinds_marked after update on charge_kind
    referencing old table as old_rows new table as new_rows for each statement execute function mark_all_to_audit();
create trigger deleted_kinds_marked after delete on charge_kind
    referencing old table as old_rows for each statement execute function mark_all_to_audit();

-- Without a scale, so that a rate keeps the decimals with which it was delivered: the previous version reads two.
alter table price alter column rate type numeric;
alter table price add constraint a_rate_has_six_decimals check (scale(rate) <= 6 and abs(rate) < 1000000000000);
alter table price drop constraint price_kind_check;
alter table price add constraint price_kind_check check (octet_length(kind) between 1 and 32);
alter table price drop constraint price_block_check;
alter table price add constraint price_block_check
    check (block in ('', 'peak', 'offPeak', 'first', 'second', 'third', 'demand', 'export'));

alter table feed_import drop constraint feed_import_kind_check;
alter table feed_import add constraint feed_import_kind_check
    check (kind in ('accounts', 'bills', 'charges', 'kinds', 'prices', 'factors', 'settlements'));
