#!/bin/sh
# Restores the database to an instant, from backup and archive.
#   restore.sh beside '2026-11-22 10:00:00.123+00'      next to the cluster, in another folder and at another port; `restore.sh end` removes it
#   restore.sh instead '2026-11-22 10:00:00.123+00'     in place of the cluster; the data of its nodes is deleted
. "$(dirname "$0")/lib.sh"

# PostgreSQL's restore_command also needs it.
export PGBACKREST_CONFIG="$place/etc/pgbackrest.conf"

end() { # end FOLDER: stops the PostgreSQL in it, if it runs
    # shellcheck disable=SC2086
    (cd / && { ! $as pg_ctl -D "$1" status || $as pg_ctl -D "$1" -m fast stop; }) >/dev/null 2>&1
}

restore() { # restore FOLDER INSTANT
    mkdir -m 700 "$1"
    [ -z "$as" ] || chown "$user" "$1"
    # shellcheck disable=SC2086
    (cd "$place" && exec $as pgbackrest --stanza=gridbill --pg1-path="$1" --type=time --target="$2" --target-action=promote restore)
    # Patroni's own configuration would archive into the same repository, and wait for missing standbys.
    cat >"$1/postgresql.conf" <<END
listen_addresses = '127.0.0.1'
port = $(port restored)
unix_socket_directories = '$place/run'
max_connections = 300
max_wal_senders = 10
max_replication_slots = 10
archive_mode = off
ssl = on
ssl_cert_file = '$place/etc/tls/server.crt'
ssl_key_file = '$place/etc/tls/server.key'
END
    rm -f "$1/postgresql.base.conf" "$1/patroni.dynamic.json" "$1/standby.signal"
    # shellcheck disable=SC2086
    (cd "$place" && $as pg_ctl -D "$1" -l "$place/log/restored.log" -w -t 300 -s start)
    wait_for 300 "promotion of what was restored" is_promoted
    # Remove the restore settings, so that standbys do not copy them.
    : >"$1/postgresql.auto.conf"
}
is_promoted() { [ "$(psql -XqAt "$(database gridbill_owner "$(port restored)")" -c 'select pg_is_in_recovery()')" = f ]; }
leads() { answers "http://127.0.0.1:$(port patroni1)/primary"; }

beside=$place/restored
case ${1:-} in
beside)
    end "$beside"
    rm -rf "$beside"
    restore "$beside" "$2"
    ;;
end)
    end "$beside"
    rm -rf "$beside"
    ;;
instead)
    for name in worker1 worker2 serve1 serve2 node1 node2 node3; do stop "$name"; done
    for n in 1 2 3; do
        end "$place/postgres/node$n"
        rm -rf "$place/postgres/node$n"
    done
    restore "$place/postgres/node1" "$2"
    psql -Xq -o /dev/null "$(database gridbill_owner "$(port restored)")" -f "$tree/deploy/database/new-numbers.sql"
    end "$place/postgres/node1"
    printf 'gridbill\nYes I am aware\n' | patronictl -c "$place/etc/ctl.yml" remove gridbill >/dev/null
    sh "$here/run.sh" start node1
    wait_for 120 "primary" leads
    for name in node2 node3 serve1 serve2 worker1 worker2; do sh "$here/run.sh" start "$name"; done
    ;;
*) fail "restore.sh beside|instead INSTANT, or restore.sh end" ;;
esac
