-- Each order and filter of a list has an index on the tables that grow: staff look through the payments of everybody.

create index payments_by_amount on payment (amount desc, transaction_no desc);
create index payments_by_method on payment (method, requested_at desc, transaction_no desc);
create index payments_of_person on payment (requested_by);
