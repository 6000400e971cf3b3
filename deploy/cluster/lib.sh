# Shared by the scripts of the cluster: paths and ports, and processes that are tracked by pid files.
# shellcheck shell=sh
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
place=${CLUSTER_FOLDER:-$tree/target/cluster}
# PostgreSQL's programs: the newest version of the system.
newest=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -t/ -k5 -n | tail -n 1 || true)
programs=${CLUSTER_POSTGRES:-$newest}
PATH=$place/bin:$place/venv/bin:${programs:+$programs:}$PATH:/usr/sbin
# Ports, in a range of the cluster's own.
base=${CLUSTER_PORT:-9500}
port() { # port NAME
    case $1 in
    http) echo "$base" ;; https) echo $((base + 1)) ;;
    serve1) echo $((base + 10)) ;; serve2) echo $((base + 11)) ;;
    metrics-serve1) echo $((base + 12)) ;; metrics-serve2) echo $((base + 13)) ;;
    metrics-worker1) echo $((base + 14)) ;; metrics-worker2) echo $((base + 15)) ;;
    metrics-haproxy) echo $((base + 16)) ;;
    sandbox) echo $((base + 20)) ;; store) echo $((base + 21)) ;;
    database) echo $((base + 30)) ;; reports) echo $((base + 31)) ;;
    node1) echo $((base + 41)) ;; node2) echo $((base + 42)) ;; node3) echo $((base + 43)) ;; restored) echo $((base + 45)) ;;
    patroni1) echo $((base + 51)) ;; patroni2) echo $((base + 52)) ;; patroni3) echo $((base + 53)) ;;
    etcd1) echo $((base + 61)) ;; etcd2) echo $((base + 62)) ;; etcd3) echo $((base + 63)) ;;
    etcd-peer1) echo $((base + 64)) ;; etcd-peer2) echo $((base + 65)) ;; etcd-peer3) echo $((base + 66)) ;;
    *) echo "no port: $1" >&2; return 1 ;;
    esac
}

say() { echo "cluster: $*"; }
fail() { echo "cluster: $*" >&2; exit 1; }

# PostgreSQL does not run as root. If this script does, everything runs as the user `postgres`, or else `nobody`.
as=
user=$(id -un)
if [ "$(id -u)" = 0 ]; then
    user=$(id -un postgres 2>/dev/null || echo nobody)
    as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups"
fi

# A process id can be reused, so the pid file also stores the start time.
started() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }

is_running() { # is_running NAME
    [ -f "$place/run/$1.pid" ] || return 1
    read -r pid start <"$place/run/$1.pid" || return 1
    [ "$(started "$pid")" = "$start" ]
}

start() { # start NAME COMMAND...: in the background, as the unprivileged user
    name=$1
    shift
    is_running "$name" && return 0
    # shellcheck disable=SC2086
    (cd "$place" && HOME=$place exec setsid $as "$@" >>"$place/log/$name.log" 2>&1 </dev/null) &
    echo "$! $(started $!)" >"$place/run/$name.pid"
}

stop() { # stop NAME [SIGNAL [SECONDS]]: and waits until it has ended
    is_running "$1" || { rm -f "$place/run/$1.pid"; return 0; }
    kill "-${2:-TERM}" "$pid" 2>/dev/null || true
    # A frozen process receives the signal only when it continues.
    kill -CONT "$pid" 2>/dev/null || true
    left=$((${3:-60} * 10))
    while is_running "$1"; do
        left=$((left - 1))
        if [ $left -le 0 ]; then
            say "$1 does not end: kill -9"
            kill -9 "$pid"
            left=100
        fi
        sleep 0.1
    done
    rm -f "$place/run/$1.pid"
}

# The addresses of all etcd members, for its clients.
etcds() { echo "127.0.0.1:$(port etcd1),127.0.0.1:$(port etcd2),127.0.0.1:$(port etcd3)"; }

wait_for() { # wait_for SECONDS WHAT COMMAND...
    left=$(($1 * 5))
    what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        left=$((left - 1))
        [ $left -gt 0 ] || fail "no $what; look at $place/log"
        sleep 0.2
    done
}

answers() { curl --silent --fail --max-time 3 --output /dev/null "$@"; }
secret() { cat "$place/etc/$1.password"; }
ca() { echo "$place/etc/tls/ca.crt"; }
# The URL of the database for a role, through the proxy or at another port.
database() { # database ROLE [PORT [NAME]]
    echo "postgres://$1:$(secret "$1")@127.0.0.1:${2:-$(port database)}/${3:-gridbill}?sslmode=verify-full&sslrootcert=$(ca)"
}
