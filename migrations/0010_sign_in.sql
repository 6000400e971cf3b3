-- Wrong passwords lock a network and not the owner, a replayed refresh token leaves one pair alive, and what happens at the door is kept.

-- Until now a lock held for everybody; whoever is locked may try again.
delete from login_attempts;
alter table login_attempts
    -- The network that the attempts came from, or the known device.
    add column network text not null default '';
alter table login_attempts drop constraint login_attempts_pkey;
alter table login_attempts add primary key (email, is_staff, network);
create index login_attempts_by_time on login_attempts (last_at);

-- Browsers that somebody has signed in from: a long-lived cookie of which only the hash is here.
create table known_device (
    token_hash bytea not null,
    person_id uuid not null references person,
    first_used_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (token_hash, person_id)
);

create index known_devices_of_person on known_device (person_id, last_used_at);
create index known_devices_by_time on known_device (last_used_at);

alter table session
    -- The generation whose refresh token gave the newest pair. Pairs between the two were never used, and are revoked.
    add column previous_generation integer not null default 0,
    add column generation_at timestamptz,
    -- With the spent token it makes the newest one again, for tabs that ask at the same moment.
    add column generation_seed bytea;
update session set previous_generation = generation - 1;

-- What happens at the door. No foreign keys: an event waits for nobody's lock, and stays when the person goes.
create table security_event (
    event_id bigint generated always as identity primary key,
    happened_at timestamptz not null,
    kind text not null,
    outcome text not null,
    person_id uuid,
    -- What was typed as the e-mail address, once it has the form of one.
    email text,
    address text not null,
    user_agent text not null,
    call text not null,
    code text,
    -- Refusals from this network before this one that have no row, because there were too many.
    left_out bigint not null default 0
);

create index security_events_by_time on security_event (happened_at);
create index security_events_of_person on security_event (person_id, happened_at) where person_id is not null;
