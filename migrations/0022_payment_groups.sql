-- Several payments that are made from one plan, because the selection is over the limit of its method.

create sequence payment_group_number;

create table payment_group (
    bulk_id text not null references bulk_account,
    group_no text not null check (group_no ~ '^G[0-9]{13}$'),
    method text not null check (method in ('FPX', 'EFT_GIRO', 'EFT_RENTAS', 'CHEQUE')),
    -- The total of the plan, its bills and its payments.
    amount numeric(16, 2) not null check (amount > 0),
    invoices integer not null check (invoices > 1),
    payments integer not null check (payments > 1),
    requested_by uuid not null references person,
    made_at timestamptz not null,
    primary key (bulk_id, group_no),
    unique (group_no)
);

-- A payment of the plan, made or not.
create table payment_group_part (
    bulk_id text not null,
    group_no text not null,
    place integer not null check (place >= 1),
    amount numeric(16, 2) not null check (amount > 0),
    invoices integer not null check (invoices > 0),
    primary key (bulk_id, group_no, place),
    foreign key (bulk_id, group_no) references payment_group
);

-- A bill of the plan, with the amount that it had when the first payment was made.
create table payment_group_item (
    bulk_id text not null,
    group_no text not null,
    place integer not null,
    invoice_no text not null references bill,
    account_no text not null,
    amount numeric(16, 2) not null check (amount > 0),
    -- The user chose the bill although it was on hold.
    is_held boolean not null,
    primary key (bulk_id, group_no, place, invoice_no),
    unique (bulk_id, group_no, invoice_no),
    foreign key (bulk_id, group_no, place) references payment_group_part
);

create index group_items_of_invoice on payment_group_item (invoice_no);

alter table payment
    add column group_no text,
    add column group_place integer,
    add constraint a_payment_of_a_group_has_its_place check ((group_no is null) = (group_place is null)),
    add constraint a_payment_of_a_group_is_in_its_plan
        foreign key (bulk_id, group_no, group_place) references payment_group_part;

create index payments_of_group on payment (bulk_id, group_no, group_place) where group_no is not null;

-- A bill of the plan that a payment of its place leaves out, because it could not be paid as planned.
create table payment_group_left_out (
    payment_id uuid not null references payment,
    bulk_id text not null,
    group_no text not null,
    invoice_no text not null,
    -- The name of core's code.
    reason text not null,
    primary key (payment_id, invoice_no),
    foreign key (bulk_id, group_no, invoice_no) references payment_group_item (bulk_id, group_no, invoice_no)
);

create index left_out_of_group on payment_group_left_out (bulk_id, group_no, invoice_no);
