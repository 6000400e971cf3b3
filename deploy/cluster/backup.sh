#!/bin/sh
# Runs pgBackRest on the primary node: backup.sh create|full|diff|incr|check
. "$(dirname "$0")/lib.sh"

for n in 1 2 3; do
    answers "http://127.0.0.1:$(port patroni$n)/primary" || continue
    pgbackrest() { # shellcheck disable=SC2086
        (cd "$place" && PGPASSFILE=$place/etc/pgpass PGBACKREST_CONFIG=$place/etc/pgbackrest.conf \
            PGBACKREST_PG1_PATH=$place/postgres/node$n PGBACKREST_PG1_PORT=$(port node$n) exec $as pgbackrest --stanza=gridbill "$@")
    }
    case $1 in
    create) pgbackrest stanza-create && pgbackrest check ;;
    check) pgbackrest check ;;
    *) pgbackrest --type="$1" backup ;;
    esac
    exit
done
fail "no primary"
