#!/bin/sh
# Measures Lighthouse's score of every page on a phone, on the running cluster (`make cluster`), over TLS and HTTP/2 as in production.
set -eu
cd "$(dirname "$0")/../.."

# The https port of the cluster (deploy/cluster/lib.sh).
portal=https://127.0.0.1:$((${CLUSTER_PORT:-9500} + 1))
curl --silent --fail --insecure --output /dev/null "$portal/readyz" || {
    echo "lighthouse: no cluster answers: make cluster" >&2
    exit 1
}
sh proofs/browser/prepare.sh
npm --prefix proofs/browser/lighthouse install --before=2026-11-27 --no-package-lock --no-audit --no-fund --loglevel=error
cd app
GRIDBILL_BENCH_PORTAL=$portal NODE_TLS_REJECT_UNAUTHORIZED=0 NODE_NO_WARNINGS=1 \
    npx playwright test --config ../proofs/browser/hand.config.ts lighthouse | sed -n 's/^.*lighthouse:/lighthouse:/p; /Error/p; /failed/p; /passed/p'
