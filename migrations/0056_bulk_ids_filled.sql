-- no-transaction
-- Fills what 0055 added, a thousand payments at a time, each in a transaction of its own: people pay meanwhile, and wait at most
-- for the thousand that their payment is one of. Whoever breaks it off begins again, and finds what is filled already. Each row
-- is written anew, with its entries in the indexes; what it was before is free again after the next vacuum.
do $$
declare
    filled uuid := '00000000-0000-0000-0000-000000000000';
    batch uuid[];
begin
    loop
        -- The payments first, by their ids, as whoever changes them locks them: so nobody waits for each other.
        select array_agg(locked.payment_id order by locked.payment_id) into batch
        from (select p.payment_id from payment p where p.payment_id > filled
              order by p.payment_id limit 1000 for no key update) locked;
        exit when batch is null;
        update payment_item c set bulk_id = p.bulk_id from payment p
        where p.payment_id = any(batch) and c.payment_id = p.payment_id and c.bulk_id is null;
        update payment_reference c set bulk_id = p.bulk_id from payment p
        where p.payment_id = any(batch) and c.payment_id = p.payment_id and c.bulk_id is null;
        update receipt c set bulk_id = p.bulk_id from payment p
        where p.payment_id = any(batch) and c.payment_id = p.payment_id and c.bulk_id is null;
        update account_credit c set bulk_id = p.bulk_id from payment p
        where p.payment_id = any(batch) and c.payment_id = p.payment_id and c.bulk_id is null;
        update fpx_request c set tenant = p.bulk_id from payment p
        where p.payment_id = any(batch) and c.payment_id = p.payment_id and c.tenant is null;
        filled := batch[cardinality(batch)];
        commit;
    end loop;
    -- Those of 90 days, at once. Recipients go with their statement, which nobody may delete in between.
    lock table statement in share row exclusive mode;
    update statement_recipient c set bulk_id = s.bulk_id from statement s
    where c.statement_id = s.statement_id and c.bulk_id is null;
end
$$;
