-- A proposal names the integration that made it by an API token. Its creator stays the proposer, who cannot approve it.

-- The recorded name (core's `integration_actor`); null for a proposal that a user made. Proposals of earlier versions name
-- the creator of the token.
alter table proposal add column integration text check (integration like 'integration:_%');
