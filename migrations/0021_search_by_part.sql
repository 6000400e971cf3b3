-- Staff search the payments of everybody by a part of what people remember: a number, an amount, a bank.

create index payments_by_part_of_number on payment using gin (transaction_no gin_trgm_ops);
create index payments_by_part_of_bank on payment using gin (bank_name gin_trgm_ops);
create index references_by_part_of_bank on payment_reference using gin (bank_name gin_trgm_ops);
create index items_by_part_of_invoice on payment_item using gin (invoice_no gin_trgm_ops);
create index items_by_part_of_account on payment_item using gin (account_no gin_trgm_ops);
create index payments_by_paid_amount on payment (paid_amount) where paid_amount is not null;
create index references_by_amount on payment_reference (amount);

-- What stands where, and by number: for everybody's payments, and for those of a company.
create index payments_by_status on payment (status, transaction_no);
create index payments_of_account_by_status on payment (bulk_id, status, transaction_no);
create index payments_of_account_by_number on payment (bulk_id, transaction_no);
