-- A company's payments by their amount were found in the index of everybody's, which staff look through.

create index payments_of_account_by_amount on payment (bulk_id, amount desc, transaction_no desc);
