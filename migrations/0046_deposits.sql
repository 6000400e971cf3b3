-- Deposits that the utility holds for accounts, as the billing system delivers them (docs/domain/accounts.md#deposits). Until now
-- no customer saw that the utility held more than two months' bills, or that a guarantee ended.

create table deposit (
    deposit_no text primary key check (length(deposit_no) between 1 and 40),
    -- A deposit belongs to its account, and goes with it to another bulk account.
    account_no text not null references account_master,
    kind text not null check (kind in ('cash', 'bankGuarantee')),
    amount numeric(16, 2) not null check (amount > 0),
    since date not null,
    -- The last day of a guarantee.
    until date,
    bank text check (length(bank) between 1 and 100),
    returned_on date,
    -- The last day of which users were told that it is near.
    told_until date,
    constraint only_a_guarantee_has_a_bank_and_an_end check (kind = 'bankGuarantee' or until is null and bank is null),
    constraint a_deposit_ends_after_it_begins check (until >= since and returned_on >= since)
);

create index deposits_of_account on deposit (account_no);
create index guarantees_by_end on deposit (until) where until is not null and returned_on is null;

alter table feed_import drop constraint feed_import_kind_check;
alter table feed_import add constraint feed_import_kind_check
    check (kind in ('accounts', 'bills', 'charges', 'kinds', 'prices', 'factors', 'certificates', 'settlements', 'deposits', 'companies', 'users',
                    'groups', 'references', 'paymentHistory'));
