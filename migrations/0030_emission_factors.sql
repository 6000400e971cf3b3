-- Emission factors of the grids, with all their revisions (docs/domain/carbon.md). The feed delivers them. A revision is another
-- row, because a report shows the figure by the earlier revision as well.

create table emission_factor (
    region text not null check (region in ('peninsular', 'sabah', 'sarawak')),
    -- The first day for which it holds, until the next factor of the region begins.
    from_day date not null,
    published date not null,
    -- Kilograms of CO2e for a kWh.
    factor numeric(7, 6) not null check (factor > 0 and factor <= 5),
    -- The publication, as an auditor cites it.
    source text not null check (length(source) between 1 and 300),
    is_provisional boolean not null,
    primary key (region, from_day, published)
);

alter table feed_import drop constraint feed_import_kind_check;
alter table feed_import add constraint feed_import_kind_check
    check (kind in ('accounts', 'bills', 'charges', 'prices', 'factors'));
