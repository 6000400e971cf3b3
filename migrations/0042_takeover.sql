-- Taking over an existing portal: its companies, users, groups, reference IDs and closed payments
-- (docs/operations.md#taking-over-an-existing-portal). Until now every company had to register again.

-- A company that was taken over.
create table takeover (
    bulk_id text primary key references bulk_account,
    -- The first day on which its users receive activation e-mails. It can be postponed.
    cut_over_day date not null,
    taken_over_at timestamptz not null,
    -- The last import of users that named the company. While it has not ended, the company is not ready.
    users_import bigint
);

-- A user of the file who was refused. The next import of users that names the company deletes its problems first.
-- Rows have no address: the file of rejected rows names the user.
create table takeover_problem (
    problem_id bigint generated always as identity primary key,
    bulk_id text not null references takeover,
    reason text not null check (length(reason) between 1 and 500)
);

create index takeover_problems_of_company on takeover_problem (bulk_id);

-- A user who was taken over, without a password. Until the activation e-mail is queued, no page for visitors knows
-- the address.
create table takeover_user (
    person_id uuid primary key references person,
    bulk_id text not null references takeover,
    taken_over_at timestamptz not null,
    activation_sent_at timestamptz
);

create index takeover_users_of_company on takeover_user (bulk_id);
create index takeover_users_waiting on takeover_user (bulk_id, person_id) where activation_sent_at is null;
create index activations_by_time on takeover_user (activation_sent_at) where activation_sent_at is not null;

-- The companies that were taken over, each with the first reason for which it is not ready; null if it is.
create view takeover_state as
select t.bulk_id, t.cut_over_day,
       case when t.users_import is null then 'noUsers'
            when exists (select from feed_import i
                         where i.import_id = t.users_import
                           and (i.ended_at is null or i.problem is not null)) then 'unfinished'
            when exists (select from takeover_problem p where p.bulk_id = t.bulk_id) then 'refusedUsers'
            when not exists (select from person m
                             where m.bulk_id = t.bulk_id and m.role = 'master' and m.deleted_at is null) then 'noMaster'
            when not exists (select from electricity_account e where e.bulk_id = t.bulk_id) then 'noAccount'
       end as obstacle
from takeover t;

-- Whether a user of a company was taken over and has not received an activation e-mail. Visitors cannot use the address
-- until then. A user who was removed from the company may register again.
create function awaits_takeover(person uuid, company text) returns boolean language sql stable parallel safe
    return exists (select from takeover_user u
                   where u.person_id = person and u.bulk_id = company and u.activation_sent_at is null);

-- A payment that another portal made. It has ended, no user here made it, and it has no facts.
alter table payment
    alter column requested_by drop not null,
    add column taken_over_at timestamptz,
    -- The name of the user who made it there.
    add column taken_over_payer text constraint payers_have_a_name check (length(taken_over_payer) between 1 and 100),
    add constraint only_a_payment_taken_over_has_no_user check ((requested_by is null) = (taken_over_at is not null)),
    add constraint only_a_payment_taken_over_has_that_payer
        check (taken_over_payer is null or taken_over_at is not null),
    add constraint a_payment_taken_over_has_ended check (taken_over_at is null or status in (4, 5, 6, 11));

-- The next number of a bulk account. Numbers that were taken over are skipped.
create function next_bulk_id() returns text language plpgsql as $$
declare
    number text;
begin
    loop
        number := nextval('bulk_account_number')::text;
        exit when not exists (select from bulk_account where bulk_id = number);
    end loop;
    return number;
end
$$;

alter table feed_import drop constraint feed_import_kind_check;
alter table feed_import add constraint feed_import_kind_check
    check (kind in ('accounts', 'bills', 'charges', 'kinds', 'prices', 'factors', 'settlements', 'companies', 'users',
                    'groups', 'references', 'paymentHistory'));
