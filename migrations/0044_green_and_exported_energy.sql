-- Two roles of kinds of charges (docs/domain/bills.md#kinds-of-charges): a premium for green energy, to which adjustments do not
-- apply, and a credit for energy that the site fed into the grid. Until now, they had the roles of adjustments and of other credits.

alter table charge_kind drop constraint charge_kind_role_check;
alter table charge_kind add constraint charge_kind_role_check
    check (role in ('energy', 'demand', 'fixed', 'adjustment', 'green', 'fund', 'tax', 'credit', 'export', 'oneOff', 'deposit',
                    'late', 'rounding'));
