-- The DNS record of a proved domain is read every day (docs/domain/people.md).

alter table sso_domain
    -- When the record was last read and last found, and since when it is missing.
    add column read_at timestamptz,
    add column seen_at timestamptz,
    add column missing_since timestamptz;

update sso_domain set read_at = proved_at, seen_at = proved_at where proved_at is not null;

alter table sso_domain
    add constraint only_a_proved_domain_is_read
        check ((proved_at is null) = (read_at is null) and (read_at is not null or missing_since is null));

create index sso_domains_to_read on sso_domain (read_at) where proved_at is not null;
