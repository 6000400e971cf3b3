-- Statements of the utility's bank accounts: the files that staff upload, and the lines by which payments were decided. A line has
-- an identity beyond its file. It is used once, even if the file is uploaded again, another file covers the same days, or two
-- officers decide at the same time.

-- The meaning of the columns in a bank's statements, as staff last confirmed it.
create table bank_columns (
    bank_id text primary key,
    heading text[] not null,
    columns jsonb not null,
    said_by uuid not null references person,
    said_at timestamptz not null
);

create table bank_statement (
    statement_id uuid primary key,
    bank_id text not null,
    file_name text not null check (length(file_name) between 1 and 200),
    sha256 bytea not null,
    uploaded_by uuid not null references person,
    uploaded_at timestamptz not null,
    -- The column names of the file, and the meaning that they suggest.
    heading text[] not null,
    guessed jsonb not null,
    lines integer not null check (lines > 0),
    -- The confirmed meaning of the columns, and the user who confirmed it for this statement.
    columns jsonb,
    columns_by uuid references person,
    columns_at timestamptz,
    first_day date,
    last_day date,
    constraint whoever_said_the_columns_is_known check (num_nulls(columns, columns_by, columns_at) in (0, 3)),
    constraint days_are_in_order check (last_day >= first_day)
);

create unique index a_file_is_one_statement on bank_statement (bank_id, sha256);
create index bank_statements_by_time on bank_statement (uploaded_at desc, statement_id desc);

-- The rows of the file under its heading. They are kept so that staff can confirm the columns again.
create table bank_statement_row (
    statement_id uuid not null references bank_statement,
    -- The row's number in the file.
    line integer not null,
    cells jsonb not null,
    primary key (statement_id, line)
);

-- The rows as bank lines, read by the confirmed columns.
create table bank_statement_line (
    statement_id uuid not null,
    line integer not null,
    day date,
    reference text not null,
    description text not null,
    -- Negative for outgoing money.
    amount numeric(16, 2),
    -- Why the line is no incoming money.
    problem text,
    reference_key text not null,
    -- The position among the lines of the file with the same day, reference and amount.
    ordinal integer not null check (ordinal > 0),
    primary key (statement_id, line),
    foreign key (statement_id, line) references bank_statement_row,
    constraint money_has_day_and_amount check (problem is not null or (day is not null and amount > 0))
);

create index bank_lines_by_amount on bank_statement_line (amount, day) where problem is null;

-- The lines by which payments were decided, by the identity of the line. Several payments may take shares of one line.
create table bank_line_used (
    bank_id text not null,
    day date not null,
    reference_key text not null,
    amount numeric(16, 2) not null check (amount > 0),
    ordinal integer not null,
    payment_id uuid not null references payment,
    -- The version of the payment.
    version integer not null,
    decision text not null check (decision in ('accept', 'insufficient', 'overpayment')),
    statement_id uuid not null,
    line integer not null,
    decided_by uuid not null references person,
    decided_at timestamptz not null,
    share numeric(16, 2) not null,
    primary key (bank_id, day, reference_key, amount, ordinal, payment_id, version),
    foreign key (statement_id, line) references bank_statement_row,
    constraint a_share_is_a_part_of_its_line check (share > 0 and share <= amount)
);

-- A payment under several numbers is accepted by one line for each number.
create index lines_used_by_payment on bank_line_used (payment_id, version);
create index lines_used_of_statement on bank_line_used (statement_id, line);
create index lines_used_by_money on bank_line_used (day, amount, reference_key, ordinal);
-- Finds shares of an amount, when money is counted under a number.
create index shares_by_amount on bank_line_used (share, day) where share < amount;

-- Refuses a line that is used in the statement of another bank. The same day, reference and amount is the same money: one of the
-- two statements was uploaded under the wrong bank.
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

-- Refuses shares of a line that exceed its amount. An insert without a share uses the whole line.
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

-- Money that an officer accepted before its line was uploaded. The first open line of that number and amount belongs to it, so no
-- other payment is accepted by that line.
create table bank_money_awaited (
    payment_id uuid not null references payment,
    -- The version of the payment when it was decided.
    version integer not null,
    -- The letters and digits of the number, in upper case, without leading zeros.
    number_key text not null,
    amount numeric(16, 2) not null check (amount > 0),
    -- The day on which the customer submitted the number.
    day date not null,
    primary key (payment_id, version, number_key)
);

create index money_awaited_by_number on bank_money_awaited (number_key, amount, day);
create index money_awaited_by_amount on bank_money_awaited (amount, day);
