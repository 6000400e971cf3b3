-- API tokens, by which a company's own systems call the portal without a user (docs/domain/tokens.md). The text of a token
-- is stored nowhere.

create table api_token (
    bulk_id text not null references bulk_account,
    token_id uuid not null,
    -- The name of the integration.
    name text not null,
    -- The last characters of the token, by which its users recognise it.
    ending text not null,
    scopes text[] not null,
    -- The networks from which it may be used; any address if empty.
    networks text[] not null,
    -- The user whose rights limit the token.
    created_by uuid not null references person,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz,
    last_used_address text,
    -- The days before the expiry of the last reminder; null if none was sent or became useless.
    reminded_days smallint,
    primary key (bulk_id, token_id)
);

create index tokens_by_person on api_token (created_by);
create index tokens_by_expiry on api_token (expires_at) where revoked_at is null;

create table api_token_secret (
    -- SHA-256 of the token.
    token_hash bytea primary key,
    bulk_id text not null,
    token_id uuid not null,
    -- Until when a replaced token works; null for the current one.
    works_until timestamptz,
    foreign key (bulk_id, token_id) references api_token on delete cascade
);

create unique index a_token_has_one_current_secret on api_token_secret (bulk_id, token_id) where works_until is null;
create index secrets_of_token on api_token_secret (bulk_id, token_id);

-- When a refused call of a token was last recorded as a fact, for each reason.
create table api_token_refusal (
    bulk_id text not null,
    token_id uuid not null,
    reason text not null,
    recorded_at timestamptz not null,
    primary key (bulk_id, token_id, reason),
    foreign key (bulk_id, token_id) references api_token on delete cascade
);
