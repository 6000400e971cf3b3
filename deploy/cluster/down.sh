#!/bin/sh
# `make cluster-down`: stops the cluster of `make cluster`; with `--forget` it also deletes its data.
. "$(dirname "$0")/lib.sh"

for n in 1 2 3; do sh "$here/run.sh" thaw "node$n"; done
for name in load worker1 worker2 serve1 serve2 sandbox haproxy; do stop "$name" & done
wait
# Stop the primary last, so that no standby is promoted.
last=
for n in 1 2 3; do
    if answers "http://127.0.0.1:$(port patroni$n)/primary"; then last=node$n; else stop "node$n"; fi
done
[ -z "$last" ] || stop "$last"
for n in 1 2 3; do stop etcd$n & done
wait
stop store
# Stop any PostgreSQL whose Patroni was killed.
for folder in "$place"/postgres/node? "$place"/restored; do
    [ -f "$folder/postmaster.pid" ] || continue
    # shellcheck disable=SC2086
    (cd / && $as pg_ctl -D "$folder" -m fast stop >/dev/null 2>&1) || true
done
for file in "$place"/run/*.pid; do
    [ -e "$file" ] && fail "still running: $(basename "$file" .pid)"
done
if [ "${1:-}" = --forget ]; then
    for folder in etc run log postgres backup data etcd files restored; do
        rm -rf "${place:?}/$folder"
    done
fi
say "stopped"
