#!/bin/sh
# Writes .sqlx afresh: the descriptions of all queries, by which ordinary builds check them without a database.
# With --check it only says whether .sqlx is up to date.
set -eu
cd "$(dirname "$0")/.."

database=${DATABASE_URL:-$(SQLX_OFFLINE=true cargo run --quiet --bin gridbill -- database url)}
DATABASE_URL=$database SQLX_OFFLINE=true cargo run --quiet --bin gridbill -- migrate

fresh=$PWD/target/sqlx-fresh
rm -rf "$fresh" && mkdir -p "$fresh"
# The macros write what they learn when they are expanded, so make them expand.
touch server/src/lib.rs
DATABASE_URL=$database SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$fresh cargo check --quiet --package gridbill-server --all-targets

if [ "${1:-}" = --check ]; then
    diff -rq "$fresh" .sqlx || { echo "make sql: .sqlx is out of date; run make sql and commit it" >&2; exit 1; }
else
    rm -rf .sqlx && mv "$fresh" .sqlx
    echo "wrote .sqlx: $(ls .sqlx | wc -l) queries"
fi
