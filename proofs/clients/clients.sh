#!/bin/sh
# Generates clients in Python and TypeScript from /openapi.json of a fresh demo, checks the document with two linters, and does the
# main job with two clients and with the blocks of docs/api.md. Receivers of both registries check the webhooks of the portal. The tools come from PyPI and
# npm; without either, it says so and stops.
set -eu
cd "$(dirname "$0")/../.."
. proofs/demo.sh

prepare api-clients clients 8197
proof=$root/proofs/clients
export GRIDBILL_OUTBOUND_LOOPBACK=true
start_demo
curl -sf "$portal/openapi.json" >"$work/openapi.json"

cd "$work"
node "$proof/lint.mjs" openapi.json
npx openapi-typescript openapi.json --output portal.d.ts >/dev/null
cp "$proof/main_job.ts" .
npx tsc --strict --target es2022 --module nodenext --skipLibCheck --types node portal.d.ts main_job.ts
say "openapi-typescript: the types compile"
rm -rf orval
npx orval --input openapi.json --output orval/portal.ts --client fetch >orval.log 2>&1 || { cat orval.log >&2; exit 1; }
grep -q 'export const getOutstandingBills ' orval/portal.ts
npx tsc --strict --noEmit --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable --skipLibCheck orval/portal.ts
say "orval: the client compiles"
rm -rf client
python/bin/openapi-python-client generate --path openapi.json --output-path client --meta none --config "$proof/python.yml" >python.log 2>&1 || { cat python.log >&2; exit 1; }
warnings=$(grep -c '^WARNING' python.log || true)
say "openapi-python-client: $warnings warnings"
[ "$warnings" -eq 0 ] || { cat python.log >&2; exit 1; }
python/bin/python "$proof/main_job.py" "$portal" main_job.js "$root/docs/api.md"
say "$(python/bin/python "$proof/webhooks.py" "$portal" "$proof/webhooks.mjs")"
