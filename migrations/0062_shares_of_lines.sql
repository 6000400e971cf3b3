-- One transfer may pay several payments: each takes a share of its line. Until now a line was used by one payment, with its whole
-- amount. The shares of a line add up to its amount at most.

alter table bank_line_used add column share numeric(16, 2);
update bank_line_used set share = amount;
alter table bank_line_used
    alter column share set not null,
    add constraint a_share_is_a_part_of_its_line check (share > 0 and share <= amount),
    drop constraint bank_line_used_pkey,
    add primary key (bank_id, day, reference_key, amount, ordinal, payment_id, version);

-- A process of the release before says no share: it uses the whole line.
create function check_shares_of_line() returns trigger language plpgsql as $$
declare
    taken numeric;
begin
    new.share := coalesce(new.share, new.amount);
    perform pg_advisory_xact_lock(hashtextextended('bank lines', 0));
    select coalesce(sum(u.share), 0) into taken from bank_line_used u
    where u.bank_id = new.bank_id and u.day = new.day and u.reference_key = new.reference_key and u.amount = new.amount
      and u.ordinal = new.ordinal
      and (tg_op = 'INSERT' or (u.payment_id, u.version) <> (old.payment_id, old.version));
    if taken + new.share > new.amount then
        raise exception 'the shares of the line of % over % would come to %', new.day, new.amount, taken + new.share
            using errcode = 'check_violation', constraint = 'shares_of_a_line_add_up';
    end if;
    return new;
end $$;

create trigger shares_of_a_line_add_up before insert or update of share, amount on bank_line_used
    for each row execute function check_shares_of_line();

-- Counting money under a number also looks for shares of that amount.
create index shares_by_amount on bank_line_used (share, day) where share < amount;
