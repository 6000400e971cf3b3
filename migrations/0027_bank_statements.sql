-- Statements of the utility's bank accounts: what stands in the files that staff upload, and by which lines payments were decided.
-- A line has an identity beyond its file, which is used once: neither the same file again, nor another one with the same days,
-- nor two officers at the same time decide anything twice.

-- What the columns of a bank's statements are, as somebody said it last.
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
    -- The names of its columns, and what they suggest.
    heading text[] not null,
    guessed jsonb not null,
    lines integer not null check (lines > 0),
    -- What the columns are, and who said it for this statement.
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

-- What stands in the file: its rows under the heading, so that the columns can be said anew.
create table bank_statement_row (
    statement_id uuid not null references bank_statement,
    -- The row's number in the file.
    line integer not null,
    cells jsonb not null,
    primary key (statement_id, line)
);

-- The same as lines, read by the columns.
create table bank_statement_line (
    statement_id uuid not null,
    line integer not null,
    day date,
    reference text not null,
    description text not null,
    -- Below zero what went out.
    amount numeric(16, 2),
    -- Why it is no money that came in.
    problem text,
    reference_key text not null,
    -- Among the lines of the file with the same day, reference and amount.
    ordinal integer not null check (ordinal > 0),
    primary key (statement_id, line),
    foreign key (statement_id, line) references bank_statement_row,
    constraint money_has_day_and_amount check (problem is not null or (day is not null and amount > 0))
);

-- The lines by which payments were decided, by their identity.
create table bank_line_used (
    bank_id text not null,
    day date not null,
    reference_key text not null,
    amount numeric(16, 2) not null check (amount > 0),
    ordinal integer not null,
    payment_id uuid not null references payment,
    -- Of the payment.
    version integer not null,
    decision text not null check (decision in ('accept', 'insufficient', 'overpayment')),
    statement_id uuid not null,
    line integer not null,
    decided_by uuid not null references person,
    decided_at timestamptz not null,
    primary key (bank_id, day, reference_key, amount, ordinal),
    foreign key (statement_id, line) references bank_statement_row
);

create unique index a_version_is_decided_by_one_line on bank_line_used (payment_id, version);
create index lines_used_of_statement on bank_line_used (statement_id, line);
