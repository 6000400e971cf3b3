#!/bin/sh
# The measurements of `make bench`, on a demo of a million bills that is made once and kept:
#   wrong sign-ins of known and unknown people, paying 10,000 invoices over HTTP beside the same SQL in psql, the first and last page of lists beside pgbench,
#   every list of a bulk account of 10,000 electricity accounts among a million, and 200 open pages while 50 payments a second
#   are made.
# Sizes can be set: BILLS, BULK_ACCOUNTS, and for the program that measures SIGN_INS, INVOICES, ROUNDS, SECONDS_EACH,
#   CONNECTIONS, ALL_ACCOUNTS; PAGES and PAYMENTS for the open pages.
#   scripts/bench.sh tiny    every measurement once, in seconds, on a small demo that is made afresh and a debug build: its
#                            figures mean nothing. `make test` runs it, so that the whole of it still works.
set -eu
cd "$(dirname "$0")/.."

profile=release
if [ "${1:-}" = tiny ]; then
    profile=debug
    export BILLS=27000 BULK_ACCOUNTS=10 SIGN_INS=5 INVOICES=50 ROUNDS=1 SECONDS_EACH=3 CONNECTIONS=4 ALL_ACCOUNTS=5000 PAGES=10 PAYMENTS=5
fi
BILLS=${BILLS:-1000000}
BULK_ACCOUNTS=${BULK_ACCOUNTS:-2000}
data=${GRIDBILL_BENCH_DATA:-$PWD/target/bench-$BILLS-$BULK_ACCOUNTS}
address=${GRIDBILL_BENCH_LISTEN:-127.0.0.1:18090}
gridbill=target/$profile/gridbill
# The database is the bench's own.
unset DATABASE_URL

say() { printf 'bench: %s\n' "$*"; }

say "building"
SQLX_OFFLINE=true cargo build --profile "$([ $profile = debug ] && echo dev || echo release)" \
    --workspace --exclude gridbill-core-wasm --bins --examples
if [ $profile = debug ] && [ -d "$data" ]; then
    "$gridbill" database down --data "$data" >/dev/null 2>&1 || true
    rm -rf "$data"
fi
if [ ! -d "$data" ]; then
    say "making $BILLS bills of $BULK_ACCOUNTS bulk accounts in $data (once; some minutes)"
fi
"$gridbill" demo --bills "$BILLS" --bulk-accounts "$BULK_ACCOUNTS" --data "$data" >"${TMPDIR:-/tmp}/gridbill-bench-demo.log"
database=$("$gridbill" database url --data "$data")

# All sign-ins come from one address, which is not to be held up here.
RUST_LOG=warn "$gridbill" serve --sign-ins-per-address 1000000 --data "$data" --listen "$address" &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; "$gridbill" database down --data "$data" >/dev/null' EXIT
trap 'exit 1' INT TERM
tries=0
until curl --silent --fail --output /dev/null "http://$address/readyz"; do
    tries=$((tries + 1))
    if [ $tries -gt 100 ] || ! kill -0 $server 2>/dev/null; then
        say "the server does not start" >&2
        exit 1
    fi
    sleep 0.2
done
psql --version 2>/dev/null || say "psql is not on PATH: the comparison with it is left out"
pgbench --version 2>/dev/null || say "pgbench is not on PATH: the comparison with it is left out"
target/$profile/examples/bench --portal "$address" --database "$database" \
    --sign-ins "${SIGN_INS:-1000}" --invoices "${INVOICES:-10000}" --rounds "${ROUNDS:-9}" \
    --seconds "${SECONDS_EACH:-15}" --connections "${CONNECTIONS:-16}" \
    --all-accounts "${ALL_ACCOUNTS:-1000000}"
if psql --version >/dev/null 2>&1; then
    node scripts/bench-pages.mjs "http://$address" "$database" $server
fi
sh scripts/bench-sheets.sh "$address"
