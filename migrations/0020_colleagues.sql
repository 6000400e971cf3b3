-- Colleagues send each other what is to be paid, and are reminded of what waits for them at the bank.

-- Bills that somebody sent to a colleague who may pay them: which ones, not what they come to, which is read anew.
create table sent_selection (
    selection_id uuid primary key,
    bulk_id text not null references bulk_account,
    sent_by uuid not null references person,
    sent_to uuid not null references person,
    note text check (length(note) <= 500),
    invoice_nos text[] not null check (cardinality(invoice_nos) between 1 and 20000),
    sent_at timestamptz not null,
    expires_at timestamptz not null check (expires_at > sent_at)
);
create index sent_selection_by_expiry on sent_selection (expires_at);

-- When colleagues were last reminded of a payment that waits for approval at their bank.
create table payment_reminder (
    payment_id uuid primary key references payment,
    bulk_id text not null references bulk_account,
    reminded_by uuid not null references person,
    reminded_at timestamptz not null
);
