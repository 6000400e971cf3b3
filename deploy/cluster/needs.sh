#!/bin/sh
# Checks for programs that the cluster cannot install below its own folder, and says how to install them. Installs the rest there:
# Patroni from PyPI and an S3 store from npm.
. "$(dirname "$0")/lib.sh"

missing=
need() { missing="$missing
  $1:  $2"; }

for program in pg_ctl initdb pg_rewind pg_basebackup pg_controldata psql; do
    [ -n "$programs" ] && [ -x "$programs/$program" ] || { need "PostgreSQL 15 or later, server and client" "apt install postgresql"; break; }
done
command -v etcd >/dev/null || need "etcd" "apt install etcd-server"
command -v haproxy >/dev/null || need "HAProxy 2.6 or later" "apt install haproxy"
command -v pgbackrest >/dev/null || need "pgBackRest" "apt install pgbackrest"
command -v curl >/dev/null || need "curl" "apt install curl"
command -v openssl >/dev/null || need "openssl" "apt install openssl"
command -v setpriv >/dev/null || need "setpriv" "apt install util-linux"
command -v node >/dev/null || need "Node 20.19 or later, with npm" "https://nodejs.org"
# Use the system's Python: PostgreSQL's user cannot read one in root's home.
python=${CLUSTER_PYTHON:-/usr/bin/python3}
"$python" -c 'import ensurepip' 2>/dev/null || need "Python 3 with venv" "apt install python3-venv"
gridbill=${GRIDBILL_PROGRAM:-$tree/target/release/gridbill}
[ -x "$gridbill" ] || need "the program ($gridbill)" "cargo build --release --bin gridbill"
app=${GRIDBILL_APP:-$tree/app/dist}
[ -f "$app/index.html" ] || need "the app ($app)" "make app/dist/index.html"
if [ -n "$missing" ]; then
    printf 'This is missing:\n%s\n\nAll packages, on Debian and Ubuntu: apt install postgresql etcd-server haproxy pgbackrest python3-venv curl\n' "$missing" >&2
    exit 1
fi

mkdir -p "$place/bin"
if ! [ -x "$place/venv/bin/patroni" ]; then
    say "installing Patroni from PyPI into $place/venv"
    "$python" -m venv "$place/venv"
    "$place/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt"
fi
if ! [ -x "$place/store/node_modules/.bin/s3rver" ]; then
    say "installing s3rver from npm into $place/store"
    npm install --prefix "$place/store" --no-audit --no-fund --loglevel=error s3rver@3.7.1
fi
# Use a copy, so that the tree can be built again meanwhile.
if ! cmp -s "$gridbill" "$place/bin/gridbill"; then
    cp "$gridbill" "$place/bin/gridbill.new"
    mv "$place/bin/gridbill.new" "$place/bin/gridbill"
fi
cp "$here/store.mjs" "$place/bin/store.mjs"
rm -rf "$place/app"
cp -R "$app" "$place/app"
