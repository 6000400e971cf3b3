-- Cost centres of bulk accounts, the coding of accounts and the defaults of groups (docs/domain/costs.md).

create table cost_centre (
    bulk_id text not null references bulk_account,
    -- Compared by bytes, as core does: equal remainders go to the first code.
    code text collate "C" not null check (code ~ '^[A-Z0-9][A-Z0-9./_-]{0,19}$'),
    name text not null check (length(trim(name)) between 1 and 60),
    -- Whether new codings may use it.
    is_active boolean not null default true,
    primary key (bulk_id, code)
);

-- The coding of an account for some time. It leaves with the account. Periods of an account do not overlap; core checks this.
create table account_coding (
    bulk_id text not null references bulk_account,
    account_no text not null references electricity_account on delete cascade,
    from_day date not null,
    -- Null while it has no end.
    until_day date check (until_day >= from_day),
    primary key (bulk_id, account_no, from_day)
);

-- The foreign key's deletes.
create index codings_of_account on account_coding (account_no);

-- The parts of a period. Their shares add up to 10,000; core checks this.
create table account_coding_part (
    bulk_id text not null,
    account_no text not null,
    from_day date not null,
    code text collate "C" not null,
    -- In 1/10,000.
    share integer not null check (share between 1 and 10000),
    ledger_account text not null check (length(ledger_account) between 1 and 20),
    primary key (bulk_id, account_no, from_day, code),
    foreign key (bulk_id, account_no, from_day) references account_coding on delete cascade,
    constraint coded_accounts_use_the_cost_centre foreign key (bulk_id, code) references cost_centre
);

create index coding_parts_of_cost_centre on account_coding_part (bulk_id, code);

-- The default coding of a group, for days that an account's own coding does not cover.
create table group_coding_part (
    bulk_id text not null,
    group_id uuid not null,
    code text collate "C" not null,
    share integer not null check (share between 1 and 10000),
    ledger_account text not null check (length(ledger_account) between 1 and 20),
    primary key (bulk_id, group_id, code),
    foreign key (bulk_id, group_id) references account_group (bulk_id, group_id) on delete cascade,
    constraint coded_groups_use_the_cost_centre foreign key (bulk_id, code) references cost_centre
);

create index group_parts_of_cost_centre on group_coding_part (bulk_id, code);
