#!/bin/sh
# Generates clients in Python and TypeScript from /openapi.json of a fresh demo, checks the document with two linters, and does the
# steps of docs/api.md with the client in Python. Receivers of both registries check the webhooks of the portal. The tools come from PyPI and npm; without either, it says so and stops.
set -eu
cd "$(dirname "$0")/../.."
say() { printf 'api-clients: %s\n' "$*"; }

root=$PWD
work=$root/target/api-clients
program=${GRIDBILL_PROGRAM:-$root/target/debug/gridbill}
portal=http://127.0.0.1:${PORT:-8197}
mkdir -p "$work"

"$work/python/bin/python" -c '' 2>/dev/null || python3 -m venv --clear "$work/python"
if ! "$work/python/bin/pip" install --quiet --disable-pip-version-check --timeout 20 --requirement proofs/clients/requirements.txt; then
    say "SKIPPED: PyPI does not answer"
    exit 0
fi
cp proofs/clients/package.json "$work/"
if ! npm install --prefix "$work" --no-audit --no-fund --loglevel error; then
    say "SKIPPED: npm does not answer"
    exit 0
fi

export GRIDBILL_OUTBOUND_LOOPBACK=true
export GRIDBILL_DATA="$work/data" GRIDBILL_LISTEN="${portal#http://}" GRIDBILL_SANDBOX_LISTEN="127.0.0.1:$((${PORT:-8197} + 1))" RUST_LOG=warn
"$program" database down >/dev/null 2>&1 || true
rm -rf "$GRIDBILL_DATA"
"$program" serve --demo >"$work/serve.log" 2>&1 &
serve=$!
trap 'kill $serve; wait $serve 2>/dev/null || true; "$program" database down >/dev/null' EXIT
for _ in $(seq 120); do
    curl -sf "$portal/readyz" >/dev/null && break
    sleep 1
done
curl -sf "$portal/openapi.json" >"$work/openapi.json"

cd "$work"
node "$root/proofs/clients/lint.mjs" openapi.json
npx openapi-typescript openapi.json --output portal.d.ts >/dev/null
npx tsc --noEmit --strict portal.d.ts
say "openapi-typescript: the types compile"
rm -rf client
python/bin/openapi-python-client generate --path openapi.json --output-path client --meta none --config "$root/proofs/clients/python.yml" >python.log 2>&1 || { cat python.log >&2; exit 1; }
warnings=$(grep -c '^WARNING' python.log || true)
say "openapi-python-client: $warnings warnings"
[ "$warnings" -eq 0 ] || { cat python.log >&2; exit 1; }
python/bin/python "$root/proofs/clients/main_job.py" "$portal"
say "$(python/bin/python "$root/proofs/clients/webhooks.py" "$portal" "$root/proofs/clients/webhooks.mjs")"
