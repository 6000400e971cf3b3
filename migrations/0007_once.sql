-- What was found where calls met: numbers that two payments have, searches of payments by a number, answers that are kept
-- for their time, and files whose bytes are deleted while no transaction is open.

-- One EFT or cheque number for two payments (core's `reference_key`).
create index references_by_key on payment_reference (upper(ltrim(number, '0')));

-- Payments are found by any number: an account's, a batch's, or a part of a reference number.
create index items_of_account on payment_item (account_no);
create index bills_of_batch on bill (bill_batch_id);
create index references_by_part_of_number on payment_reference using gin (number gin_trgm_ops);

-- Answers are kept for a time, which depends on what was asked for.
create index answers_by_time on answered_call (endpoint, at);

-- Whoever deletes a stray's bytes says so first, in a transaction of its own, so that nobody makes a file of them meanwhile.
alter table stray_file add column is_going boolean not null default false;
