#!/bin/sh
# Sourced by the proofs that run packages of PyPI and npm against a fresh demo: sh, with `set -eu`.

# prepare NAME FOLDER PORT: installs the packages of proofs/FOLDER in target/NAME. Without PyPI, or npm if it needs it, says so and ends.
# Sets root, work, program and portal, and the environment of the program.
prepare() {
    name=$1 root=$PWD work=$PWD/target/$1 port=${PORT:-$3}
    program=${GRIDBILL_PROGRAM:-$root/target/debug/gridbill}
    portal=http://127.0.0.1:$port
    export GRIDBILL_DATA="$work/data" GRIDBILL_LISTEN="127.0.0.1:$port" GRIDBILL_SANDBOX_LISTEN="127.0.0.1:$((port + 1))" RUST_LOG=warn
    mkdir -p "$work"
    "$work/python/bin/python" -c '' 2>/dev/null || python3 -m venv --clear "$work/python"
    if ! "$work/python/bin/pip" install --quiet --disable-pip-version-check --timeout 20 --requirement "proofs/$2/requirements.txt"; then
        say "SKIPPED: PyPI does not answer"
        exit 0
    fi
    [ -f "proofs/$2/package.json" ] || return 0
    cp "proofs/$2/package.json" "$work/"
    if ! npm install --prefix "$work" --no-audit --no-fund --loglevel error; then
        say "SKIPPED: npm does not answer"
        exit 0
    fi
}

say() { printf '%s: %s\n' "$name" "$*"; }

# Starts a fresh demo, which ends with the script.
start_demo() {
    "$program" database down >/dev/null 2>&1 || true
    rm -rf "$GRIDBILL_DATA"
    "$program" serve --demo >"$work/serve.log" 2>&1 &
    serve=$!
    trap 'kill $serve; wait $serve 2>/dev/null || true; "$program" database down >/dev/null' EXIT
    for _ in $(seq 600); do
        curl -sf "$portal/readyz" >/dev/null && return
        sleep 1
    done
    say "the demo did not start: $work/serve.log"
    exit 1
}
