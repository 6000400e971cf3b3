-- The daily look at all facts read every fact in one transaction, which holds back the cleanup of the whole database for as long
-- as it lasts. Now the facts of each seal are verified by themselves, page by page, and this is what was found of each of them.

create table fact_seal_check (
    -- The seal's.
    day date primary key,
    checked_at timestamptz not null,
    facts bigint not null,
    -- How many facts and seals do not hold, and the first of them, as an operator can look them up.
    broken bigint not null,
    findings text[] not null
);

create index fact_seals_to_check on fact_seal_check (checked_at);
