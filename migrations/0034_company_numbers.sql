-- One name for one company. The register of companies gives each company a number of 12 digits since October 2019, and had given
-- older companies a number with a letter before. People and the utility's records write either, or both in any notation. Until now
-- the texts were compared, so that a company could be registered twice, and did not find all of its accounts.

-- The 12 digits of a company number. Null if it has none. Like `CompanyKey` of core.
create function company_no(registration_no text)
    returns text language sql immutable parallel safe
    return substring(
        translate(upper(registration_no), ' -', '')
        from '(?:^|[^A-Z0-9])(?:(?:[0-9]{1,7}|[0-9]{9}|[A-Z]{2}[0-9]{7})[A-Z]|LLP[0-9]{7}[A-Z]{2,3})?([0-9]{12})(?:(?:[0-9]{1,7}|[0-9]{9}|[A-Z]{2}[0-9]{7})[A-Z]|LLP[0-9]{7}[A-Z]{2,3})?(?![A-Z0-9])'
    );

-- The old number of a company, without hyphen, spaces and leading zeros. A number of another register is the whole text. Null if
-- there are only 12 digits. Like `CompanyKey` of core.
create function old_company_no(registration_no text)
    returns text language sql immutable parallel safe
    return case
        when company_no(registration_no) is null
             and translate(upper(registration_no), ' -', '')
                 !~ '^[^A-Z0-9]*(?:(?:[0-9]{1,7}|[0-9]{9}|[A-Z]{2}[0-9]{7})[A-Z]|LLP[0-9]{7}[A-Z]{2,3})[^A-Z0-9]*$'
        then registration_no
        else regexp_replace(
            substring(
                translate(upper(registration_no), ' -', '')
                from '(?:^|[^A-Z0-9])(?:[0-9]{12})?((?:[0-9]{1,7}|[0-9]{9}|[A-Z]{2}[0-9]{7})[A-Z]|LLP[0-9]{7}[A-Z]{2,3})(?:[0-9]{12})?(?![A-Z0-9])'
            ),
            '^(?=[0-9]{1,7}[A-Z]$)0+(?=[0-9])',
            ''
        )
    end;

-- Whether two company numbers name the same company: by the 12 digits or, if one of them has none, by the old number. Not true for
-- others: false or null.
create function is_same_company(one text, other text)
    returns boolean language sql immutable parallel safe
    return company_no(one) = company_no(other)
        or old_company_no(one) = old_company_no(other) and (company_no(one) is null or company_no(other) is null);

create index account_master_of_company_no on account_master (company_no(registration_no));
create index account_master_of_old_company_no on account_master (old_company_no(registration_no));
drop index account_master_of_company;

-- A company has one bulk account and one live application. Rows that have been stored before and repeat the company of an older row
-- stay as they are, and are no longer held against each other; `gridbill check` names them. Companies of new rows differ from all.
alter table bulk_account add repeats_company boolean not null default false;
alter table registration add repeats_company boolean not null default false;

update bulk_account b set repeats_company = true
where exists (
    select from bulk_account older
    where (older.created_at, older.bulk_id) < (b.created_at, b.bulk_id)
      and is_same_company(older.registration_no, b.registration_no)
);

update registration r set repeats_company = true
where status in (2, 4, 5, 6, 7)
  and exists (
    select from registration older
    where older.status in (2, 4, 5, 6, 7)
      and (older.created_at, older.registration_id) < (r.created_at, r.registration_id)
      and is_same_company(older.registration_no, r.registration_no)
);

-- Two numbers of which only one has 12 digits are compared by the server, under a lock.
alter table bulk_account drop constraint bulk_account_registration_no_key;
create unique index one_bulk_account_of_a_company on bulk_account (company_no(registration_no)) where not repeats_company;
create unique index one_bulk_account_of_an_old_number on bulk_account (old_company_no(registration_no))
    where not repeats_company and company_no(registration_no) is null;
create index bulk_accounts_of_old_number on bulk_account (old_company_no(registration_no));

drop index one_live_application_of_a_company;
create unique index one_live_application_of_a_company on registration (company_no(registration_no))
    where status in (2, 4, 5, 6, 7) and not repeats_company;
create unique index one_live_application_of_an_old_number on registration (old_company_no(registration_no))
    where status in (2, 4, 5, 6, 7) and not repeats_company and company_no(registration_no) is null;
create index live_applications_of_old_number on registration (old_company_no(registration_no)) where status in (2, 4, 5, 6, 7);
