-- Creates the database and its roles; run once by a superuser on the primary:
--   psql -v owner_password=… -v program_password=… -v reports_password=… -f roles.sql
-- gridbill_owner owns everything and runs migrations. The program uses gridbill, which reads and writes rows. gridbill_reports reads
-- business tables. grants.sql sets the rights of the last two.
\set ON_ERROR_STOP on

select format('create role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls', name)
from unnest(array['gridbill_owner', 'gridbill', 'gridbill_reports']) name
where not exists (select from pg_roles where rolname = name)
\gexec

alter role gridbill_owner password :'owner_password';
alter role gridbill password :'program_password' connection limit 250;
alter role gridbill_reports password :'reports_password' connection limit 20;

-- synchronous_commit makes acknowledged payments durable, even if the server has another default. A session could change it, but the
-- program never does, and refuses to start if it is off. The timeout keeps reports from delaying a standby.
alter role gridbill set synchronous_commit = 'on';
alter role gridbill_reports set default_transaction_read_only = on;
alter role gridbill_reports set statement_timeout = '60s';

select 'create database gridbill owner gridbill_owner'
where not exists (select from pg_database where datname = 'gridbill')
\gexec

revoke all on database gridbill from public;
grant connect on database gridbill to gridbill, gridbill_reports;
