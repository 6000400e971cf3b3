-- What the mail server has not taken is counted again and again.
create index unsent_mail on mail (created_at) where accepted_at is null;
