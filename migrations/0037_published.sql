-- What transactions publish to all processes: topics for pages, ended access, and that a job was added. PostgreSQL holds one lock
-- for the whole cluster from a transaction's NOTIFY until its commit is durable, so transactions that notify commit one after
-- another, each a round trip to the standby. One process sends these rows instead (server/platform/src/live/notifier.rs). Rows are
-- lost with a crash of PostgreSQL, when every process reconnects and its pages reload.
create unlogged table published (
    -- The transaction that wrote the row. The notifier looks for the transactions that ended since it last looked.
    written_by xid8 not null default pg_current_xact_id(),
    channel text not null,
    -- PostgreSQL refuses longer notifications.
    payload text not null check (octet_length(payload) < 8000)
);

create index published_by_transaction on published (written_by);

-- The functions of the job queue call this in place of PostgreSQL's, because their search path has `public` first
-- (server/platform/src/database/queue.rs). Workers do not read the payload, which differs for each job.
create function public.pg_notify(channel text, payload text) returns void language sql as $$
    insert into public.published (channel, payload) values ($1, '')
$$;

create or replace function notify_access_changed() returns trigger language plpgsql as $$
begin
    insert into published (channel, payload) values ('access_ended', new.person_id::text);
    return null;
end
$$;

create or replace function notify_session_ended() returns trigger language plpgsql as $$
begin
    insert into published (channel, payload) values ('access_ended', new.session_id::text);
    return null;
end
$$;
