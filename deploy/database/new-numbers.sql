-- Advances the numbers that the portal issues; run once after a restore in place of the cluster, before `serve` and `worker` start:
--   psql -f new-numbers.sql postgres://gridbill_owner@…/gridbill
-- The sequences went back with the database, but FPX, banks and customers know the numbers that were issued after the restored instant.
-- A number of a payment has its day and seven digits, so none is repeated as long as fewer than nine million are issued on one day.
\set ON_ERROR_STOP on
select setval(sequence::regclass, nextval(sequence::regclass) + step)
from (values ('transaction_number', 1000000), ('proposal_number', 1000000), ('payment_group_number', 1000000),
             ('bulk_account_number', 100000), ('data_request_request_no_seq', 1000), ('breach_breach_no_seq', 1000))
    as issued (sequence, step);
