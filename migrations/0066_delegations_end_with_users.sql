-- The delegations of a user who leaves a company end: they do not come back if the user does.

create function end_delegations() returns trigger language plpgsql as $$
begin
    delete from approval_delegation where bulk_id = old.bulk_id and old.person_id in (from_person, to_person);
    return null;
end
$$;

create trigger delegations_end_with_user after update of bulk_id on person
    for each row when (old.bulk_id is distinct from new.bulk_id) execute function end_delegations();

delete from approval_delegation d
where not exists (select from person p where p.person_id = d.from_person and p.bulk_id = d.bulk_id)
   or not exists (select from person p where p.person_id = d.to_person and p.bulk_id = d.bulk_id);
