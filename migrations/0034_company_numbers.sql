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

-- Each number is read once, and equal parts are joined: `is_same_company` for each pair would take hours.
with key as materialized (
    select bulk_id, created_at, company_no(registration_no) as new_no, old_company_no(registration_no) as old_no from bulk_account
)
update bulk_account b set repeats_company = true
where b.bulk_id in (
    select k.bulk_id from key k join key older on older.new_no = k.new_no
    where (older.created_at, older.bulk_id) < (k.created_at, k.bulk_id)
    union
    select k.bulk_id from key k join key older on older.old_no = k.old_no
    where (older.created_at, older.bulk_id) < (k.created_at, k.bulk_id) and (older.new_no is null or k.new_no is null)
);

with key as materialized (
    select registration_id, created_at, company_no(registration_no) as new_no, old_company_no(registration_no) as old_no
    from registration where status in (2, 4, 5, 6, 7)
)
update registration r set repeats_company = true
where r.registration_id in (
    select k.registration_id from key k join key older on older.new_no = k.new_no
    where (older.created_at, older.registration_id) < (k.created_at, k.registration_id)
    union
    select k.registration_id from key k join key older on older.old_no = k.old_no
    where (older.created_at, older.registration_id) < (k.created_at, k.registration_id)
      and (older.new_no is null or k.new_no is null)
);

-- Two numbers of which only one has 12 digits are compared by the server, under a lock.
alter table bulk_account drop constraint bulk_account_registration_no_key;
create unique index one_bulk_account_of_a_company on bulk_account (company_no(registration_no)) where not repeats_company;
create unique index one_bulk_account_of_an_old_number on bulk_account (old_company_no(registration_no))
    where not repeats_company and company_no(registration_no) is null;
-- For searches, which also find the repeated ones.
create index bulk_accounts_of_company_no on bulk_account (company_no(registration_no));
create index bulk_accounts_of_old_number on bulk_account (old_company_no(registration_no));

drop index one_live_application_of_a_company;
create unique index one_live_application_of_a_company on registration (company_no(registration_no))
    where status in (2, 4, 5, 6, 7) and not repeats_company;
create unique index one_live_application_of_an_old_number on registration (old_company_no(registration_no))
    where status in (2, 4, 5, 6, 7) and not repeats_company and company_no(registration_no) is null;
create index applications_of_company_no on registration (company_no(registration_no));
create index applications_of_old_number on registration (old_company_no(registration_no));
