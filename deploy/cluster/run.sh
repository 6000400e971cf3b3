#!/bin/sh
# Controls one process of the cluster, with the environment of its systemd unit: run.sh start|stop|kill|freeze|thaw NAME
# Runs once, as the owner of the database: run.sh migrate (followed by the grants), run.sh demo
# For the proofs: run.sh address ROLE [PORT [DATABASE]], run.sh port NAME, run.sh figures NODE
. "$(dirname "$0")/lib.sh"

with() { # with FILE: reads it as systemd does, without the shell's expansion
    while IFS='=' read -r name value; do
        case $name in '' | '#'*) ;; *) export "$name=$value" ;; esac
    done <"$place/etc/$1"
}

run() {
    case $1 in
    etcd?)
        clients=http://127.0.0.1:$(port "$1") peers=http://127.0.0.1:$(port "etcd-peer${1#etcd}") all=
        for n in 1 2 3; do all=${all:+$all,}etcd$n=http://127.0.0.1:$(port etcd-peer$n); done
        start "$1" etcd --name "$1" --data-dir "$place/etcd/$1" --listen-client-urls "$clients" --advertise-client-urls "$clients" \
            --listen-peer-urls "$peers" --initial-advertise-peer-urls "$peers" --initial-cluster "$all" --log-level warn
        ;;
    node?) with "$1.env" && start "$1" patroni "$place/etc/patroni.yml" ;;
    haproxy) with haproxy.env && start haproxy haproxy -db -f "$place/etc/haproxy.cfg" ;;
    store) start store node "$place/bin/store.mjs" "$place/store" "$(port store)" "$place/files" ;;
    sandbox) with gridbill.env && start sandbox gridbill fpx-sandbox ;;
    serve? | worker?)
        with gridbill.env
        # A proof's settings for this process only, like a systemd drop-in.
        if [ -f "$place/etc/$1.env" ]; then with "$1.env"; fi
        GRIDBILL_METRICS_LISTEN="127.0.0.1:$(port "metrics-$1")"
        export GRIDBILL_METRICS_LISTEN
        case $1 in
        serve?) start "$1" gridbill serve --listen "$GRIDBILL_BIND:$(port "$1")" ;;
        *) start "$1" gridbill worker ;;
        esac
        ;;
    *) fail "no process: $1" ;;
    esac
}

below() { # below PID...: their numbers, and those of all processes that they have begun
    cat /proc/[0-9]*/stat 2>/dev/null | awk -v wanted="$*" '
        { number = $1; sub(/.*\) /, ""); parent[number] = $2 }
        END {
            for (many = split(wanted, list, " "); done < many; ) {
                one = list[++done]
                print one
                for (number in parent) if (parent[number] == one) list[++many] = number
            }
        }' | sort -u
}
# Signals all processes of a node, as if it were a machine: Patroni, its PostgreSQL and their children. They are frozen first, so that
# they start no new process, and then all get the signal.
signal_all() { # signal_all SIGNAL NAME
    all=
    if is_running "$2"; then all=$pid; fi
    postmaster=$(head -n 1 "$place/postgres/$2/postmaster.pid" 2>/dev/null || true)
    if [ -n "$postmaster" ] && [ "$(readlink "/proc/$postmaster/cwd" 2>/dev/null)" = "$place/postgres/$2" ]; then all="$all $postmaster"; fi
    [ -n "$all" ] || return 0
    # shellcheck disable=SC2086
    kill -STOP $all 2>/dev/null || true
    # shellcheck disable=SC2046,SC2086
    kill "-$1" $(below $all) 2>/dev/null || true
}
# Acts like a power failure: kills all processes without a shutdown.
kill_now() {
    signal_all KILL "$1"
    rm -f "$place/run/$1.pid"
}

once() { # once COMMAND...: of the program
    with gridbill.env
    DATABASE_URL=$(database gridbill_owner)
    export DATABASE_URL RUST_LOG=warn
    # shellcheck disable=SC2086
    (cd "$place" && exec $as gridbill "$@")
}

figures() { # figures NODE: as its timer has them made
    with "$1.env"
    # shellcheck disable=SC2086
    (cd "$place" && exec $as sh "$place/etc/figures.sh")
}

case ${1:-} in
start) run "$2" ;;
stop) stop "$2" ;;
kill) kill_now "$2" ;;
freeze) signal_all STOP "$2" ;;
thaw) signal_all CONT "$2" ;;
migrate) once migrate && psql -q "$(database gridbill_owner)" -f "$tree/deploy/database/grants.sql" ;;
demo)
    # shellcheck disable=SC2086
    once demo ${CLUSTER_DEMO:-}
    ;;
address) database "$2" "$(port "${3:-database}")" "${4:-gridbill}" ;;
port) port "$2" ;;
figures) figures "$2" ;;
*) fail "run.sh start|stop|kill|freeze|thaw NAME, migrate, demo, address ROLE [PORT [DATABASE]], port NAME, figures NODE" ;;
esac
