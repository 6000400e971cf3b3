-- The attempts before the last retry by a user, which do not count against it.
alter table download add column attempts_before integer not null default 0;
