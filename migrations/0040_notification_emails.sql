-- Whoever wants it gets notifications by e-mail, each at once, or once a day those that are unread.

alter table person
    add column notification_email text check (notification_email in ('never', 'atOnce', 'daily')),
    -- The last day on which the daily e-mail was seen to, and the last notification that it looked at.
    add column digested_on date,
    add column digested_through bigint not null default 0;

create index people_by_digest on person (digested_on) where notification_email = 'daily';
