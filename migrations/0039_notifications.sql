-- Notifications are read: by person, newest first, within days, by what they are about. What that takes of the fact stands in the
-- notification, so that a person with very many of them is answered as quickly as everybody else.

alter table notification
    -- In which bulk account it happened: whoever left it no longer sees it.
    add column bulk_id text references bulk_account,
    -- The subject as people know it: a number, a company, an e-mail address.
    add column about text,
    add column notified_at timestamptz;

update notification n set bulk_id = f.bulk_id, about = f.about, notified_at = f.happened_at
from fact f where f.fact_id = n.fact_id;

alter table notification alter column about set not null, alter column notified_at set not null;

drop index notifications_of_person;
create index notifications_of_person on notification (person_id, notified_at desc, notification_id desc) include (bulk_id)
    where deleted_at is null;
create index notifications_unread on notification (person_id, notified_at desc, notification_id desc) include (bulk_id)
    where deleted_at is null and read_at is null;
create index notifications_about on notification (person_id, about) where deleted_at is null;
-- What was deleted goes for good after a while. What is too old is found by its number.
create index notifications_deleted on notification (deleted_at) where deleted_at is not null;

-- In which facts an account that came or went is named.
create index accounts_processed on fact (bulk_id) where kind = 'AccountsProcessed';
