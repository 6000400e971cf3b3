-- A stream of events outlives the call that opened it. Every process is told when a session ends or a person's access
-- changes, in the order of the commits, so that no stream has to ask for its session at each event.

create function notify_session_ended() returns trigger language plpgsql as $$
begin
    perform pg_notify('access_ended', new.session_id::text);
    return null;
end
$$;

create trigger notify_session_ended after update of ended_at on session
    for each row when (old.ended_at is null and new.ended_at is not null)
    execute function notify_session_ended();

create function notify_access_changed() returns trigger language plpgsql as $$
begin
    perform pg_notify('access_ended', new.person_id::text);
    return null;
end
$$;

create trigger notify_access_changed after update on person
    for each row when ((old.role, old.bulk_id, old.activated_at, old.disabled_at, old.sessions_ended_at)
        is distinct from (new.role, new.bulk_id, new.activated_at, new.disabled_at, new.sessions_ended_at))
    execute function notify_access_changed();
