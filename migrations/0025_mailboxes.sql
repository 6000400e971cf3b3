-- E-mail addresses of companies, such as the mailbox of their accounts payable, and the links to them
-- (docs/domain/remittance.md). Each e-mail to an address has a link that stops it, so the outbox knows address and link.

create table mailbox (
    bulk_id text not null references bulk_account,
    mailbox_id uuid not null,
    -- In lower case.
    email text not null,
    language text not null check (language in ('en', 'ms')),
    -- The topics that the company chose.
    topics text[] not null,
    -- The topics that the address stopped. They are sent again only after another confirmation.
    stopped_topics text[] not null default '{}',
    added_by uuid not null references person,
    added_at timestamptz not null,
    confirmed_at timestamptz,
    -- When the address stopped all e-mails.
    stopped_at timestamptz,
    primary key (bulk_id, mailbox_id),
    constraint an_address_is_added_once unique (bulk_id, email)
);

create index mailboxes_by_person on mailbox (added_by);

create table mailbox_link (
    -- SHA-256 of the token.
    token_hash bytea primary key,
    bulk_id text not null,
    mailbox_id uuid not null,
    kind text not null check (kind in ('confirm', 'stop')),
    -- The topic of the e-mail that a link to stop was in; null for a link to confirm, and for the link to stop next to it.
    topic text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- When a link to confirm was used.
    used_at timestamptz,
    foreign key (bulk_id, mailbox_id) references mailbox on delete cascade
);

create index links_of_mailbox on mailbox_link (bulk_id, mailbox_id, kind);
create index mailbox_links_by_expiry on mailbox_link (expires_at);

-- The address of the company that an e-mail is for, and the link for its header List-Unsubscribe, which contains a token.
alter table mail add column mailbox_id uuid, add column stop_link text;

create index mail_of_mailbox on mail (mailbox_id, created_at desc) where mailbox_id is not null;
