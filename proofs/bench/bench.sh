#!/bin/sh
# The measurements of `make bench`, on a demo of a million bills that is made once and reused:
#   wrong sign-ins of known and unknown users; paying 10,000 invoices over HTTP, compared with the same SQL in psql; the first and last page
#   of lists, compared with pgbench; a bulk account of 10,000 bills alone and among the million; every list of a bulk account of 10,000
#   electricity accounts among a million; 200 open pages during 50 payments a second; a press and a key in a list of 10,000 rows; and the
#   portal's files, compared with Python's libraries.
# Sizes can be set: BILLS, BULK_ACCOUNTS; for the measuring program SIGN_INS, INVOICES, ROUNDS, SECONDS_EACH, CONNECTIONS, ALL_ACCOUNTS,
#   ALL_PAYMENTS; for the open pages PAGES and PAYMENTS; for files EXPORT_ROWS, DOCUMENTS, EXPORTS, PROOFS.
# ONLY=pages measures open pages and files, ONLY=files only the files, on existing data.
#   proofs/bench/bench.sh tiny    runs every measurement once, in seconds, on a new small demo and a debug build. The figures mean
#                            nothing; `make proofs-check` runs it to see that all of them still work.
set -eu
cd "$(dirname "$0")/../.."

profile=release
if [ "${1:-}" = tiny ]; then
    profile=debug
    export BILLS=60000 BULK_ACCOUNTS=10 SIGN_INS=5 INVOICES=50 ROUNDS=1 SECONDS_EACH=3 CONNECTIONS=4 ALL_ACCOUNTS=5000 ALL_PAYMENTS=1000 PAGES=10 PAYMENTS=5
    export EXPORT_ROWS=6000 DOCUMENTS=102 EXPORTS=6 PROOFS=3
fi
BILLS=${BILLS:-1000000}
BULK_ACCOUNTS=${BULK_ACCOUNTS:-2000}
data=${GRIDBILL_BENCH_DATA:-$PWD/target/bench-$BILLS-$BULK_ACCOUNTS}
address=${GRIDBILL_BENCH_LISTEN:-127.0.0.1:18090}
# A database with only one bulk account of 10,000 bills.
small=$PWD/target/bench-small
small_address=${GRIDBILL_BENCH_LISTEN_SMALL:-127.0.0.1:18091}
gridbill=target/$profile/gridbill
bench=target/$profile/bench
# Use the benchmark's own database.
unset DATABASE_URL

say() { printf 'bench: %s\n' "$*"; }

say "building"
SQLX_OFFLINE=true cargo build --profile "$([ $profile = debug ] && echo dev || echo release)" \
    --package gridbill-core --package gridbill-server --package gridbill-proofs --bins
forget() {
    "$gridbill" database down --data "$1" >/dev/null 2>&1 || true
    rm -rf "$1"
}
forget "$small"
[ $profile = release ] || forget "$data"
if [ ! -d "$data" ]; then
    say "making $BILLS bills of $BULK_ACCOUNTS bulk accounts in $data (once; some minutes)"
fi
"$gridbill" demo --bills "$BILLS" --bulk-accounts "$BULK_ACCOUNTS" --data "$data" >"${TMPDIR:-/tmp}/gridbill-bench-demo.log"
database=$("$gridbill" database url --data "$data")

small_database=$("$gridbill" database url --data "$small")
"$gridbill" migrate --data "$small" 2>/dev/null
"$bench" --prepare --database "$small_database"

# All sign-ins come from one address, so raise its limit.
serve() { RUST_LOG=warn "$gridbill" serve --sign-ins-per-address 1000000 --data "$1" --listen "$2" & }
server=
small_server=
end() {
    for one in $server $small_server; do
        kill "$one" 2>/dev/null || true
        wait "$one" 2>/dev/null || true
    done
    "$gridbill" database down --data "$data" >/dev/null
    forget "$small"
}
trap end EXIT
trap 'exit 1' INT TERM
ready() { # ready ADDRESS PROCESS
    tries=0
    until curl --silent --fail --output /dev/null "http://$1/readyz"; do
        tries=$((tries + 1))
        if [ $tries -gt 100 ] || ! kill -0 "$2" 2>/dev/null; then
            say "the server does not start" >&2
            exit 1
        fi
        sleep 0.2
    done
}
serve "$data" "$address"
server=$!
serve "$small" "$small_address"
small_server=$!
ready "$address" $server
ready "$small_address" $small_server
psql --version 2>/dev/null || say "psql is not on PATH: the comparison with it is left out"
pgbench --version 2>/dev/null || say "pgbench is not on PATH: the comparison with it is left out"
if [ -z "${ONLY:-}" ]; then
    "$bench" --portal "$address" --database "$database" --small "$small_address" \
        --sign-ins "${SIGN_INS:-1000}" --invoices "${INVOICES:-10000}" --rounds "${ROUNDS:-9}" \
        --seconds "${SECONDS_EACH:-15}" --connections "${CONNECTIONS:-16}" \
        --all-accounts "${ALL_ACCOUNTS:-1000000}" --all-payments "${ALL_PAYMENTS:-100000}" --export-rows "${EXPORT_ROWS:-100000}"
fi
kill $small_server
wait $small_server || true
small_server=
if [ "${ONLY:-}" != files ]; then
    if psql --version >/dev/null 2>&1; then
        node proofs/bench/pages.mjs "http://$address" "$database" $server
    fi
    sh proofs/bench/sheets.sh "$address"
    # The small form only checks that the measurements load.
    [ $profile = release ] && list= || list=--list
    (cd app && GRIDBILL_BENCH_PORTAL="http://$address" npx playwright test --config ../proofs/browser/hand.config.ts hand cold ${list:+"$list"})
fi
# Restart the server, so that memory kept from the calls above is not measured.
kill $server
wait $server || true
serve "$data" "$address"
server=$!
ready "$address" $server
files=${TMPDIR:-/tmp}/gridbill-bench-files
mkdir -p "$files"
python=$(sh proofs/bench/peers.sh)
node proofs/bench/files.mjs "http://$address" "$database" $server "$files" ${python:+"$python"}
node proofs/bench/proofs.mjs "http://$address" "$files"
rm -rf "$files"
