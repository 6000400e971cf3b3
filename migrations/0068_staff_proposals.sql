-- While decisions need a second officer, one person must not be able to appoint that officer alone. A new staff user or a new
-- role that may decide is kept here until another officer confirms it.

create table staff_proposal (
    proposal_id uuid primary key,
    -- The user whose role changes, or the id that a new user gets.
    person_id uuid not null unique,
    -- The role until now; none for a new user, whose other values are below.
    role_before text,
    role text not null,
    email text,
    name text,
    nickname text,
    mobile_no text,
    proposed_by uuid not null references person,
    proposed_at timestamptz not null,
    constraint a_new_user_is_described check (
        (role_before is null) = (email is not null and name is not null and mobile_no is not null)
    )
);

create unique index one_proposal_of_an_address on staff_proposal (email) where email is not null;

-- Whose appointments lead to whom is asked of the facts of a person (`subject` is indexed); `gridbill check` asks for all.
create index facts_of_appointments on fact (fact_id) where kind in ('StaffAdded', 'StaffChanged');
