-- The bills that a bill names as paid: it may name another one when it is delivered again.
create index bills_reported_by on bill (reported_by) where reported_by is not null;
