#!/bin/sh
# The database as it was at an instant, from backup and archive, in a folder and at a port of its own:
#   restore.sh '2026-11-22 10:00:00.123+00'      restore.sh stop
. "$(dirname "$0")/lib.sh"

folder=$place/restored
# PostgreSQL's restore_command needs it, too.
export PGBACKREST_CONFIG="$place/etc/pgbackrest.conf"
end() {
    # shellcheck disable=SC2086
    [ ! -f "$folder/postmaster.pid" ] || (cd / && $as pg_ctl -D "$folder" -m fast -s stop)
    rm -rf "$folder"
}
if [ "${1:?an instant}" = stop ]; then end && exit; fi

end
mkdir -m 700 "$folder"
[ -z "$as" ] || chown "$user" "$folder"
# shellcheck disable=SC2086
(cd "$place" && exec $as pgbackrest --stanza=gridbill --pg1-path="$folder" \
    --type=time --target="$1" --target-action=promote --archive-mode=off restore)

# Patroni's own configuration would archive into the same repository, and wait for standbys that are not there.
cat >"$folder/postgresql.conf" <<END
listen_addresses = '127.0.0.1'
port = $(port restored)
unix_socket_directories = '$place/run'
max_connections = 300
max_wal_senders = 10
max_replication_slots = 10
ssl = on
ssl_cert_file = '$place/etc/tls/server.crt'
ssl_key_file = '$place/etc/tls/server.key'
END
rm -f "$folder/postgresql.base.conf" "$folder/patroni.dynamic.json" "$folder/standby.signal"
# shellcheck disable=SC2086
(cd "$place" && $as pg_ctl -D "$folder" -l "$place/log/restored.log" -w -t 300 -s start)
is_promoted() { [ "$(psql -XqAt "$(database gridbill_owner "$(port restored)")" -c 'select pg_is_in_recovery()')" = f ]; }
wait_for 300 "promotion of what was restored" is_promoted
