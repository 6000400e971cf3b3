-- Webhooks: addresses of companies that the portal calls when something happened, the events for them, and the attempts to deliver
-- these (docs/domain/webhooks.md). An event is written by the statement that records its fact, so neither exists without the other.

create table webhook (
    bulk_id text not null references bulk_account,
    webhook_id uuid not null,
    address text not null check (length(address) between 1 and 500),
    events text[] not null,
    -- The secret for HMAC and the Ed25519 key, 32 bytes each, encrypted for this webhook.
    keys bytea not null,
    public_key text not null,
    -- The keys before the last rotation. Deliveries are signed with them, too, until that time.
    earlier_keys bytea,
    earlier_until timestamptz,
    created_by uuid not null references person,
    created_at timestamptz not null,
    tested_at timestamptz,
    -- Since when deliveries fail; null if the last one was accepted.
    failing_since timestamptz,
    disabled_at timestamptz,
    disabled_reason text check (disabled_reason in ('byUser', 'gone', 'exhausted')),
    -- A deleted webhook keeps its row until its events are deleted: an event refers to it, and is written while calls hold other
    -- locks.
    deleted_at timestamptz,
    primary key (bulk_id, webhook_id),
    constraint a_disabled_webhook_has_a_reason check ((disabled_at is null) = (disabled_reason is null)),
    constraint earlier_keys_end check ((earlier_keys is null) = (earlier_until is null))
);

create index webhooks_by_person on webhook (created_by);

-- The outbox.
create table webhook_event (
    bulk_id text not null,
    webhook_id uuid not null,
    -- The same for all webhooks of the company. Attempts and replays repeat it.
    event_id uuid not null,
    fact_id bigint not null references fact,
    -- The place of the fact among those of its subject.
    sequence integer not null,
    event_type text not null,
    data jsonb not null,
    created_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
    -- Attempts since the event was written or last sent again.
    attempts integer not null default 0 check (attempts >= 0),
    due_at timestamptz not null,
    -- While a process delivers the event. If the process is killed, another one delivers it after this time.
    claimed_until timestamptz,
    delivered_at timestamptz,
    primary key (bulk_id, webhook_id, event_id),
    foreign key (bulk_id, webhook_id) references webhook
);

create index webhook_events_due on webhook_event (bulk_id, webhook_id, due_at) where state = 'waiting';
create index webhook_events_claimed on webhook_event (bulk_id, webhook_id) where claimed_until is not null;
create index webhook_events_listed on webhook_event (bulk_id, created_at desc, webhook_id desc, event_id desc);
create index webhook_events_by_age on webhook_event (created_at);

-- The log of attempts.
create table webhook_attempt (
    bulk_id text not null,
    webhook_id uuid not null,
    event_id uuid not null,
    attempt_id bigint not null generated always as identity,
    attempted_at timestamptz not null,
    milliseconds integer not null,
    -- The HTTP status, or the reason why there was no answer.
    status integer,
    failure text check (failure in ('addressRefused', 'unreachable', 'timedOut')),
    -- The begin of the answer.
    answer text,
    primary key (bulk_id, webhook_id, event_id, attempt_id),
    foreign key (bulk_id, webhook_id, event_id) references webhook_event on delete cascade,
    constraint answered_or_not check ((status is null) <> (failure is null))
);
