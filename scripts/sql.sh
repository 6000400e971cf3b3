#!/bin/sh
# Writes .sqlx afresh: the descriptions of all queries, by which ordinary builds check them without a database.
# With --check it says whether all queries stand in a sql.rs or in a folder sql/ (those of tests and measurements may stand
# anywhere), and whether .sqlx is up to date. What may be null is guessed from PostgreSQL's plans, which differ between its
# versions: without a DATABASE_URL it is that of npm's package, everywhere.
set -eu
cd "$(dirname "$0")/.."

if [ "${1:-}" = --check ]; then
    outside=$(grep -rnE '\bquery(_as|_scalar)?!' server/src --include='*.rs' | grep -vE '^[^:]*/sql(\.rs|/[^:]*):' | grep -vE '^[^:]*:[0-9]+: *//' || true)
    [ -z "$outside" ] || { printf 'make check: queries stand in sql.rs or sql/, and not here:\n%s\n' "$outside" >&2; exit 1; }
fi

# A program that is built already will do: new queries cannot be built before they are described.
gridbill() {
    if [ -x target/debug/gridbill ]; then target/debug/gridbill "$@"; else SQLX_OFFLINE=true cargo run --quiet --bin gridbill -- "$@"; fi
}

if [ -n "${DATABASE_URL:-}" ]; then
    database=$DATABASE_URL
else
    # A private PostgreSQL of its own, which begins empty and ends with this script.
    rm -rf target/sql-data
    database=$(gridbill database url --data target/sql-data)
    trap 'gridbill database down --data target/sql-data >/dev/null' EXIT
fi
DATABASE_URL=$database gridbill migrate --from migrations

fresh=$PWD/target/sqlx-fresh
rm -rf "$fresh" && mkdir -p "$fresh"
# The macros write what they learn when they are expanded, so make them expand.
touch server/src/lib.rs
DATABASE_URL=$database SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$fresh cargo check --quiet --workspace --exclude gridbill-core-wasm --all-targets

if [ "${1:-}" = --check ]; then
    diff -rq "$fresh" .sqlx || { echo "make sql: .sqlx is out of date; run make sql and commit it" >&2; exit 1; }
else
    rm -rf .sqlx && mv "$fresh" .sqlx
    echo "wrote .sqlx: $(find .sqlx -type f | wc -l) queries"
fi
