-- The files that rows name, with the hash of their bytes. The file store has each of them, and no others but orphans (`stray_file`).
create view named_file as
    select file_id, 'declaration'::text as kind, size, sha256 from stored_file
    union all select file_id, 'query', size, sha256 from query_file
    union all select file_id, 'statement', null, sha256 from statement where file_id is not null
    union all select file_id, 'download', bytes, sha256 from download where file_id is not null;
