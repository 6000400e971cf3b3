-- Renewable energy certificates that were retired for accounts (docs/domain/carbon.md#market-based-figure). The feed delivers them.
-- Until now the emissions report had the location-based figure only.

create table energy_certificate (
    certificate_no text primary key check (length(certificate_no) between 1 and 60),
    account_no text not null references account_master,
    -- The days whose use it covers.
    from_day date not null,
    to_day date not null check (to_day >= from_day),
    kwh numeric(14, 2) not null check (kwh > 0),
    -- The register or programme, as an auditor cites it.
    source text not null check (length(source) between 1 and 300),
    delivered_at timestamptz not null default now(),
    -- A withdrawn certificate covers nothing. Its row stays, so that its number is not used again.
    withdrawn_at timestamptz
);

create index certificates_of_account on energy_certificate (account_no);

alter table feed_import drop constraint feed_import_kind_check;
alter table feed_import add constraint feed_import_kind_check
    check (kind in ('accounts', 'bills', 'charges', 'kinds', 'prices', 'factors', 'certificates', 'settlements', 'companies',
                    'users', 'groups', 'references', 'paymentHistory'));
