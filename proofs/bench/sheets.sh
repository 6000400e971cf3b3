#!/bin/sh
# Measures a workbook of 10,000 rows: in the browser, compared with SheetJS and zod, and at the server that listens at $1, if given.
set -eu
cd "$(dirname "$0")/../.."

say() { printf 'bench: %s\n' "$*"; }

GRIDBILL_BENCH_WORKBOOK=${TMPDIR:-/tmp}/gridbill-10000.xlsx
export GRIDBILL_BENCH_WORKBOOK
sh proofs/browser/prepare.sh
cd app
npx vite build --config ../proofs/browser/vite.config.ts --logLevel warn
told=${TMPDIR:-/tmp}/gridbill-bench-sheets.log
if ! npx playwright test --config ../proofs/browser/playwright.config.ts >"$told" 2>&1; then
    cat "$told" >&2
    exit 1
fi
sed -n 's/^.*bench:/bench:/p' "$told"

[ $# -gt 0 ] || exit 0
token=$(curl --silent --header 'Content-Type: application/json' \
    --data '{"username":"master@sinar.example","password":"Gridbill-demo1"}' \
    "http://$1/user-svc/api/v1/User/Login" | sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p')
for _ in 1 2 3 4 5 6 7 8 9; do
    curl --silent --fail --output /dev/null --write-out '%{time_total}\n' --header "Authorization: Bearer $token" \
        --form "File=@$GRIDBILL_BENCH_WORKBOOK" "http://$1/account-svc/api/v1/BulkRegistration/UploadAddAccountExcel"
done | sort -n | sed -n '5s/.*/bench: the server: its whole answer: median & s/p'
