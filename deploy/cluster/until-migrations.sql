-- Not for operators: to go with the change that leaves out migrating when there is nothing to migrate.
create schema if not exists program authorization gridbill;
create or replace view program._sqlx_migrations as select * from public._sqlx_migrations;
grant select on program._sqlx_migrations to gridbill;
alter role gridbill in database gridbill set search_path = program, public;
