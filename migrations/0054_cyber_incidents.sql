-- Deadlines of the Cyber Security Act 2024 in the register of breaches (docs/domain/personal-data.md#breaches). Until now the register
-- knew only those of the Personal Data Protection Act 2010, and an incident has a notice to give at once and six hours for its
-- particulars.

alter table breach_version
    -- Whether it is a cyber security incident of national critical information infrastructure.
    add column is_cyber_incident boolean not null default false,
    add column cyber_notified_at timestamptz check (cyber_notified_at >= known_at),
    add column cyber_particulars_due timestamptz,
    add column cyber_particulars_at timestamptz check (cyber_particulars_at >= known_at),
    add column cyber_supplement_due timestamptz,
    add column cyber_supplement_at timestamptz check (cyber_supplement_at >= known_at),
    add constraint an_incident_has_its_deadlines
        check (is_cyber_incident = (cyber_particulars_due is not null) and is_cyber_incident = (cyber_supplement_due is not null));

-- The earliest deadline of a notification that was not made; core's `BreachEntry::duties`. Null if all were made. The notice of a
-- cyber security incident is due at once.
create or replace function breach_next_due(v breach_version) returns timestamptz language sql immutable parallel safe
    return least(case when (v).commissioner_notified_at is null then (v).commissioner_due end,
                 case when (v).persons_notified_at is null then (v).persons_due end,
                 case when (v).is_cyber_incident and (v).cyber_notified_at is null then (v).known_at end,
                 case when (v).cyber_particulars_at is null then (v).cyber_particulars_due end,
                 case when (v).cyber_supplement_at is null then (v).cyber_supplement_due end);
