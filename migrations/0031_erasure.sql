-- Erasure of former users (docs/domain/personal-data.md). The hash of a fact of form 2 covers salted digests of its personal texts, so
-- the texts can be erased and the chain can still be verified. Facts of form 1 keep their hash; the fact that records the erasure has
-- a hash of what is left of them.

alter table fact
    -- The form of the hash. Processes of the previous version write form 1.
    add column form smallint not null default 1 check (form in (1, 2)),
    -- `about` and `data` without personal texts; null if they have none. An erasure writes these values over them.
    add column kept jsonb,
    -- The salts of the digests. An erasure deletes them, so that the texts cannot be found by trying texts.
    add column actor_salt bytea check (length(actor_salt) = 32),
    add column content_salt bytea check (length(content_salt) = 32),
    -- The digests of the actor's name, address and device; and of `about` and `data`.
    add column actor_digest bytea check (length(actor_digest) = 32),
    add column content_digest bytea check (length(content_digest) = 32),
    -- The facts that record the erasures of the two parts.
    add column actor_erased_by bigint,
    add column content_erased_by bigint;

create function fact_digest(salt bytea, texts text) returns bytea language sql immutable parallel safe
    return sha256(salt || convert_to(texts, 'UTF8'));

-- The texts of the two parts, as they are digested.
create function fact_actor_texts(one fact) returns text language sql stable parallel safe
    return fact_field(one.actor_name) || fact_field(one.address) || fact_field(one.device);
create function fact_content_texts(one fact) returns text language sql stable parallel safe
    return fact_field(one.about) || fact_field(one.data::text);

-- The text that is hashed in form 2.
create function fact_salted_form(one fact) returns text language sql stable parallel safe
    return fact_field('2') || fact_field(encode(one.previous, 'hex')) || fact_field(one.subject) || fact_field(one.place::text)
        || fact_field(one.kind) || fact_field(one.kept::text)
        || fact_field(case when one.kept is null then one.data::text end)
        || fact_field(case when one.kept is null then one.about end)
        || fact_field(one.bulk_id) || fact_field(one.actor_id::text) || fact_field(one.acting_role)
        || fact_field(encode(one.actor_digest, 'hex')) || fact_field(encode(one.content_digest, 'hex'))
        || fact_field((extract(epoch from one.happened_at) * 1000000)::bigint::text);

-- 32 bytes that cannot be guessed: two random ids have 244 random bits.
create function new_salt() returns bytea language sql volatile
    return sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- As before, and the salts and digests of form 2.
create or replace function chain_fact() returns trigger language plpgsql as $$
declare
    last record;
begin
    select place, hash into last from fact where subject = new.subject order by place desc limit 1;
    new.place := coalesce(last.place, 0) + 1;
    new.previous := last.hash;
    if new.form = 1 then
        new.hash := sha256(convert_to(fact_form(new), 'UTF8'));
        return new;
    end if;
    new.actor_salt := new_salt();
    new.actor_digest := fact_digest(new.actor_salt, fact_actor_texts(new));
    if new.kept is not null then
        new.content_salt := new_salt();
        new.content_digest := fact_digest(new.content_salt, fact_content_texts(new));
    end if;
    new.hash := sha256(convert_to(fact_salted_form(new), 'UTF8'));
    return new;
end
$$;

-- Facts are append-only, except that personal texts can be erased, with their salts.
create function refuse_change_of_fact() returns trigger language plpgsql as $$
begin
    if (old.fact_id, old.subject, old.place, old.kind, old.bulk_id, old.actor_id, old.acting_role, old.happened_at, old.previous,
        old.hash, old.form, old.kept, old.actor_digest, old.content_digest)
       is not distinct from
       (new.fact_id, new.subject, new.place, new.kind, new.bulk_id, new.actor_id, new.acting_role, new.happened_at, new.previous,
        new.hash, new.form, new.kept, new.actor_digest, new.content_digest)
       and ((old.actor_name, old.address, old.device, old.actor_salt, old.actor_erased_by)
            is not distinct from (new.actor_name, new.address, new.device, new.actor_salt, new.actor_erased_by)
            or (old.actor_erased_by is null and new.actor_erased_by is not null and new.actor_name = 'Former user'
                and new.address is null and new.device is null and new.actor_salt is null))
       and ((old.about, old.data, old.content_salt, old.content_erased_by)
            is not distinct from (new.about, new.data, new.content_salt, new.content_erased_by)
            or (old.content_erased_by is null and new.content_erased_by is not null and new.content_salt is null
                and (old.form = 1 or (new.about = old.kept ->> 'about' and new.data = old.kept -> 'data'))))
    then
        return new;
    end if;
    raise exception 'fact is append-only';
end
$$;

drop trigger append_only on fact;
create trigger append_only before delete on fact for each row execute function refuse_change();
create trigger append_only_except_erasure before update on fact for each row execute function refuse_change_of_fact();

-- Returns the hash, in form 1, of what an erasure leaves of a fact.
create function erased_fact_hash(one fact, erases_actor boolean, erases_content boolean, new_about text, new_data jsonb)
    returns bytea language sql stable
    return sha256(convert_to(fact_form(jsonb_populate_record(one,
        case when erases_actor
             then jsonb_build_object('actor_name', 'Former user', 'address', null, 'device', null) else '{}' end
        || case when erases_content then jsonb_build_object('about', new_about, 'data', new_data) else '{}' end)), 'UTF8'));

-- Erases texts of facts. The role of the program may not update facts itself. `covering` is the fact that records the erasure.
create function erase_fact_texts(ids bigint[], actors boolean[], contents boolean[], abouts text[], datas jsonb[], covering bigint)
    returns bigint language sql security definer set search_path = public, pg_temp as $$
    with erased as (
        update fact f set
            actor_name = case when e.erases_actor then 'Former user' else f.actor_name end,
            address = case when not e.erases_actor then f.address end,
            device = case when not e.erases_actor then f.device end,
            actor_salt = case when not e.erases_actor then f.actor_salt end,
            actor_erased_by = case when e.erases_actor then covering else f.actor_erased_by end,
            about = case when e.erases_content then e.new_about else f.about end,
            data = case when e.erases_content then e.new_data else f.data end,
            content_salt = case when not e.erases_content then f.content_salt end,
            content_erased_by = case when e.erases_content then covering else f.content_erased_by end
        from unnest(ids, actors, contents, abouts, datas) e (id, erases_actor, erases_content, new_about, new_data)
        where f.fact_id = e.id
        returning 1
    )
    select count(*) from erased
$$;

revoke execute on function erase_fact_texts(bigint[], boolean[], boolean[], text[], jsonb[], bigint) from public;

alter table person
    -- When the personal data was erased. Only the role and the times are left.
    add column erased_at timestamptz,
    add constraint only_the_deleted_are_erased check (erased_at is null or deleted_at is not null);

-- Erasures that wait for a second officer.
create table erasure_proposal (
    person_id uuid primary key references person,
    reason text not null,
    proposed_by uuid not null references person,
    proposed_at timestamptz not null,
    constraint nobody_erases_themselves check (person_id <> proposed_by)
);

create index erasure_proposals_by_officer on erasure_proposal (proposed_by);
