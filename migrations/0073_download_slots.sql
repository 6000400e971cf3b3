-- Large files are made in a few slots. A person's files were bound to one slot by the person's id, so a long queue of one person
-- blocked everybody who had the same slot. Now each slot takes the next file of whoever was served least recently, and at most
-- one file of a person is made at a time.

alter table download
    -- The slot in which it is made, or was. Of versions before this one there is none.
    add column slot smallint,
    -- The order in which files were begun, over all people.
    add column begun bigint;

create sequence download_begun;
create index downloads_to_make on download (person_id, requested_at) where state in ('waiting', 'running');
create index downloads_by_begin on download (person_id, begun desc) where begun is not null;
