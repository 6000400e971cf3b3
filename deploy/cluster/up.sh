#!/bin/sh
# `make cluster`: starts the whole cluster on one machine, with the demo.
. "$(dirname "$0")/lib.sh"

[ ! -d "$place/etcd/member" ] || fail "this cluster was made with one member of etcd: make cluster-down FORGET=1, then make cluster"
sh "$here/needs.sh"
sh "$here/settings.sh"
if [ -n "$as" ] && ! $as test -x "$place/venv/bin/python3"; then
    fail "$user cannot reach $place; set CLUSTER_FOLDER to a folder that it can"
fi
begin() { sh "$here/run.sh" start "$1"; }
member() { patronictl -c "$place/etc/ctl.yml" list -f json 2>/dev/null; }
cat >"$place/etc/ctl.yml" <<END
scope: gridbill
etcd3: { hosts: "$(etcds)" }
ctl: { authentication: { username: patroni, password: "$(secret patroni)" } }
END

say "etcd with three members, and a store of files"
for n in 1 2 3; do begin etcd$n; done
begin store
wait_for 30 "etcd" answers "http://127.0.0.1:$(port etcd1)/health"
wait_for 30 "store" curl --silent --output /dev/null "http://127.0.0.1:$(port store)/"

say "PostgreSQL: the primary, then two standbys"
for n in 1 2 3; do begin "node$n"; done
begin haproxy
superuser=$(database postgres "$(port database)" postgres)
wait_for 120 "primary" psql -qAt "$superuser" -c 'select 1'
# Replication is synchronous only after the first standby streams.
is_synchronous() {
    [ "$(psql -qAt "$superuser" -c "select current_setting('synchronous_standby_names') like 'ANY 1 %' and 2 = (select count(*) from pg_stat_replication where sync_state = 'quorum')")" = t ]
}
wait_for 180 "synchronous standbys" is_synchronous

say "roles, backups, migrations"
psql -q "$superuser" -v owner_password="$(secret gridbill_owner)" -v program_password="$(secret gridbill)" \
    -v reports_password="$(secret gridbill_reports)" -f "$tree/deploy/database/roles.sql"
if ! [ -d "$place/backup/backup/gridbill" ]; then sh "$here/backup.sh" create; fi
sh "$here/run.sh" migrate

say "the demo"
sh "$here/run.sh" demo >"$place/log/demo.log" 2>&1 || { cat "$place/log/demo.log"; fail "the demo was not made"; }

say "the sandbox of banks, two serve, two worker"
for name in sandbox serve1 serve2 worker1 worker2; do begin "$name"; done
wait_for 60 "serve1" answers "http://127.0.0.1:$(port serve1)/readyz"
wait_for 60 "serve2" answers "http://127.0.0.1:$(port serve2)/readyz"
wait_for 10 "portal" answers "http://127.0.0.1:$(port http)/readyz"
member | sed 's/}, {/},\n {/g'
sed -n '/@/p' "$place/log/demo.log"
say "ready: http://127.0.0.1:$(port http)   (https at $(port https), by a certificate of this folder's own)"
say "stop it with: make cluster-down; its data stay in $place"
