-- Two numbers of one payment that differ only by leading zeros have one key: 00123456 and 123456.
alter table bank_money_awaited
    add column place integer not null default 1,
    drop constraint bank_money_awaited_pkey,
    add primary key (payment_id, version, number_key, place);
