-- Second factors of users: passkeys, authenticator apps and recovery codes; and who needs one.

create table factor (
    factor_id uuid primary key,
    person_id uuid not null references person,
    kind text not null check (kind in ('passkey', 'totp')),
    -- The name that the user gave it.
    name text not null check (length(name) between 1 and 60),
    added_at timestamptz not null,
    last_used_at timestamptz,
    -- The secret of an authenticator app, encrypted by the key `factors` of the table `secret`.
    secret bytea,
    -- The last time step whose code was used. Its code and earlier ones are refused.
    last_step bigint,
    -- A passkey: its id, and its public key with counter as the library serialises them.
    credential_id bytea unique,
    credential jsonb,
    constraint an_app_has_a_secret check ((kind = 'totp') = (secret is not null)),
    constraint only_an_app_has_a_step check (kind = 'totp' or last_step is null),
    constraint a_passkey_has_a_credential
        check ((kind = 'passkey') = (credential_id is not null) and (kind = 'passkey') = (credential is not null))
);

create index factors_of_person on factor (person_id, added_at);

create table recovery_code (
    person_id uuid not null references person,
    code_hash bytea not null,
    made_at timestamptz not null,
    used_at timestamptz,
    primary key (person_id, code_hash)
);

-- Questions that wait for a second factor: a sign-in after the password, a sign-in with a passkey, a proof of identity, or a new
-- factor. Only the hash of the handle is stored.
create table factor_challenge (
    handle_hash bytea primary key,
    purpose text not null check (purpose in ('signIn', 'passkeySignIn', 'proof', 'totp', 'passkey')),
    -- Null for a sign-in with a passkey, which names the user in its answer.
    person_id uuid references person,
    -- The session that asked. Null for a sign-in.
    session_id uuid references session on delete cascade,
    -- The network address and the browser that the handle was given to. It is refused from elsewhere.
    address text not null,
    device text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- The library's state of a question to a passkey.
    passkey_state jsonb,
    -- The encrypted secret of an authenticator app that is not confirmed yet.
    secret bytea,
    constraint a_passkey_names_its_user check ((purpose = 'passkeySignIn') = (person_id is null)),
    constraint a_signed_in_user_has_a_session
        check ((purpose in ('proof', 'totp', 'passkey')) = (session_id is not null)),
    constraint a_new_app_has_a_secret check ((purpose = 'totp') = (secret is not null))
);

create index factor_challenges_by_time on factor_challenge (expires_at);
create index factor_challenges_of_person on factor_challenge (person_id);
-- Deleting old sessions deletes their questions.
create index factor_challenges_of_session on factor_challenge (session_id) where session_id is not null;

-- Which roles of a bulk account need a second factor, and from which day.
create table factor_policy (
    bulk_id text primary key references bulk_account,
    roles text[] not null check (cardinality(roles) > 0 and roles <@ array['master', 'member', 'viewer']),
    required_from date not null
);

-- Resets of the factors of users who lost them. A second officer confirms the reset, and it takes effect a day later, at the
-- user's next sign-in. A sign-in with a factor ends it, because then the factors are not lost.
create table factor_reset (
    person_id uuid primary key references person,
    reason text not null,
    proposed_by uuid not null references person,
    proposed_at timestamptz not null,
    confirmed_by uuid references person,
    due_at timestamptz,
    constraint a_confirmed_reset_is_due check ((confirmed_by is null) = (due_at is null)),
    constraint a_reset_has_two_officers check (confirmed_by <> proposed_by),
    constraint nobody_resets_their_own_factors check (person_id not in (proposed_by, confirmed_by))
);

create index factor_resets_by_proposer on factor_reset (proposed_by);
