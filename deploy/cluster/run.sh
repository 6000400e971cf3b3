#!/bin/sh
# One process of the cluster, with the environment that its systemd unit has: run.sh start|stop|kill NAME
# For the proofs, also: run.sh address ROLE [PORT [DATABASE]], run.sh port NAME
. "$(dirname "$0")/lib.sh"

with() { # with FILE: reads it as systemd does, without the shell's expansion
    while IFS='=' read -r name value; do
        case $name in '' | '#'*) ;; *) export "$name=$value" ;; esac
    done <"$place/etc/$1"
}

run() {
    case $1 in
    etcd)
        peers=http://127.0.0.1:$(port etcd-peers) clients=http://127.0.0.1:$(port etcd)
        start etcd etcd --name etcd1 --data-dir "$place/etcd" --listen-client-urls "$clients" --advertise-client-urls "$clients" \
            --listen-peer-urls "$peers" --initial-advertise-peer-urls "$peers" --initial-cluster "etcd1=$peers" --log-level warn
        ;;
    node?) with "$1.env" && start "$1" patroni "$place/etc/patroni.yml" ;;
    haproxy) with haproxy.env && start haproxy haproxy -db -f "$place/etc/haproxy.cfg" ;;
    store)
        start store "$place/store/node_modules/.bin/s3rver" --address 127.0.0.1 --port "$(port store)" --directory "$place/files" \
            --silent --no-vhost-buckets --configure-bucket gridbill
        ;;
    sandbox) with gridbill.env && start sandbox gridbill fpx-sandbox ;;
    serve? | worker?)
        with gridbill.env
        export GRIDBILL_METRICS_LISTEN="127.0.0.1:$(port "metrics-$1")"
        case $1 in
        serve?) start "$1" gridbill serve --listen "$GRIDBILL_BIND:$(port "$1")" ;;
        *) start "$1" gridbill worker ;;
        esac
        ;;
    *) fail "no process: $1" ;;
    esac
}

# As a machine that loses its power: Patroni and its PostgreSQL at once.
kill_now() {
    is_running "$1" && kill -9 "$pid"
    postmaster=$(head -n 1 "$place/postgres/$1/postmaster.pid" 2>/dev/null || true)
    if [ -n "$postmaster" ] && [ "$(readlink "/proc/$postmaster/cwd" 2>/dev/null)" = "$place/postgres/$1" ]; then
        # Its processes, and it: none of them says good-bye.
        # shellcheck disable=SC2046
        kill -9 "$postmaster" $(cat "/proc/$postmaster/task/$postmaster/children") 2>/dev/null || true
    fi
    rm -f "$place/run/$1.pid"
}

case ${1:-} in
start) run "$2" ;;
stop) stop "$2" ;;
kill) kill_now "$2" ;;
address) database "$2" "$(port "${3:-database}")" "${4:-gridbill}" ;;
port) port "$2" ;;
*) fail "run.sh start|stop|kill NAME, address ROLE [PORT [DATABASE]], port NAME" ;;
esac
