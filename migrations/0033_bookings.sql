-- A line of a bank statement keeps what the bank says about it in columns of its own, so that lines of other files can be compared
-- with it. A line's identity was made of texts that the reader composed, so the same transfer in another download was other money.

alter table bank_statement_line
    -- The kind of file. Days and references of one source have the same meaning. Lines of earlier versions have none.
    add source text not null default 'earlier',
    -- The account of the statement, as the file writes it.
    add account text,
    add booking_day date,
    add value_day date,
    -- When it was booked, if the file has a time with a zone.
    add booked_at timestamptz,
    -- The amount of the entry, if the line is one of its several transfers. Another file may have the entry alone.
    add entry_amount numeric(16, 2),
    -- References by kind: letters and digits in capitals, without leading zeros.
    add bank_references jsonb not null default '{}';

create index lines_used_by_amount on bank_line_used (amount, day);
create index parts_by_entry on bank_statement_line (entry_amount, day) where entry_amount is not null;

-- Payments could take shares of one line through the rows of several files. All shares of a line now belong to the row of the
-- first one; otherwise each of these rows would have open money again.
update bank_line_used u set statement_id = of_line.statement_id, line = of_line.line
from (
    select distinct on (bank_id, day, reference_key, amount, ordinal)
           bank_id, day, reference_key, amount, ordinal, statement_id, line
    from bank_line_used order by bank_id, day, reference_key, amount, ordinal, decided_at, statement_id, line
) of_line
where (u.bank_id, u.day, u.reference_key, u.amount, u.ordinal)
      = (of_line.bank_id, of_line.day, of_line.reference_key, of_line.amount, of_line.ordinal)
  and (u.statement_id, u.line) <> (of_line.statement_id, of_line.line);

-- A use belongs to a row of a statement. The old identity stays for one version, because the previous program reads and writes it.
alter table bank_line_used drop constraint bank_line_used_pkey;
alter table bank_line_used add primary key (statement_id, line, payment_id, version);

-- Core compares the lines of all banks, under the lock of all lines.
drop trigger a_line_is_used_in_one_bank on bank_line_used;
drop function refuse_line_of_other_bank();

-- Refuses shares of a line that exceed its amount. An insert without a share uses the whole line.
create or replace function check_shares_of_line() returns trigger language plpgsql as $$
declare
    taken numeric;
begin
    new.share := coalesce(new.share, new.amount);
    perform pg_advisory_xact_lock(hashtextextended('bank lines', 0));
    select coalesce(sum(u.share), 0) into taken from bank_line_used u
    where u.statement_id = new.statement_id and u.line = new.line
      and (tg_op = 'INSERT' or (u.payment_id, u.version) <> (old.payment_id, old.version));
    if taken + new.share > new.amount then
        raise exception 'the shares of the line of % over % would come to %', new.day, new.amount, taken + new.share
            using errcode = 'check_violation', constraint = 'shares_of_a_line_add_up';
    end if;
    return new;
end $$;

-- Lines that an officer declared to be other money than another line.
create table bank_line_declared_other (
    statement_id uuid not null,
    line integer not null,
    other_statement_id uuid not null,
    other_line integer not null,
    reason text not null check (length(reason) between 1 and 500),
    declared_by uuid not null references person,
    declared_at timestamptz not null,
    primary key (statement_id, line, other_statement_id, other_line),
    foreign key (statement_id, line) references bank_statement_row,
    foreign key (other_statement_id, other_line) references bank_statement_row
);

-- The primary key finds them, too.
drop index lines_used_of_statement;
