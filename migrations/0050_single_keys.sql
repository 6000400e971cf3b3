-- Whether a key alone does something: people who speak to their computer turn that off.
alter table person
    add column single_keys text check (single_keys in ('on', 'off'));
