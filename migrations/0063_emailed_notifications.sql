-- The daily digest has notifications that were in no earlier e-mail, so a notification says when its user got an e-mail about it. Null:
-- no e-mail, or written by the previous version of the program.
alter table notification add column emailed_at timestamptz;
-- Users who get an e-mail about each notification had one about all until now.
update person set digested_through = (select coalesce(max(notification_id), 0) from notification)
where notification_email = 'atOnce';
