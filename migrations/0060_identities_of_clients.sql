-- Some providers, such as Entra, have another subject for each client. A user who is connected for an earlier client of the same
-- issuer is not connected for the one in use, until a sign-in through it. Null: of the client in use, as the previous version of the program writes it.
alter table sso_identity add column client_id text check (length(client_id) between 1 and 500);
update sso_identity i set client_id = s.client_id from sso_provider s where s.bulk_id = i.bulk_id and s.issuer = i.issuer;
