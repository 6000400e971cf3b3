-- Passkeys as second factors, and as a sign-in of their own. A sign-in with a passkey begins before the user is known.

alter table factor drop constraint factor_kind_check;
alter table factor add constraint factor_kind_check check (kind in ('passkey', 'totp'));
alter table factor alter column secret drop not null;
-- A passkey: its id, and its public key with counter as the library serialises them.
alter table factor add column credential_id bytea unique;
alter table factor add column credential jsonb;
alter table factor add constraint an_app_has_a_secret check ((kind = 'totp') = (secret is not null));
alter table factor add constraint only_an_app_has_a_step check (kind = 'totp' or last_step is null);
alter table factor add constraint a_passkey_has_a_credential
    check ((kind = 'passkey') = (credential_id is not null) and (kind = 'passkey') = (credential is not null));

-- More questions: a sign-in with a passkey, a proof of identity, and a new passkey.
alter table factor_challenge drop constraint factor_challenge_purpose_check;
alter table factor_challenge add constraint factor_challenge_purpose_check
    check (purpose in ('signIn', 'passkeySignIn', 'proof', 'totp', 'passkey'));
-- Null for a sign-in with a passkey, which names the user in its answer.
alter table factor_challenge alter column person_id drop not null;
alter table factor_challenge add constraint a_passkey_names_its_user check ((purpose = 'passkeySignIn') = (person_id is null));
-- The library's state of a question to a passkey.
alter table factor_challenge add column passkey_state jsonb;
alter table factor_challenge drop constraint a_signed_in_user_has_a_session;
alter table factor_challenge add constraint a_signed_in_user_has_a_session
    check ((purpose in ('proof', 'totp', 'passkey')) = (session_id is not null));
