-- A bill is found by the number of its collective invoice without a look at all of its bulk account's bills.
create index bills_by_collective_invoice on bill (bulk_id, collective_invoice_no);
