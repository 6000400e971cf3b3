#!/bin/sh
# Counts the steps of eight tasks on a new demo of its own: presses, fields, screens, waits, and the modelled time (tasks.spec.ts).
# GRIDBILL_PROGRAM is the program, TASKS_PORT the first of two ports.
set -eu
cd "$(dirname "$0")/../.."

program=${GRIDBILL_PROGRAM:-target/release/gridbill}
port=${TASKS_PORT:-18095}
data=${TASKS_FOLDER:-$PWD/target/tasks}
unset DATABASE_URL
export GRIDBILL_PROGRAM="$program" GRIDBILL_DATA="$data" GRIDBILL_LISTEN="127.0.0.1:$port" RUST_LOG=warn
# The sandbox's banks use another host name than the portal, like real banks.
export GRIDBILL_SANDBOX_LISTEN="127.0.0.1:$((port + 1))" GRIDBILL_FPX_URL="http://localhost:$((port + 1))"

forget() {
    "$program" database down --data "$data" >/dev/null 2>&1 || true
    rm -rf "$data"
}
forget
"$program" serve --demo &
server=$!
end() {
    kill $server 2>/dev/null || true
    wait $server 2>/dev/null || true
    forget
}
trap end EXIT
trap 'exit 1' INT TERM
tries=0
until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    if [ $tries -gt 900 ] || ! kill -0 $server 2>/dev/null; then
        echo "tasks: the demo does not start" >&2
        exit 1
    fi
    sleep 0.2
done
sh proofs/browser/prepare.sh
cd app
GRIDBILL_BENCH_PORTAL="http://127.0.0.1:$port" npx playwright test --config ../proofs/browser/hand.config.ts tasks
