#!/bin/sh
# Writes .sqlx, the descriptions of the server's queries, and migrations/schema.sql, the schema that all migrations together create.
# Ordinary builds check queries against .sqlx and need no database. Tests have plain queries, which .sqlx does not describe.
# With --check it writes nothing. It lints the code, since one pass of the compiler can do both, and fails if .sqlx or schema.sql is
# out of date, if the server has a query outside sql.rs and sql/, or if a test has one that .sqlx would have to describe.
# PostgreSQL's plans decide which columns may be null, and they differ between versions. Without DATABASE_URL every machine uses the
# version of the npm package.
set -eu
cd "$(dirname "$0")/.."

if [ "${1:-}" = --check ]; then
    outside=$(grep -rnE '\bquery(_as|_scalar)?!' server/src server/*/src --include='*.rs' | grep -vE '^[^:]*/sql(\.rs|/[^:]*):' | grep -vE '^[^:]*:[0-9]+: *//' || true)
    [ -z "$outside" ] || { printf 'make check: queries stand in sql.rs or sql/, and not here:\n%s\n' "$outside" >&2; exit 1; }
    recorded=$(grep -rnE '\bquery(_as|_scalar)?!' server/tests --include='*.rs' || true)
    [ -z "$recorded" ] || { printf 'make check: tests use support/sql.rs, not the macros:\n%s\n' "$recorded" >&2; exit 1; }
fi

# If queries, tables and types are unchanged since the last successful check, only clippy runs, without a fresh .sqlx.
checked=target/sqlx-checked
inputs=$(git ls-files -z --cached --others --exclude-standard -- .sqlx migrations core/src server/src server/*/src server/Cargo.toml server/*/Cargo.toml Cargo.lock | sort -z |
    xargs -0 sha256sum 2>/dev/null | sha256sum)
if [ "${1:-}" = --check ] && [ "$(cat "$checked" 2>/dev/null)" = "$inputs" ]; then
    exec cargo clippy --all-targets -- -D warnings
fi

# The macros write .sqlx when they are expanded, so force that. This comes before the program below is built, which would otherwise
# be built twice.
touch server/src/lib.rs server/*/src/lib.rs

# Uses an existing program: new queries do not compile before .sqlx describes them.
gridbill() {
    if [ -x target/debug/gridbill ]; then target/debug/gridbill "$@"; else SQLX_OFFLINE=true cargo run --quiet --bin gridbill -- "$@"; fi
}

if [ -n "${DATABASE_URL:-}" ]; then
    database=$DATABASE_URL
else
    # A private PostgreSQL that starts empty and is stopped with this script.
    rm -rf target/sql-data
    database=$(gridbill database url --data target/sql-data)
    trap 'gridbill database down --data target/sql-data >/dev/null' EXIT
fi
DATABASE_URL=$database gridbill migrate --from migrations

# The npm package has no pg_dump, so the program prints the schema. It is built if the last build does not know the command.
write_schema() { # write_schema FILE
    export DATABASE_URL="$database" SQLX_OFFLINE=true
    cat <<'END' >"$1"
-- The schema of the database after all migrations: tables with their indexes and triggers, then views, then functions.
-- Written by `make sql`, for reading: this file is not a migration. The migrations explain each table in comments.

END
    gridbill database schema --help >/dev/null 2>&1 || cargo build --quiet --bin gridbill
    gridbill database schema >>"$1"
}

fresh=$PWD/target/sqlx-fresh
rm -rf "$fresh" && mkdir -p "$fresh"
compile() {
    DATABASE_URL=$database SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$fresh cargo "$@"
    node scripts/sqlx.mjs "$fresh"
}
if [ "${1:-}" = --check ]; then
    compile clippy --all-targets -- -D warnings
    diff -rq "$fresh" .sqlx || { echo "make sql: .sqlx is out of date; run make sql and commit it" >&2; exit 1; }
    (write_schema target/schema.sql)
    diff -u migrations/schema.sql target/schema.sql ||
        { echo "make sql: migrations/schema.sql is out of date; run make sql and commit it" >&2; exit 1; }
    printf '%s\n' "$inputs" >"$checked"
else
    compile check --quiet
    rm -rf .sqlx && mv "$fresh" .sqlx
    (write_schema migrations/schema.sql)
    echo "wrote .sqlx: $(find .sqlx -type f | wc -l) queries; migrations/schema.sql"
fi
