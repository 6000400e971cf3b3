-- Approval inside a company: versions of its policy, delegations, and proposals to pay with their approvals.

-- Whether a proposal can still be released; core's `ProposalState::is_open`.
create function proposal_is_open(state text) returns boolean language sql immutable parallel safe
    return state in ('proposed', 'approved');

create table approval_policy (
    bulk_id text not null references bulk_account,
    version integer not null check (version >= 1),
    policy jsonb not null check (jsonb_typeof(policy) = 'object'),
    state text not null check (state in ('pending', 'inForce', 'replaced', 'turnedDown')),
    proposed_by uuid not null references person,
    proposed_at timestamptz not null,
    -- The second approver, or the proposer who withdrew it. Null for a policy that needed no second approver.
    decided_by uuid references person,
    decided_at timestamptz,
    primary key (bulk_id, version),
    constraint a_pending_policy_is_not_decided check ((state = 'pending') = (decided_at is null)),
    constraint two_people_change_a_policy check (state not in ('inForce', 'replaced') or decided_by <> proposed_by)
);

create unique index one_policy_in_force on approval_policy (bulk_id) where state = 'inForce';
create unique index one_pending_policy on approval_policy (bulk_id) where state = 'pending';

-- A user who approves in place of another. Each user has at most one delegation.
create table approval_delegation (
    bulk_id text not null references bulk_account,
    from_person uuid not null references person,
    to_person uuid not null references person,
    from_day date not null,
    until_day date not null,
    set_at timestamptz not null,
    primary key (bulk_id, from_person),
    constraint a_delegation_has_days check (from_day <= until_day),
    constraint a_delegate_is_another_user check (from_person <> to_person)
);

create sequence proposal_number;

create table proposal (
    proposal_id text primary key check (proposal_id ~ '^A[0-9]{13}$'),
    bulk_id text not null references bulk_account,
    state text not null
        check (state in ('proposed', 'approved', 'released', 'refused', 'void', 'lapsed', 'withdrawn')),
    -- The current step, from 1; the number of steps once all are done.
    step integer not null check (step >= 1),
    -- Core's `RequiredStep`s: the approvers when the payment was proposed.
    steps jsonb not null check (jsonb_typeof(steps) = 'array' and jsonb_array_length(steps) >= 1),
    policy_version integer not null,
    amount numeric(16, 2) not null check (amount > 0),
    bills integer not null check (bills > 0),
    largest_bill numeric(16, 2) not null,
    earliest_due date,
    -- SHA-256 of core's `frozen_text`.
    hash bytea not null check (length(hash) = 32),
    note text check (length(note) between 1 and 500),
    proposed_by uuid not null references person,
    proposed_at timestamptz not null,
    -- The day on which it shall be released, and whether the proposer was asked for it on that day.
    release_on date,
    is_release_told boolean not null default false,
    lapses_at timestamptz not null,
    -- When the current step began, and the reminders since.
    step_since timestamptz not null,
    is_reminded boolean not null default false,
    is_reminded_of_due boolean not null default false,
    ended_at timestamptz,
    end_reason text check (length(end_reason) between 1 and 500),
    -- The bills that made it void.
    changes jsonb check (jsonb_typeof(changes) = 'array'),
    payment_id uuid unique references payment,
    foreign key (bulk_id, policy_version) references approval_policy,
    constraint a_step_exists check (step <= jsonb_array_length(steps)),
    constraint an_ended_proposal_has_its_end check ((ended_at is null) = proposal_is_open(state)),
    constraint a_released_proposal_has_its_payment check ((state = 'released') = (payment_id is not null)),
    constraint a_void_proposal_names_its_bills check ((state = 'void') = (changes is not null)),
    constraint a_proposal_lapses_later check (lapses_at > proposed_at),
    constraint only_a_release_day_is_told check (release_on is not null or not is_release_told)
);

create index proposals_by_time on proposal (bulk_id, proposed_at, proposal_id);
create index proposals_by_amount on proposal (bulk_id, amount, proposal_id);
create index proposals_by_due_date on proposal (bulk_id, coalesce(earliest_due, 'infinity'::date), proposal_id);
create index open_proposals on proposal (bulk_id, proposal_id) where proposal_is_open(state);
-- The job that reminds and lets proposals lapse.
create index proposals_to_follow on proposal (lapses_at) where proposal_is_open(state);

-- The bills of a proposal as they were proposed.
create table proposal_item (
    proposal_id text not null references proposal,
    bulk_id text not null,
    invoice_no text not null references bill,
    account_no text not null,
    -- The account's group when the payment was proposed. The group may be deleted since.
    group_id uuid,
    amount numeric(16, 2) not null,
    due_date date,
    -- Whether it was on hold and chosen alone.
    is_held boolean not null,
    -- True while the proposal is open.
    live boolean not null,
    primary key (proposal_id, invoice_no)
);

create unique index one_open_proposal_of_a_bill on proposal_item (bulk_id, invoice_no) where live;

-- Approvals and refusals. The unique indexes hold the rule that no user acts in two steps.
create table proposal_act (
    proposal_id text not null references proposal,
    place integer not null check (place >= 1),
    bulk_id text not null,
    step integer not null check (step >= 1),
    is_approval boolean not null,
    person_id uuid not null references person,
    -- The approver whose right was used: the same person, or the one who delegated to them.
    right_of uuid not null references person,
    remark text check (length(remark) between 1 and 500),
    acted_at timestamptz not null,
    primary key (proposal_id, place),
    constraint a_person_acts_once unique (proposal_id, person_id),
    constraint a_right_is_used_once unique (proposal_id, right_of)
);

create trigger append_only before update or delete on proposal_act for each row execute function refuse_change();
create trigger append_only_all before truncate on proposal_act for each statement execute function refuse_change();

-- Whether a user may be an approver: active, and allowed to make payments.
create function person_may_approve(p person) returns boolean language sql stable parallel safe
    return p.bulk_id is not null and (p.role = 'master' or (p.role = 'member' and p.make_payments))
        and p.activated_at is not null and p.disabled_at is null and p.deleted_at is null;

-- Whether a proposal awaits a user; core's `Situation::right_of`. A test compares the two.
create function proposal_awaits(p proposal, user_id uuid, today date) returns boolean language sql stable parallel safe
    return p.state = 'proposed' and p.proposed_by <> user_id
        and not exists (select from proposal_act a
                        where a.proposal_id = p.proposal_id and user_id in (a.person_id, a.right_of))
        and exists (
            select from person caller
            where caller.person_id = user_id and caller.bulk_id = p.bulk_id and person_may_approve(caller)
        )
        and (jsonb_exists(p.steps -> (p.step - 1) -> 'userIds', user_id::text)
             or exists (
                 select from approval_delegation d join person f on f.person_id = d.from_person
                 where d.bulk_id = p.bulk_id and d.to_person = user_id and today between d.from_day and d.until_day
                   and jsonb_exists(p.steps -> (p.step - 1) -> 'userIds', d.from_person::text)
                   and d.from_person <> p.proposed_by and f.bulk_id = p.bulk_id and person_may_approve(f)
                   and not exists (select from proposal_act a
                                   where a.proposal_id = p.proposal_id and d.from_person in (a.person_id, a.right_of))
             ));
