#!/bin/sh
# Writes metrics that Patroni does not have, as a text for node_exporter: the end of the newest backup, and on the primary whether its
# WAL is archived. Runs every five minutes on each node of the database, as postgres with node.env (gridbill-figures.timer).
set -eu

figure() { # figure NAME VALUE MEANING
    printf '# HELP %s %s\n# TYPE %s gauge\n%s %s\n' "$1" "$3" "$1" "$1" "$2"
}

# A metric that cannot be read is omitted; an alarm detects its absence.
newest=$(pgbackrest --stanza=gridbill --output=json info | grep -o '"stop":[0-9]*' | cut -d: -f2 | sort -n | tail -n 1)
[ -z "$newest" ] || figure pgbackrest_newest_backup_seconds "$newest" "The instant at which the newest backup ended."

archive=$(psql -XqAtF ' ' -h /run/gridbill -p "$PGBACKREST_PG1_PORT" -U postgres -d postgres -c "
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int,
        (select count(*) from pg_ls_archive_statusdir() where name like '%.ready')
    from pg_stat_archiver where not pg_is_in_recovery()") || archive=
[ -n "$archive" ] || exit 0
figure postgres_archive_failing "${archive% *}" "1 when the last try to archive a segment of WAL has failed."
figure postgres_archive_waiting "${archive#* }" "Segments of WAL that are not archived yet."
