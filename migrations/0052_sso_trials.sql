-- Settings of a company's provider are tried by the Master before any other user signs in with them.

-- Settings that wait for a trial, one for each company. A trial that succeeds moves them to sso_provider.
create table sso_untried (
    bulk_id text primary key references bulk_account,
    -- The secret is encrypted for this id. New settings get a new one, so that a trial cannot confirm others.
    provider_id uuid not null unique,
    issuer text not null check (length(issuer) between 1 and 500),
    client_id text not null check (length(client_id) between 1 and 500),
    client_secret bytea,
    authorization_endpoint text not null,
    token_endpoint text not null,
    jwks_uri text not null,
    secret_in_body boolean not null,
    names_itself boolean not null,
    set_at timestamptz not null,
    -- Why the last trial failed: the name of a code, and the values of its sentence.
    failed_at timestamptz,
    failure text,
    failure_values jsonb,
    constraint a_failure_has_a_time check ((failed_at is null) = (failure is null) and (failed_at is null) = (failure_values is null))
);

-- Null for settings that are older than trials.
alter table sso_provider add column tried_at timestamptz;
-- Whether the provider compares the secret in the header without decoding it, against RFC 6749.
alter table sso_provider add column secret_undecoded boolean not null default false;

-- Settings with which a user signed in are known to work, and a required sign-in stays required. All others need a trial.
insert into sso_untried (bulk_id, provider_id, issuer, client_id, client_secret, authorization_endpoint, token_endpoint, jwks_uri,
                         secret_in_body, names_itself, set_at)
select bulk_id, provider_id, issuer, client_id, client_secret, authorization_endpoint, token_endpoint, jwks_uri,
       secret_in_body, names_itself, changed_at
from sso_provider p
where mode <> 'required' and not exists (select from sso_identity i where i.bulk_id = p.bulk_id and i.issuer = p.issuer);

delete from sso_provider p
where mode <> 'required' and not exists (select from sso_identity i where i.bulk_id = p.bulk_id and i.issuer = p.issuer);

-- A trial names the settings that it tries.
alter table sso_sign_in add column provider_id uuid;
alter table sso_sign_in drop constraint sso_sign_in_purpose_check;
alter table sso_sign_in add constraint sso_sign_in_purpose_check check (purpose in ('signIn', 'link', 'confirm', 'trial'));
alter table sso_sign_in add constraint a_trial_names_its_settings check ((purpose = 'trial') = (provider_id is not null));
