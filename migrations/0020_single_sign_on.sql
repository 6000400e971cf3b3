-- Sign-in through a company's own OpenID Connect provider: its settings, its mail domains, the users who are connected with it,
-- and sign-ins that wait for the provider's answer.

create table sso_provider (
    bulk_id text primary key references bulk_account,
    -- The secret is encrypted for this id.
    provider_id uuid not null unique,
    mode text not null check (mode in ('off', 'optional', 'required')),
    -- The day from which the Master needs a second factor for the sign-in that stays if the provider fails.
    required_from date,
    issuer text not null check (length(issuer) between 1 and 500),
    client_id text not null check (length(client_id) between 1 and 500),
    -- The client secret, encrypted by the key `factors` of the table `secret`. Null for a provider that relies on PKCE.
    client_secret bytea,
    -- From the provider's configuration, as it was when the settings were saved.
    authorization_endpoint text not null,
    token_endpoint text not null,
    jwks_uri text not null,
    -- Whether the secret goes into the body of the token request, and not into its header.
    secret_in_body boolean not null,
    -- Whether the provider names itself in its answers (RFC 9207).
    names_itself boolean not null,
    changed_at timestamptz not null,
    constraint a_required_sign_in_has_a_day check ((mode = 'required') = (required_from is not null))
);

create table sso_domain (
    bulk_id text not null references bulk_account,
    domain text not null check (domain = lower(domain) and length(domain) <= 253),
    -- The text that the DNS record must have.
    token text not null,
    added_at timestamptz not null,
    proved_at timestamptz,
    -- The record of a proved domain is read every day: when it was last read and last found, and since when it is missing.
    read_at timestamptz,
    seen_at timestamptz,
    missing_since timestamptz,
    primary key (bulk_id, domain),
    constraint only_a_proved_domain_is_read
        check ((proved_at is null) = (read_at is null) and (read_at is not null or missing_since is null))
);

-- A domain leads to one company. Any company may add it, but only one can prove it.
create unique index a_domain_is_proved_once on sso_domain (domain) where proved_at is not null;
create index sso_domains_to_read on sso_domain (read_at) where proved_at is not null;

-- The users who are connected with a provider. The provider's subject is the identity; an e-mail address never is.
create table sso_identity (
    bulk_id text not null references bulk_account,
    issuer text not null,
    subject text not null check (length(subject) between 1 and 255),
    person_id uuid not null references person,
    linked_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (bulk_id, issuer, subject),
    constraint a_user_has_one_identity unique (bulk_id, issuer, person_id)
);

create index sso_identities_of_person on sso_identity (person_id);

-- Sign-ins that wait for the provider's answer. Only hashes of handle and state are stored; nonce and PKCE verifier follow from
-- the handle and the seed together. A used row stays until it expires, so that a replay is recognised.
create table sso_sign_in (
    handle_hash bytea primary key,
    state_hash bytea not null,
    seed bytea not null,
    purpose text not null check (purpose in ('signIn', 'link', 'confirm')),
    bulk_id text not null references bulk_account,
    -- The provider that was asked. Settings that changed meanwhile void the sign-in.
    issuer text not null,
    client_id text not null,
    person_id uuid references person,
    session_id uuid references session on delete cascade,
    -- The network address and the browser that the handle was given to. It is refused from elsewhere.
    address text not null,
    device text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    constraint a_proof_has_a_session check ((purpose = 'signIn') = (session_id is null) and (person_id is null) = (session_id is null))
);

create index sso_sign_ins_by_time on sso_sign_in (expires_at);
-- Deleting old sessions deletes their questions.
create index sso_sign_ins_of_session on sso_sign_in (session_id) where session_id is not null;
