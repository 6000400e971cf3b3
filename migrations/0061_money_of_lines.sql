-- One transfer is credited once. Until now a line of a bank statement was used only when it was decided on its own screen: a
-- payment that was accepted on its own page left its line open for the next payment with the same number.

-- A payment under several numbers is accepted by a line for each.
drop index a_version_is_decided_by_one_line;
create index lines_used_by_payment on bank_line_used (payment_id, version);

-- Money that an officer counted before the line of it was in a statement. The first open line of that number and amount
-- belongs to it, so no other payment is accepted by that line.
create table bank_money_awaited (
    payment_id uuid not null references payment,
    -- Of the payment, when it was decided.
    version integer not null,
    -- The number's letters and digits, in capitals, without zeros before them.
    number_key text not null,
    amount numeric(16, 2) not null check (amount > 0),
    -- The day on which the customer submitted it.
    day date not null,
    primary key (payment_id, version, number_key)
);

create index money_awaited_by_number on bank_money_awaited (number_key, amount, day);
create index money_awaited_by_amount on bank_money_awaited (amount, day);
create index bank_lines_by_amount on bank_statement_line (amount, day) where problem is null;

-- The same for what was accepted before, unless a line was used for it. What arrived of earlier rounds is not known here.
insert into bank_money_awaited (payment_id, version, number_key, amount, day)
select payment_id, version, number_key, max(amount), day from (
    select p.payment_id, p.version, ltrim(upper(regexp_replace(r.number, '[^[:alnum:]]', '', 'g')), '0') as number_key,
           case when p.reconcile_type = 2 and r.version = 1 and count(*) over (partition by p.payment_id) = 1
                then p.amount + p.reconcile_amount else r.amount end as amount,
           (coalesce((select max(f.happened_at) from fact f
                      where f.subject = 'payment:' || p.payment_id and f.kind = 'DifferencePaid'), p.requested_at)
                at time zone 'Asia/Kuala_Lumpur')::date as day
    from payment p join payment_reference r using (payment_id)
    where (payment_is_being_posted(p.status) or payment_is_paid(p.status))
      and r.version = (select max(version) from payment_reference last where last.payment_id = p.payment_id)
      and not exists (select from bank_line_used u where u.payment_id = p.payment_id and u.version >= r.version)
) accepted
group by payment_id, version, number_key, day;

-- A line with the same day, reference and amount in the statement of another bank is the same money: one of the two statements
-- was uploaded under the wrong bank.
create function refuse_line_of_other_bank() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('bank lines', 0));
    if exists (select from bank_line_used u
               where u.day = new.day and u.reference_key = new.reference_key and u.amount = new.amount
                 and u.ordinal = new.ordinal and u.bank_id <> new.bank_id) then
        raise exception 'the line of % over % is used in the statement of another bank', new.day, new.amount
            using errcode = 'unique_violation', constraint = 'a_line_is_used_in_one_bank';
    end if;
    return new;
end $$;

create trigger a_line_is_used_in_one_bank before insert on bank_line_used
    for each row execute function refuse_line_of_other_bank();

create index lines_used_by_money on bank_line_used (day, amount, reference_key, ordinal);
