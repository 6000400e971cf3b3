-- Some acts ask for the password again, so a session remembers when it was last known to be its person's; and a company's
-- number is kept in one form, however it was delivered or typed.

alter table session add column proved_at timestamptz;

-- As core's normal_registration_no: no spaces around, one for several, capitals.
update account_master set registration_no = upper(btrim(regexp_replace(registration_no, '\s+', ' ', 'g')))
where registration_no <> upper(btrim(regexp_replace(registration_no, '\s+', ' ', 'g')));

-- Where two bulk accounts have one number in two forms, people must look at them: neither is changed.
update bulk_account b set registration_no = upper(btrim(regexp_replace(registration_no, '\s+', ' ', 'g')))
where registration_no <> upper(btrim(regexp_replace(registration_no, '\s+', ' ', 'g')))
  and not exists (select from bulk_account other
                  where other.bulk_id <> b.bulk_id
                    and upper(btrim(regexp_replace(other.registration_no, '\s+', ' ', 'g')))
                        = upper(btrim(regexp_replace(b.registration_no, '\s+', ' ', 'g'))));
